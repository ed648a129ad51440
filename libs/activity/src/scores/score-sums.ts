/** Scores of the contexts of one answer, summed up. */
export interface ScoreSums {
  readonly min: number | null;
  readonly max: number | null;
  readonly sum: number;
  readonly count: number;
}

/** Without those that are unknown. */
export function sumsOf(scores: readonly (number | null)[]): ScoreSums {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return { min: null, max: null, sum: 0, count: 0 };
  const sum = known.reduce((total, score) => total + score, 0);
  return { min: Math.min(...known), max: Math.max(...known), sum, count: known.length };
}
