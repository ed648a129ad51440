import { generatedValue } from './generated-value';

const used = { model: 'm', customerKey: true };

describe('a chunk of an answer', () => {
  it('goes over the bus as it is', () => {
    expect(generatedValue({ type: 'text', text: 'moon' }, used)).toEqual({ type: 'text', text: 'moon' });
  });

  it('says which model answered when it says what that took', () => {
    const times = { firstChunkS: 0.1, totalS: 0.2, finish: 'stop' } as const;
    const meta = { type: 'meta', inputTokens: 1, outputTokens: 2, ...times } as const;
    expect(generatedValue(meta, used)).toEqual({ ...meta, ...used });
  });

  it('is left out when it calls a tool', () => {
    expect(generatedValue({ type: 'tool_call', id: 'a', name: 'find', arguments: '{}' }, used)).toBeUndefined();
  });
});
