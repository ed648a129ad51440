/** Postgres returns 64-bit integers as text; ours stay far below 2^53. */
export const bigintNumber = {
  to: (value: number): number => value,
  from: (value: string): number => Number(value),
};

/** The same for nullable columns. */
export const bigintOrNull = {
  to: (value: number | null): number | null => value,
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
};
