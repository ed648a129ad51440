import { type FieldToEmbed, PARAGRAPHS_PER_PART, partsOf } from '@lectern/knowledge-box-rows';

/**
 * Fields in their order, small ones that have no vectors together as long as a call of the model takes all of their
 * paragraphs: messages of a conversation have one or two each. Fields that have all their vectors are left out.
 */
export function batchesOf(fields: readonly FieldToEmbed[]): readonly (readonly FieldToEmbed[])[] {
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
