export interface Batch {
  /** Positions of the texts in the batch. */
  readonly members: readonly number[];
  /** Tokens of the longest text. */
  readonly width: number;
}

/**
 * Groups texts of similar length, so that there is little padding: at most `textsMax` in a batch and `tokensMax` tokens
 * including padding; a longer text is alone. Shortest first.
 */
export function paddedBatches(
  lengths: readonly number[],
  { textsMax, tokensMax }: { readonly textsMax: number; readonly tokensMax: number },
): Batch[] {
  const order = lengths.map((length, index) => ({ length, index })).sort((a, b) => a.length - b.length);
  const batches: { members: number[]; width: number }[] = [];
  for (const { length, index } of order) {
    const last = batches.at(-1);
    if (last && last.members.length < textsMax && (last.members.length + 1) * length <= tokensMax) {
      last.members.push(index);
      last.width = length;
    } else {
      batches.push({ members: [index], width: length });
    }
  }
  return batches;
}
