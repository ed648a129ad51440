/** Postgres sends 64-bit integers as text; ours stay far below 2^53. */
export const bigintNumber = {
  to: (value: number): number => value,
  from: (value: string): number => Number(value),
};
