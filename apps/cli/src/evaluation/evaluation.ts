import { findParagraphs } from '@lectern/contracts/search';
import {
  type ExpectedQuestion,
  type QuestionResult,
  scoresOfQuestion,
  type Variant,
  type VariantResult,
} from '@lectern/evaluation';
import type { Api } from '../api';
import { inParallel } from '../content/in-parallel';
import { whileAway } from '../content/send-file';
import { answerOf } from '../question/answer';
import { hits } from '../question/search-commands';

interface Evaluated {
  readonly kbid: string;
  readonly k: number;
  /** Most paragraphs. */
  readonly top: number;
  readonly asks: boolean;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onQuestion: () => void;
}

/** Asks all questions in one way, in their order. */
export async function evaluate(
  api: Api,
  questions: readonly ExpectedQuestion[],
  variant: Variant,
  { concurrency, onQuestion, ...asked }: Evaluated,
): Promise<VariantResult> {
  const results = new Map<string, QuestionResult>();
  await inParallel(each(questions), concurrency, async (question) => {
    results.set(question.id, await resultOf(api, question, { ...asked, variant }));
    onQuestion();
  });
  return { ...variant, questions: questions.flatMap(({ id }) => results.get(id) ?? []) };
}

async function resultOf(
  api: Api,
  expected: ExpectedQuestion,
  {
    variant,
    kbid,
    k,
    top,
    asks,
    signal,
  }: Omit<Evaluated, 'concurrency' | 'onQuestion'> & { readonly variant: Variant },
): Promise<QuestionResult> {
  const { id, question, groups } = expected;
  const body = {
    query: question,
    top_k: top,
    ...(groups && { security: { groups: [...groups] } }),
    ...(variant.configuration !== null && { search_configuration: variant.configuration }),
  };
  if (!asks) {
    const show = ['basic' as const, 'origin' as const];
    const call = () => api.call(findParagraphs, { params: { kbid }, body: { ...body, show } });
    const found = hits((await whileAway(signal, call)).results);
    const { scores, titles } = scoresOfQuestion(expected, { found }, k);
    return { id, question, scores, found: titles, answer: null, status: null };
  }
  const request = { ...body, ...(variant.model !== null && { generative_model: variant.model }) };
  const answer = await whileAway(signal, () => answerOf(api, { kbid, body: request }));
  const { text, status, details, found } = answer;
  const { scores, titles } = scoresOfQuestion(expected, { found, answer }, k);
  const error = status === 'error' ? { error: details ?? 'the model failed' } : {};
  return { id, question, scores, found: titles, answer: text, status, ...error };
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
