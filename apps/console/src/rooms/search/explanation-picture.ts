import type { LegName, ScoreExplanation } from '@lectern/contracts/search';

/** A bar from 0 to 1. */
export interface Bar {
  readonly of: LegName | 'reranker';
  /** Where it begins; bars of the rankings stand side by side, because their terms add up. */
  readonly start: number;
  readonly length: number;
  /** Place in its ranking, from 1; absent for the reranker. */
  readonly place?: number;
}

/** Scores of rankings and reranker, relative to the best of the same search. */
export interface ExplanationPicture {
  readonly rankings: readonly Bar[];
  readonly reranker?: Bar;
}

/** The largest scores of a search, which fill a bar. */
export interface Scale {
  readonly fused: number;
  readonly reranked: number;
}

export function scaleOf(explanations: readonly ScoreExplanation[]): Scale {
  const largest = (scores: readonly number[]) => Math.max(...scores, Number.MIN_VALUE);
  return {
    fused: largest(explanations.map(({ legs }) => legs.reduce((sum, leg) => sum + part(leg), 0))),
    reranked: largest(explanations.map(({ reranker }) => reranker?.score ?? 0)),
  };
}

/** A ranking that was not fused counts by its own score. Negative weights take away what a bar cannot show. */
function part({ term, score }: { readonly term?: number; readonly score: number }): number {
  return Math.max(term ?? score, 0);
}

export function explanationPicture({ legs, reranker }: ScoreExplanation, scale: Scale): ExplanationPicture {
  let start = 0;
  const rankings = legs.map((leg): Bar => {
    const length = part(leg) / scale.fused;
    const bar = { of: leg.leg, start, length, place: leg.rank + 1 };
    start += length;
    return bar;
  });
  if (!reranker) return { rankings };
  return { rankings, reranker: { of: 'reranker', start: 0, length: Math.max(reranker.score, 0) / scale.reranked } };
}
