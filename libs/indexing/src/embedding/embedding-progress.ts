import { type FieldToEmbed, missingParts, partRange } from '@lectern/resource-store';

/** Vectors after which a resource becomes searchable before it is fully embedded. */
const FIRST_SEARCHABLE = 1_024;

/** Number of paragraphs without stored vectors. */
export function paragraphsLeft(fields: readonly FieldToEmbed[]): number {
  return fields.reduce((sum, { paragraphs, parts }) => sum + countOf(missingParts(paragraphs, parts), paragraphs), 0);
}

/** Number of paragraphs with stored vectors. */
export function paragraphsDone(fields: readonly FieldToEmbed[]): number {
  return fields.reduce((sum, { paragraphs, parts }) => sum + countOf(parts, paragraphs), 0);
}

/**
 * Whether to index the vectors of a partially embedded resource: each time their number has doubled. A put replaces all
 * vectors of the resource, so all puts together write about twice the final number, at most four times.
 *
 * @param before number stored before
 * @param after number stored now
 */
export function isDueForIndex(before: number, after: number): boolean {
  const doublings = (count: number) => Math.floor(Math.log2(Math.max(count, 1) / FIRST_SEARCHABLE));
  return after >= FIRST_SEARCHABLE && (before < FIRST_SEARCHABLE || doublings(after) > doublings(before));
}

function countOf(parts: readonly number[], paragraphs: number): number {
  return parts.reduce((sum, part) => sum + partRange(part, paragraphs).count, 0);
}
