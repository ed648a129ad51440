import type { FusedHit } from '@lectern/ranking';
import { aboveFloor, floorOf, isNearInMeaningOnly, isUnspoken } from './semantic-floor';

const hit = (id: string, ...scores: readonly (readonly ['keyword' | 'semantic' | 'graph', number])[]): FusedHit => ({
  ...{ id, score: 1, type: 'BOTH' },
  legs: scores.map(([leg, score], rank) => ({ leg, score, rank })),
});

describe('the least similarity of what has to do with a query', () => {
  it('is far above what the model finds alike in unrelated texts', () => {
    expect(floorOf({ mean: 0.4, deviation: 0.05 })).toBeCloseTo(0.575);
    expect(floorOf(undefined)).toBeUndefined();
  });

  it('leaves out what is near in meaning only, and no nearer than that', () => {
    const hits = [
      hit('words', ['keyword', 3]),
      hit('both', ['keyword', 3], ['semantic', 0.1]),
      hit('path', ['graph', 1], ['semantic', 0.1]),
      hit('near', ['semantic', 0.6]),
      hit('chance', ['semantic', 0.5]),
    ];
    expect(aboveFloor(hits, 0.575).map(({ id }) => id)).toEqual(['words', 'both', 'path', 'near']);
    expect(aboveFloor(hits, undefined)).toEqual(hits);
    expect(hits.filter(isNearInMeaningOnly).map(({ id }) => id)).toEqual(['near', 'chance']);
  });

  it('is nothing for a text in a language that the model does not speak', () => {
    const text = 'Some sentence that is long enough to tell its language.';
    expect(isUnspoken({ text, language: 'ar' }, ['en'])).toBe(true);
    expect(isUnspoken({ text, language: 'en-GB' }, ['en'])).toBe(false);
    expect(isUnspoken({ text, language: '' }, ['en'])).toBe(false);
    expect(isUnspoken({ text: 'Short.', language: 'da' }, ['en'])).toBe(false);
    expect(isUnspoken({ text, language: 'ar' }, ['*'])).toBe(false);
  });
});
