import type { EvaluationQuestion, EvaluationQuestionPayload } from '@lectern/contracts/search';
import type { ExpectedQuestion } from '@lectern/evaluation';

/** A question as the form has it: lists are lines. */
export interface QuestionDraft {
  readonly question: string;
  readonly documents: string;
  readonly facts: string;
  readonly answerable: boolean;
  readonly groups: string;
}

export const emptyDraft: QuestionDraft = { question: '', documents: '', facts: '', answerable: true, groups: '' };

export function draftOf({ question, documents, facts, answerable, groups }: EvaluationQuestion): QuestionDraft {
  const lines = (list: readonly string[]) => list.join('\n');
  return { question, documents: lines(documents), facts: lines(facts), answerable, groups: lines(groups) };
}

/** What a draft says. A question without an answer has neither documents nor facts. */
export function questionOfDraft({ question, documents, facts, answerable, groups }: QuestionDraft) {
  const lines = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);
  return {
    question: question.trim(),
    documents: answerable ? lines(documents) : [],
    facts: answerable ? lines(facts) : [],
    answerable,
    groups: lines(groups),
  };
}

/** Questions of a file as the server takes them. */
export function questionsToSend(questions: readonly ExpectedQuestion[]): readonly EvaluationQuestionPayload[] {
  return questions.map(({ question, documents, facts, isAnswerable, groups = [] }) => ({
    question,
    documents: [...documents.keys()],
    facts: facts.map((ways) => ways.join(' | ')),
    answerable: isAnswerable,
    groups: [...groups],
  }));
}
