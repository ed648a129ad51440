import type { FusedHit } from '@lectern/ranking';
import { aboveFloor, floorOf, isChance, isNearInMeaningOnly } from './semantic-floor';

const hit = (id: string, ...scores: readonly (readonly ['keyword' | 'semantic' | 'graph', number])[]): FusedHit => ({
  id,
  score: 1,
  type: 'BOTH',
  legs: scores.map(([leg, score], rank) => ({ leg, score, rank })),
});

describe('the least similarity of what has to do with a query', () => {
  it('is far above what the model finds alike in unrelated texts', () => {
    expect(floorOf({ mean: 0.4, deviation: 0.05 }, ['en'])).toBeCloseTo(0.575);
    expect(floorOf({ mean: 0.4, deviation: 0.05 }, ['en', 'de'])).toBeCloseTo(0.5);
    expect(floorOf(undefined, ['en'])).toBeUndefined();
  });

  it('leaves out what is near in meaning only, and no nearer than that', () => {
    const hits = [
      hit('words', ['keyword', 3]),
      hit('both', ['keyword', 3], ['semantic', 0.1]),
      hit('path', ['graph', 1], ['semantic', 0.1]),
      hit('near', ['semantic', 0.6]),
      hit('chance', ['semantic', 0.5]),
    ];
    expect(aboveFloor(hits, { floor: 0.575, spoken: ['en'], language: 'en' }).map(({ id }) => id)).toEqual([
      'words',
      'both',
      'path',
      'near',
    ]);
    expect(aboveFloor(hits, { spoken: ['en'], language: 'en' })).toEqual(hits);
    // Matches in other languages are less similar.
    expect(aboveFloor(hits, { floor: 0.575, spoken: ['en', 'de'], language: 'en' })).toEqual(hits);
    expect(hits.filter(isNearInMeaningOnly).map(({ id }) => id)).toEqual(['near', 'chance']);
  });

  it('holds in the language of the query, and nothing does in one that the model does not speak', () => {
    const text = 'Some sentence that is long enough to tell its language.';
    const [near, far] = [hit('near', ['semantic', 0.6]), hit('far', ['semantic', 0.5])];
    const german = { floor: 0.575, spoken: ['en', 'de'], language: 'de' };
    expect(isChance(far, { text, language: 'de' }, german)).toBe(true);
    expect(isChance(far, { text, language: 'en-GB' }, german)).toBe(false);
    expect(isChance(far, { text, language: 'en' }, { ...german, language: '' })).toBe(false);
    expect(isChance(far, { text, language: 'en' }, { ...german, spoken: ['en'], language: '' })).toBe(true);
    expect(isChance(near, { text, language: 'de' }, german)).toBe(false);
    expect(isChance(near, { text, language: 'ar' }, german)).toBe(true);
    expect(isChance(near, { text, language: 'ar' }, { ...german, spoken: ['*'] })).toBe(false);
    expect(isChance(near, { text: 'Short.', language: 'da' }, german)).toBe(false);
    expect(isChance(hit('words', ['keyword', 1]), { text, language: 'ar' }, german)).toBe(false);
    expect(isChance(far, { text, language: 'de' }, { ...german, floor: undefined })).toBe(false);
  });
});
