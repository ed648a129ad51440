/** Approximate size of paragraphs read per statement. */
const PARAGRAPHS_PART_BYTES = 1024 * 1024;
const PARAGRAPHS_PART_MAX = 4_000;

/** Number of paragraphs to read next, from the size of the previous ones; at most doubled, because sizes vary. */
export function nextCount(count: number, bytes: number): number {
  const aimed = Math.floor((count * PARAGRAPHS_PART_BYTES) / Math.max(bytes, 1));
  return Math.max(1, Math.min(aimed, 2 * count, PARAGRAPHS_PART_MAX));
}
