import type { ScoreExplanation } from '@lectern/contracts/search';
import { explanationPicture, scaleOf } from './explanation-picture';

const both: ScoreExplanation = {
  legs: [
    { leg: 'keyword', score: 8, rank: 0, term: 0.6 },
    { leg: 'semantic', score: 0.7, rank: 2, term: 0.2 },
  ],
  fusion: { type: 'wCombSUM', score: 0.8, semantic_weight: 0.2 },
  reranker: { score: 0.9 },
};

describe('the picture of a result', () => {
  it('puts the terms of the rankings side by side, against the best result', () => {
    const worse: ScoreExplanation = { legs: [{ leg: 'semantic', score: 0.5, rank: 0, term: 0.4 }] };
    const scale = scaleOf([both, worse]);
    expect(explanationPicture(both, scale).rankings).toMatchObject([
      { of: 'keyword', start: 0, length: expect.closeTo(0.75), place: 1 },
      { of: 'semantic', start: expect.closeTo(0.75), length: expect.closeTo(0.25), place: 3 },
    ]);
    expect(explanationPicture(worse, scale)).toEqual({
      rankings: [{ of: 'semantic', start: 0, length: expect.closeTo(0.5), place: 1 }],
    });
  });

  it('fills the bar of the reranker by the best of its scores', () => {
    const half = { ...both, reranker: { score: 0.45 } };
    expect(explanationPicture(half, scaleOf([both, half])).reranker?.length).toBeCloseTo(0.5);
  });

  it('shows the own scores of a ranking that was alone', () => {
    const one: ScoreExplanation = { legs: [{ leg: 'keyword', score: 8, rank: 0 }] };
    const other: ScoreExplanation = { legs: [{ leg: 'keyword', score: 2, rank: 1 }] };
    expect(explanationPicture(other, scaleOf([one, other])).rankings[0]?.length).toBe(0.25);
  });

  it('has no bar for less than nothing', () => {
    const negative: ScoreExplanation = { legs: [{ leg: 'semantic', score: 0.5, rank: 0, term: -1 }] };
    expect(explanationPicture(negative, scaleOf([negative])).rankings[0]?.length).toBe(0);
  });
});
