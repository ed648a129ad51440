import { type FieldToEmbed, missingParts, partRange } from '@lectern/knowledge-box-rows';

/** Vectors of a resource that are searchable before all of them are there. */
const FIRST_SEARCHABLE = 1_024;

/** Paragraphs that have no stored vectors yet. */
export function paragraphsLeft(fields: readonly FieldToEmbed[]): number {
  return fields.reduce((sum, { paragraphs, parts }) => sum + countOf(missingParts(paragraphs, parts), paragraphs), 0);
}

/** Paragraphs that have stored vectors. */
export function paragraphsDone(fields: readonly FieldToEmbed[]): number {
  return fields.reduce((sum, { paragraphs, parts }) => sum + countOf(parts, paragraphs), 0);
}

/**
 * Whether the vectors of a resource are to be put into the index though some are still missing: when there are twice
 * as many as the last time. Putting replaces all vectors of the resource: all puts together write about twice what
 * there is in the end, never more than four times.
 *
 * @param before how many were stored
 * @param after how many are stored now
 */
export function isDueForIndex(before: number, after: number): boolean {
  const doublings = (count: number) => Math.floor(Math.log2(Math.max(count, 1) / FIRST_SEARCHABLE));
  return after >= FIRST_SEARCHABLE && (before < FIRST_SEARCHABLE || doublings(after) > doublings(before));
}

function countOf(parts: readonly number[], paragraphs: number): number {
  return parts.reduce((sum, part) => sum + partRange(part, paragraphs).count, 0);
}
