import { AppError } from '@lectern/contracts/core';
import {
  EVALUATION_QUESTIONS_MAX,
  type EvaluationQuestion,
  type EvaluationQuestionPayload,
} from '@lectern/contracts/search';
import { randomUUID } from 'node:crypto';

const SET_BYTES_MAX = 2 * 1024 * 1024;

/** A question as it is stored; a new id where it has none. */
export function questionToStore(
  { id, question, documents, facts, answerable, groups, learning_id }: EvaluationQuestionPayload,
  otherwiseId: string = randomUUID(),
): EvaluationQuestion {
  return {
    id: id ?? otherwiseId,
    question,
    documents: documents ?? [],
    facts: facts ?? [],
    answerable: answerable ?? true,
    groups: groups ?? [],
    learning_id: learning_id ?? null,
  };
}

/** @throws AppError `conflict` for an id that is there twice, `too_large` */
export function checkQuestions(questions: readonly EvaluationQuestion[]): void {
  const ids = new Set<string>();
  for (const { id } of questions) {
    if (ids.has(id)) throw new AppError('conflict', `There are two questions with the id ${id}`);
    ids.add(id);
  }
  if (questions.length > EVALUATION_QUESTIONS_MAX)
    throw new AppError('too_large', `A set has at most ${EVALUATION_QUESTIONS_MAX} questions`);
  if (Buffer.byteLength(JSON.stringify(questions)) > SET_BYTES_MAX)
    throw new AppError('too_large', 'The questions of a set have at most 2 MiB together');
}
