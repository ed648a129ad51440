import { AppError } from '@lectern/contracts/core';
import {
  type AnnotatedText,
  ANNOTATIONS_JSON_CHARS_MAX,
  type FieldAnnotation,
  type FieldAnnotationPayload,
  type FieldName,
  type StoredAnnotatedText,
  type Relation,
  type RelationNode,
  type RelationPayload,
  type StoredRelationNode,
  type StoredRelationPlace,
} from '@lectern/contracts/knowledge-box';

/** In paragraph ids, the placeholder for the id of a resource that does not have one yet. */
const PLACEHOLDER = /^N_RID(?=\/)/;

/**
 * Merges user annotations on fields: new ones replace the old ones on the same field, and of several entries for one
 * field the last wins. Empty entries are left out.
 *
 * @throws AppError `invalid_request` when the result is too large
 */
export function mergedAnnotations(
  rid: string,
  present: readonly FieldAnnotation[],
  sent: readonly FieldAnnotationPayload[],
): FieldAnnotation[] {
  const byField = new Map(present.map((one) => [annotatedFieldName(one.field), one]));
  for (const one of sent) byField.set(annotatedFieldName(one.field), stored(rid, one));
  const merged = [...byField.values()].filter(saysSomething);
  if (JSON.stringify(merged).length <= ANNOTATIONS_JSON_CHARS_MAX) return merged;
  throw new AppError('invalid_request', `Field metadata is larger than ${ANNOTATIONS_JSON_CHARS_MAX} characters`);
}

function annotatedFieldName({ field_type: type, field }: FieldName): string {
  return `${type}/${field}`;
}

function stored(rid: string, { field, paragraphs, question_answers: questions }: FieldAnnotationPayload) {
  const keyOf = (key: string) => key.replace(PLACEHOLDER, rid);
  const textOf = ({ text, language, ids_paragraphs: ids }: AnnotatedText): StoredAnnotatedText => ({
    text,
    language: language ?? '',
    ids_paragraphs: ids.map(keyOf),
  });
  return {
    paragraphs: paragraphs.map(({ key, classifications }) => ({ classifications, key: keyOf(key) })),
    question_answers: questions.map(({ question_answer: { question, answers }, cancelled_by_user }) => ({
      question_answer: { question: textOf(question), answers: answers.map(textOf) },
      cancelled_by_user,
    })),
    field: { field_type: field.field_type, field: field.field },
  };
}

function saysSomething({ paragraphs, question_answers: questions }: FieldAnnotation): boolean {
  return paragraphs.length + questions.length > 0;
}

/** Relations stated by users about a resource, as stored; the resource is the default source. */
export function statedRelations(rid: string, sent: readonly RelationPayload[]): Relation[] {
  const itself = { value: rid, type: 'resource', group: null } as const;
  return sent.map(({ relation, label, metadata, from, to }) => ({
    relation,
    label: label ?? null,
    metadata: metadata ? positionOf(metadata) : null,
    from: from ? nodeOf(from) : itself,
    to: nodeOf(to),
  }));
}

function nodeOf({ value, type, group }: RelationNode): StoredRelationNode {
  return { value, type, group: group ?? null };
}

function positionOf(position: NonNullable<RelationPayload['metadata']>): StoredRelationPlace {
  return {
    paragraph_id: position.paragraph_id ?? null,
    source_start: position.source_start ?? null,
    source_end: position.source_end ?? null,
    to_start: position.to_start ?? null,
    to_end: position.to_end ?? null,
    data_augmentation_task_id: position.data_augmentation_task_id ?? null,
  };
}
