import { getResource, listCatalog } from '@lectern/contracts/knowledge-box';
import type { Resource } from '@lectern/contracts/knowledge-box';
import type { EvaluationQuestionPayload } from '@lectern/contracts/search';
import { startKnowledgeBoxTask } from '@lectern/contracts/understanding';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';

/** Documents that are read: the newest. */
export const READ_MAX = 100;
const AT_ONCE = 4;
const QUESTIONS_PER_DOCUMENT = 3;
const FRESH_MS = 30_000;

/** A question about a document that a task has written. */
export interface WrittenQuestion {
  readonly key: string;
  readonly question: string;
  readonly title: string;
  readonly toSend: EvaluationQuestionPayload;
}

/** The questions of the newest documents. */
export const writtenQuestionsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'written-questions'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<readonly WrittenQuestion[]> => {
      const body = { page_size: READ_MAX, show: ['basic' as const] };
      const { resources } = await api.document(listCatalog, { params: { kbid }, body, signal });
      const rids = Object.keys(resources);
      const found: (readonly WrittenQuestion[])[] = [];
      for (let first = 0; first < rids.length; first += AT_ONCE) {
        const step = rids.slice(first, first + AT_ONCE).map(async (rid) => {
          const query = { show: ['basic' as const, 'extracted' as const], extracted: ['question_answers' as const] };
          // It may have been deleted since it was listed.
          const resource = await api.document(getResource, { params: { kbid, rid }, query, signal }).catch(() => null);
          return resource ? questionsOfResource(resource) : [];
        });
        found.push(...(await Promise.all(step)));
      }
      return found.flat();
    },
  });

/** The first questions of a document, which is the expected one of each. */
export function questionsOfResource({ id, title, data }: Resource): readonly WrittenQuestion[] {
  // Fields of all types have it in the same place.
  const types = Object.values(data ?? {}) as readonly (Readonly<Record<string, Field>> | undefined)[];
  const fields = types.flatMap((ofType) => Object.values(ofType ?? {}));
  const questions = fields.flatMap((field) =>
    (field.extracted?.question_answers?.question_answers.question_answer ?? []).map(({ question }) => question.text),
  );
  return [...new Set(questions)].slice(0, QUESTIONS_PER_DOCUMENT).map((question) => ({
    key: `${id} ${question}`,
    question,
    title: title ?? id,
    toSend: { question, documents: [id] },
  }));
}

interface Field {
  readonly extracted?: {
    readonly question_answers?: {
      readonly question_answers: {
        readonly question_answer: readonly { readonly question: { readonly text: string } }[];
      };
    };
  };
}

/** Starts the task that writes questions about the documents that there are. */
export function useWriteQuestions(kbid: string) {
  return useMutation({
    mutationFn: () => {
      const name = 'synthetic-questions' as const;
      const operations = [{ qa: { max_questions: QUESTIONS_PER_DOCUMENT } }];
      const parameters = { name: 'evaluation-questions', on: 1, operations };
      return api.call(startKnowledgeBoxTask, { params: { kbid }, body: { name, apply: 'EXISTING', parameters } });
    },
  });
}
