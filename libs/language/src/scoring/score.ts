/** The highest score. */
export const SCORE_MAX = 5;
