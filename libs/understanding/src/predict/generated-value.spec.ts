import { generatedValue } from './generated-value';

describe('a chunk of an answer', () => {
  it('goes over the bus as it is', () => {
    expect(generatedValue({ type: 'text', text: 'moon' })).toEqual({ type: 'text', text: 'moon' });
  });

  it('is left out when it calls a tool', () => {
    expect(generatedValue({ type: 'tool_call', id: 'a', name: 'find', arguments: '{}' })).toBeUndefined();
  });
});
