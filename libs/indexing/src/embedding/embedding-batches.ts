import { type FieldToEmbed, PARAGRAPHS_PER_PART, partsOf } from '@lectern/resource-store';

/**
 * Groups fields in their order: small ones without vectors share a batch as long as one call of the model takes all
 * their paragraphs, since messages of a conversation have one or two each. Fully embedded fields are omitted.
 */
export function embeddingBatches(fields: readonly FieldToEmbed[]): readonly (readonly FieldToEmbed[])[] {
  const batches: FieldToEmbed[][] = [];
  let room = 0;
  for (const field of fields) {
    const { paragraphs, parts } = field;
    if (parts.length === partsOf(paragraphs)) continue;
    const isSmall = paragraphs <= PARAGRAPHS_PER_PART;
    if (isSmall && paragraphs <= room) batches.at(-1)?.push(field);
    else batches.push([field]);
    if (!isSmall) room = 0;
    else room = (paragraphs <= room ? room : PARAGRAPHS_PER_PART) - paragraphs;
  }
  return batches;
}
