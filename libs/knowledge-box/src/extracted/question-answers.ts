import { type FieldAnnotation, type FieldLetter, fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';

/** A question about a field with its answers, as stored. */
export type StoredQuestion = FieldAnnotation['question_answers'][number]['question_answer'];

/** The questions about a field that users have not withdrawn. */
export function questionsAbout(
  annotations: readonly FieldAnnotation[],
  { letter, id }: { readonly letter: FieldLetter; readonly id: string },
): readonly StoredQuestion[] {
  return annotations
    .filter(({ field }) => field.field_type === fieldTypeOfLetter[letter] && field.field === id)
    .flatMap(({ question_answers: questions }) => questions)
    .filter(({ cancelled_by_user: isCancelled }) => !isCancelled)
    .map(({ question_answer: question }) => question);
}
