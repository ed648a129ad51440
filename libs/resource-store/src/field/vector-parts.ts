/** Paragraphs per part of a field's vectors; the last part has the remainder. */
export const PARAGRAPHS_PER_PART = 64;

/** The paragraphs of a part as a range. */
export interface PartRange {
  readonly from: number;
  readonly count: number;
}

/** Number of parts for this number of paragraphs. */
export function partsOf(paragraphs: number): number {
  return Math.ceil(paragraphs / PARAGRAPHS_PER_PART);
}

/** @param paragraphs number of paragraphs of the whole field */
export function partRange(part: number, paragraphs: number): PartRange {
  const from = part * PARAGRAPHS_PER_PART;
  return { from, count: Math.max(0, Math.min(PARAGRAPHS_PER_PART, paragraphs - from)) };
}

/** Parts of a field that are not stored. */
export function missingParts(paragraphs: number, stored: readonly number[]): readonly number[] {
  const known = new Set(stored);
  return Array.from({ length: partsOf(paragraphs) }, (_, part) => part).filter((part) => !known.has(part));
}

/** Groups consecutive parts, at most `max` per group. */
export function neighbours(parts: readonly number[], max: number): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && last.at(-1) === part - 1 && last.length < max) last.push(part);
    else groups.push([part]);
  }
  return groups;
}
