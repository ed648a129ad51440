/** Aggregated scores of one answer's contexts. */
export interface ScoreSums {
  readonly min: number | null;
  readonly max: number | null;
  readonly sum: number;
  readonly count: number;
}

/** Unknown scores are ignored. */
export function sumsOf(scores: readonly (number | null)[]): ScoreSums {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return { min: null, max: null, sum: 0, count: 0 };
  const sum = known.reduce((total, score) => total + score, 0);
  return { min: Math.min(...known), max: Math.max(...known), sum, count: known.length };
}
