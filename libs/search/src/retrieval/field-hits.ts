import type { KeywordHit } from '@lectern/keyword-index';

/** A matching field. */
export interface FieldHit {
  readonly rid: string;
  /** `{letter}/{id}`. */
  readonly field: string;
  /** Sum of the scores of its best paragraph for each word. */
  readonly score: number;
  /** Id of its best paragraph. */
  readonly paragraph: string;
}

/** `{rid}/{letter}/{id}`. */
export function fieldOf({ rid, field }: Pick<FieldHit, 'rid' | 'field'>): string {
  return `${rid}/${field}`;
}

/** The fields of the paragraphs, ordered by their first paragraph, each with its best score. */
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

/** Fields in both lists, with their scores added, in the order of the first list. */
export function joinedFields(fields: readonly FieldHit[], others: readonly FieldHit[]): readonly FieldHit[] {
  const scores = new Map(others.map((hit) => [fieldOf(hit), hit.score]));
  return fields.flatMap((hit) => {
    const score = scores.get(fieldOf(hit));
    return score === undefined ? [] : [{ ...hit, score: hit.score + score }];
  });
}
