import type { FusedHit } from '@lectern/ranking';
import { aboveFloor, floorOf, isChance, isNearInMeaningOnly, similaritiesOf } from './semantic-floor';

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

const hits = [
  hit('near', ['semantic', 0.6]),
  hit('far'),
  hit('new'),
  hit('below', ['semantic', 0.1]),
  hit('same', ['semantic', 1.2]),
];
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
