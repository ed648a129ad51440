import { joinedStrategies } from './joined-strategies';

describe('strategies of the parts of a message', () => {
  it('are those of one of them, with what all of them took', () => {
    const plain = { id: 'a', name: 'A' };
    const asked = { ...plain, model: 'm', calls: 1, input_tokens: 10, output_tokens: 2 };
    expect(joinedStrategies([{ split: plain }, { split: asked }, undefined, { split: asked }])).toEqual({
      split: { ...asked, calls: 2, input_tokens: 20, output_tokens: 4 },
    });
    expect(joinedStrategies([{ extract: plain }, { extract: plain }])).toEqual({ extract: plain });
  });

  it('are nothing where none was named', () => {
    expect(joinedStrategies([undefined])).toBeUndefined();
  });
});
