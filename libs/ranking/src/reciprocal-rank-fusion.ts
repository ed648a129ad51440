import { AppError } from '@lectern/contracts/core';

/** A ranking's items with their scores, best first, ids unique. */
export type Ranking = readonly { readonly id: string; readonly score: number }[];

export interface WeightedRanking {
  readonly ranking: Ranking;
  readonly weight: number;
  /** Another weight of some items. */
  readonly weights?: ReadonlyMap<string, number>;
}

/** What a ranking adds to the fused score of its items, by id. */
export type Terms = ReadonlyMap<string, number>;

/**
 * Fuses rankings of the same items by reciprocal rank: score(d) = Σ wᵢ / (k + rankᵢ(d)), ranks from 0 as the interface
 * has it.
 *
 * @param rankings one per leg; empty ones are fine
 * @param k damping, unitless, > 0; larger trusts low ranks more. 60 is the paper's value
 * @returns best first, ties by id so that pages are stable
 * @throws AppError `invalid_request` when k ≤ 0
 * Cost O(n log n). Source: Cormack, Clarke & Büttcher, SIGIR 2009, §2.
 */
export function reciprocalRankFusion(rankings: readonly WeightedRanking[], k: number): { id: string; score: number }[] {
  return summed(reciprocalRankTerms(rankings, k));
}

/**
 * What each ranking adds to the score of each of its items, ranking by ranking.
 *
 * @throws AppError `invalid_request` when k ≤ 0
 */
export function reciprocalRankTerms(rankings: readonly WeightedRanking[], k: number): Terms[] {
  if (!(k > 0)) throw new AppError('invalid_request', 'The k of a rank fusion must be greater than 0');
  return rankings.map(
    ({ ranking, weight, weights }) =>
      new Map(ranking.map(({ id }, rank) => [id, (weights?.get(id) ?? weight) / (k + rank)])),
  );
}

/** Items by the sum of their terms, best first, ties by id. */
export function summed(terms: readonly Terms[]): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const ranking of terms) for (const [id, term] of ranking) scores.set(id, (scores.get(id) ?? 0) + term);
  return byScore(scores);
}

/** Best first, ties by id. */
export function byScore(scores: ReadonlyMap<string, number>): { id: string; score: number }[] {
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
