import { generatedValue } from './generated-value';

describe('a chunk of an answer', () => {
  it('goes over the bus as it is', () => {
    expect(generatedValue({ type: 'text', text: 'moon' }, 'm')).toEqual({ type: 'text', text: 'moon' });
  });

  it('says which model answered when it says what that took', () => {
    const meta = { type: 'meta', inputTokens: 1, outputTokens: 2, firstChunkS: 0.1, totalS: 0.2 } as const;
    expect(generatedValue(meta, 'm')).toEqual({ ...meta, model: 'm' });
  });

  it('is left out when it calls a tool', () => {
    expect(generatedValue({ type: 'tool_call', id: 'a', name: 'find', arguments: '{}' }, 'm')).toBeUndefined();
  });
});
