/** Context key → code-point ranges of an answer. */
export type CitedRanges = Readonly<Record<string, readonly (readonly [number, number])[]>>;
