import { resourceOf } from '@lectern/contracts/core';

/**
 * The paragraphs whose fields are not completely in the vector index. Titles and summaries, which never have vectors,
 * are treated like the other fields of their resource.
 *
 * @param fields `rid/letter/id`
 * @param paragraphIds `rid/letter/id/start-end`
 */
export function paragraphsOf(fields: readonly string[], paragraphIds: readonly string[]): ReadonlySet<string> {
  const unembedded = new Set(fields);
  const rids = new Set(fields.map(resourceOf));
  return new Set(
    paragraphIds.filter((paragraph) => {
      const rid = resourceOf(paragraph);
      const field = paragraph.slice(0, paragraph.lastIndexOf('/'));
      return field.startsWith(`${rid}/a/`) ? rids.has(rid) : unembedded.has(field);
    }),
  );
}
