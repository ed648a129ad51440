export interface Batch {
  /** Positions of the texts in the batch. */
  readonly members: readonly number[];
  /** Tokens of the longest text. */
  readonly width: number;
}

interface BatchLimits {
  readonly textsMax: number;
  /** Including padding; a longer text is alone. */
  readonly tokensMax: number;
  /** Padding of a text, in tokens; unlimited if absent. */
  readonly paddingMax?: number;
}

/** Groups texts of similar length, so that there is little padding. Shortest first. */
export function paddedBatches(
  lengths: readonly number[],
  { textsMax, tokensMax, paddingMax = tokensMax }: BatchLimits,
): Batch[] {
  const order = lengths.map((length, index) => ({ length, index })).sort((a, b) => a.length - b.length);
  const batches: { members: number[]; width: number }[] = [];
  let shortest = 0;
  for (const { length, index } of order) {
    const last = batches.at(-1);
    const hasRoom = last && last.members.length < textsMax && (last.members.length + 1) * length <= tokensMax;
    if (hasRoom && length - shortest <= paddingMax) {
      last.members.push(index);
      last.width = length;
    } else {
      shortest = length;
      batches.push({ members: [index], width: length });
    }
  }
  return batches;
}
