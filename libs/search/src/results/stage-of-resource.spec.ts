import { stageOfResource } from './stage-of-resource';

const trace = {
  fused: ['a/1', 'b/1', 'gone/1', 'c/1', 'd/1', 'd/2'],
  read: 4,
  ordered: ['c/1', 'a/1', 'b/1'],
  shown: 2,
};

describe('the stage of a resource', () => {
  it('is in the results, behind their end, or behind the hits that are read', () => {
    expect(stageOfResource('c', trace)).toEqual({ stage: 'none', paragraph: 'c/1', rank: 0 });
    expect(stageOfResource('b', trace)).toEqual({ stage: 'order', paragraph: 'b/1', rank: 2, limit: 2 });
    expect(stageOfResource('d', trace)).toEqual({ stage: 'fusion', paragraph: 'd/1', rank: 4, limit: 4 });
  });

  it('is unknown for what was read and is gone, and for what no ranking has', () => {
    expect(stageOfResource('gone', trace)).toEqual({ stage: 'texts' });
    expect(stageOfResource('e', trace)).toBeUndefined();
  });
});
