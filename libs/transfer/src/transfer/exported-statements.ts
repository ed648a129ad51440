import type {
  FieldAnnotation,
  FieldAnnotationPayload,
  Relation,
  RelationPayload,
  StoredAnnotatedText,
} from '@lectern/contracts/knowledge-box';

/** Relations in the form of a request and no longer than in the original one: empty members are left out. */
export function sentRelations(rid: string, relations: readonly Relation[]): RelationPayload[] {
  return relations.map(({ relation, label, metadata, from, to }) => ({
    relation,
    ...withoutNulls({ label, metadata: metadata && withoutNulls(metadata) }),
    ...(!isItself(rid, from) && { from: exportedNode(from) }),
    to: exportedNode(to),
  }));
}

/** User annotations on fields in the form of a request: `N_RID` represents the id of the resource. */
export function sentAnnotations(rid: string, annotations: readonly FieldAnnotation[]): FieldAnnotationPayload[] {
  const keyOf = (key: string) => (key.startsWith(`${rid}/`) ? `N_RID${key.slice(rid.length)}` : key);
  const textOf = (text: StoredAnnotatedText) => ({ ...text, ids_paragraphs: text.ids_paragraphs.map(keyOf) });
  return annotations.map(({ field, paragraphs, question_answers: questions }) => ({
    field,
    paragraphs: paragraphs.map(({ key, classifications }) => ({
      key: keyOf(key),
      classifications: [...classifications],
    })),
    question_answers: questions.map(({ question_answer: { question, answers }, cancelled_by_user }) => ({
      question_answer: { question: textOf(question), answers: answers.map(textOf) },
      cancelled_by_user,
    })),
  }));
}

function isItself(rid: string, { value, type, group }: Relation['from']): boolean {
  return value === rid && type === 'resource' && group === null;
}

function exportedNode({ value, type, group }: Relation['to']) {
  return { value, type, ...(group !== null && { group }) };
}

function withoutNulls<T extends object>(members: T): Partial<T> {
  const given = Object.entries(members).filter(([, value]) => value !== null);
  // Members of the same object.
  return Object.fromEntries(given) as Partial<T>;
}
