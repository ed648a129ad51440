/** Of paragraphs that one statement reads, about. */
const PARAGRAPHS_PART_BYTES = 1024 * 1024;
const PARAGRAPHS_PART_MAX = 4_000;

/** How many paragraphs to read next, after so many had so many bytes; twice as many at most, as they differ. */
export function nextCount(count: number, bytes: number): number {
  const aimed = Math.floor((count * PARAGRAPHS_PART_BYTES) / Math.max(bytes, 1));
  return Math.max(1, Math.min(aimed, 2 * count, PARAGRAPHS_PART_MAX));
}
