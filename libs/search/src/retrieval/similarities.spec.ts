import type { FusedHit } from '@lectern/ranking';
import { similaritiesOf } from './similarities';

const hit = (id: string, score?: number): FusedHit => ({
  id,
  score: 1,
  type: 'BOTH' as const,
  legs: score === undefined ? [] : [{ leg: 'semantic', score, rank: 0 }],
});
const hits = [hit('near', 0.6), hit('far'), hit('new'), hit('below', 0.1), hit('same', 1.2)];
const semantic = [{ id: 'near', score: 0.6 }];

describe('similarities', () => {
  it('begin at the least score of the model; what it did not find has none, and of what is new nothing is known', () => {
    expect(Object.fromEntries(similaritiesOf(hits, { least: 0.2, semantic, unknown: new Set(['new']) }))).toEqual({
      near: expect.closeTo(0.5),
      far: 0,
      below: 0,
      same: 1,
    });
  });

  it.each([
    ['no model reads the query', { semantic }],
    ['the model found nothing, or was not asked', { least: 0.2, semantic: [] }],
    ['the least score leaves no room', { least: 1, semantic }],
  ])('are not known where %s', (_, known) => {
    expect(similaritiesOf(hits, { unknown: new Set(), ...known }).size).toBe(0);
  });
});
