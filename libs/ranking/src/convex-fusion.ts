import { type Ranking, summed, type Terms, type WeightedRanking } from './reciprocal-rank-fusion';

/**
 * Fuses rankings by a convex combination of their min-max normalised scores:
 * score(d) = Σ wᵢ · (sᵢ(d) − minᵢ) / (maxᵢ − minᵢ), where an item that a ranking does not have counts 0 there.
 *
 * @param rankings weights are brought to a sum of 1
 * @returns best first, ties by id; scores 0..1
 * Cost O(n log n). Source: Bruch, Gai & Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023, §4.
 */
export function convexFusion(rankings: readonly WeightedRanking[]): { id: string; score: number }[] {
  return summed(convexTerms(rankings));
}

/** What each ranking adds to the score of each of its items, ranking by ranking. */
export function convexTerms(rankings: readonly WeightedRanking[]): Terms[] {
  const total = rankings.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return rankings.map(
    ({ ranking, weight, weights }) =>
      new Map(normalised(ranking).map(({ id, score }) => [id, ((weights?.get(id) ?? weight) / total) * score])),
  );
}

/** With scores from 0, the least one, to 1, the greatest. */
export function normalised(ranking: Ranking): Ranking {
  const normalise = minMax(ranking);
  return ranking.map(({ id, score }) => ({ id, score: normalise(score) }));
}

/** Scores that are all the same are all the best. */
function minMax(ranking: Ranking): (score: number) => number {
  let [min, max] = [Infinity, -Infinity];
  for (const { score } of ranking) {
    if (score < min) min = score;
    if (score > max) max = score;
  }
  return max > min ? (score) => (score - min) / (max - min) : () => 1;
}
