import type { KeywordHit } from '@lectern/keyword-index';

/** A field that was found. */
export interface FieldHit {
  readonly rid: string;
  /** `{letter}/{id}`. */
  readonly field: string;
  /** Of its best paragraph for each word, added up. */
  readonly score: number;
  /** Id of its best paragraph. */
  readonly paragraph: string;
}

/** `{rid}/{letter}/{id}`. */
export function fieldOf({ rid, field }: Pick<FieldHit, 'rid' | 'field'>): string {
  return `${rid}/${field}`;
}

/** The fields of paragraphs, in the order of their first ones, each with its best score. */
export function fieldsOf(hits: readonly KeywordHit[]): readonly FieldHit[] {
  const fields = new Map<string, FieldHit>();
  for (const { id, score } of hits) {
    const [rid = '', letter = '', name = ''] = id.split('/', 3);
    const hit = { rid, field: `${letter}/${name}`, score, paragraph: id };
    const known = fields.get(fieldOf(hit));
    if (!known || known.score < score) fields.set(fieldOf(hit), hit);
  }
  return [...fields.values()];
}

/** Those of the first that are among the others, too, with both scores added. */
export function joinedFields(fields: readonly FieldHit[], others: readonly FieldHit[]): readonly FieldHit[] {
  const scores = new Map(others.map((hit) => [fieldOf(hit), hit.score]));
  return fields.flatMap((hit) => {
    const score = scores.get(fieldOf(hit));
    return score === undefined ? [] : [{ ...hit, score: hit.score + score }];
  });
}
