import fc from 'fast-check';
import { convexFusion } from './convex-fusion';
import { reciprocalRankFusion, type Ranking } from './reciprocal-rank-fusion';

const keyword: Ranking = [
  { id: 'A', score: 9 },
  { id: 'B', score: 3 },
];
const semantic: Ranking = [
  { id: 'B', score: 0.8 },
  { id: 'C', score: 0.2 },
];
const equally = [
  { ranking: keyword, weight: 1 },
  { ranking: semantic, weight: 1 },
];

describe('reciprocal rank fusion', () => {
  it('adds up reciprocal ranks counted from 0', () => {
    expect(reciprocalRankFusion(equally, 60)).toEqual([
      { id: 'B', score: 1 / 61 + 1 / 60 },
      { id: 'A', score: 1 / 60 },
      { id: 'C', score: 1 / 61 },
    ]);
  });

  it('lets a boost of 0 silence a leg', () => {
    const fused = reciprocalRankFusion(
      [
        { ranking: keyword, weight: 1 },
        { ranking: semantic, weight: 0 },
      ],
      60,
    );
    expect(fused.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
  });

  it('refuses a k that is not positive', () => {
    expect(() => reciprocalRankFusion(equally, 0)).toThrow('greater than 0');
  });
});

describe('convex fusion', () => {
  it('weighs normalised scores', () => {
    const fused = convexFusion([
      { ranking: keyword, weight: 0.7 },
      { ranking: semantic, weight: 0.3 },
    ]);
    expect(fused.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
    expect(fused[0]?.score).toBeCloseTo(0.7);
    expect(fused[1]?.score).toBeCloseTo(0.3);
  });

  it('keeps the order of the only leg that has a weight', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1 }), (values) => {
        const ranking = [...values].sort((a, b) => b - a).map((score) => ({ id: `d${score}`, score }));
        const fused = convexFusion([
          { ranking, weight: 1 },
          { ranking: semantic, weight: 0 },
        ]);
        const own = fused.filter(({ id }) => id.startsWith('d')).map(({ id }) => id);
        expect(own).toHaveLength(ranking.length);
        expect(own[0]).toBe(ranking[0]?.id);
      }),
    );
  });

  it('gives scores from 0 to 1', () => {
    for (const { score } of convexFusion(equally)) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});
