import { type AnswerScores, type Estimate, estimateOf, pairedSignificance, scoresOf } from '@lectern/evaluation';
import { findParagraphs } from '@lectern/contracts/search';
import type { Api } from '../api';
import { inParallel } from '../content/in-parallel';
import { whileAway } from '../content/send-file';
import { answerOf } from '../question/answer';
import { type Hit, hits } from '../question/search-commands';
import type { ExpectedQuestion } from './question-set';

export type Metric = keyof AnswerScores;
export const metrics: readonly Metric[] = ['recall', 'ndcg', 'citations', 'support', 'facts', 'answered', 'refusals'];

/** One way to search and answer. */
export interface Variant {
  readonly name: string;
  /** Search configuration of the box; null: none. */
  readonly configuration: string | null;
  /** Generative model; null: that of the box. */
  readonly model: string | null;
}

export interface QuestionResult {
  readonly id: string;
  readonly question: string;
  readonly scores: AnswerScores;
  /** Titles of the documents that were found, best first; at most ten. */
  readonly found: readonly string[];
  readonly answer: string | null;
  readonly status: string | null;
  /** Why there is no result. */
  readonly error?: string;
}

export interface VariantResult extends Variant {
  readonly questions: readonly QuestionResult[];
}

/** A run over all questions; it is stored, and compared with others. */
export interface EvaluationRun {
  readonly format: 1;
  readonly created: string;
  readonly kb: string;
  readonly file: string;
  readonly k: number;
  readonly variants: readonly VariantResult[];
}

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
    const scores = scoresOf(expected, { ranking: namesOf(found) }, k);
    return { id, question, scores, found: titles(found), answer: null, status: null };
  }
  const request = { ...body, ...(variant.model !== null && { generative_model: variant.model }) };
  const { text, status, details, citations, sentences, found } = await whileAway(signal, () =>
    answerOf(api, { kbid, body: request }),
  );
  const isFailed = status === 'error';
  const cited = Object.entries(citations).flatMap(([paragraph, ranges]) => {
    const hit = found.find((one) => one.paragraph === paragraph);
    return ranges.length === 0 ? [] : [hit ? documentNames(hit) : [paragraph.split('/')[0] ?? paragraph]];
  });
  const supported = sentences.filter((sentence) => sentence.status !== 'unsupported').length;
  const answer = { text, isRefusal: status !== 'success', cited, sentences: sentences.length, supported };
  const scores = scoresOf(expected, { ranking: namesOf(found), ...(!isFailed && { answer }) }, k);
  const error = isFailed ? { error: details ?? 'the model failed' } : {};
  return { id, question, scores, found: titles(found), answer: text, status, ...error };
}

/** Names of the documents of paragraphs, in their order, each document once. */
function namesOf(found: readonly Hit[]): readonly (readonly string[])[] {
  return [...new Map(found.map((hit) => [hit.resource, documentNames(hit)])).values()];
}

function documentNames({ resource, slug, path, title }: Hit): readonly string[] {
  const file = path?.slice(path.lastIndexOf('/') + 1);
  return [resource, slug, path, file, title].filter((name): name is string => typeof name === 'string' && name !== '');
}

function titles(found: readonly Hit[]): readonly string[] {
  return [...new Map(found.map(({ resource, path, title }) => [resource, path ?? title])).values()].slice(0, 10);
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** The mean of a metric over the questions that measure it. */
export function estimate({ questions }: VariantResult, metric: Metric): Estimate | undefined {
  return estimateOf(questions.flatMap(({ scores }) => scores[metric] ?? []));
}

/** A metric in two runs, over the questions that measure it in both. */
export interface Difference {
  readonly metric: Metric;
  readonly before: number;
  readonly after: number;
  /** How often chance alone makes as large a difference, 0 to 1. */
  readonly p: number;
  readonly count: number;
}

export function differencesOf(before: VariantResult, after: VariantResult): readonly Difference[] {
  const was = new Map(before.questions.map((one) => [one.id, one]));
  return metrics.flatMap((metric) => {
    const pairs = after.questions.flatMap(({ id, scores }) => {
      const [a, b] = [was.get(id)?.scores[metric], scores[metric]];
      return a === undefined || b === undefined ? [] : [[a, b] as const];
    });
    if (pairs.length === 0) return [];
    const [a, b] = [pairs.map(([value]) => value), pairs.map(([, value]) => value)];
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
    return [{ metric, before: sum(a), after: sum(b), p: pairedSignificance(b, a), count: pairs.length }];
  });
}
