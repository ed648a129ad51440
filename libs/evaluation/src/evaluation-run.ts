import type { AnswerScores } from './answer-quality';
import { type Estimate, estimateOf, mean, pairedSignificance } from './ranking-quality';

/** Name of a score of a question. */
export type Metric = keyof AnswerScores;
/** All metrics, in the order in which they are shown. */
export const metrics: readonly Metric[] = ['recall', 'ndcg', 'citations', 'support', 'facts', 'answered', 'refusals'];

/** One way to search and answer. */
export interface Variant {
  readonly name: string;
  /** Search configuration of the box; null: none. */
  readonly configuration: string | null;
  /** Generative model; null: that of the box. */
  readonly model: string | null;
}

/** What one question brought. */
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

/** A variant and what each question brought in it. */
export interface VariantResult extends Variant {
  readonly questions: readonly QuestionResult[];
}

/** A run over all questions; it is stored, and compared with others. */
export interface EvaluationRun {
  readonly format: 1;
  readonly created: string;
  readonly kb: string;
  /** Where the questions are from: a file, or the title of a set. */
  readonly file: string;
  readonly k: number;
  readonly variants: readonly VariantResult[];
}

/** The variant of each choice of a configuration and a model; without choices, the box as it is. */
export function variantsOf(
  configurations: readonly (string | null)[],
  models: readonly (string | null)[],
): readonly Variant[] {
  const orNone = (values: readonly (string | null)[]) => (values.length > 0 ? values : [null]);
  return orNone(configurations).flatMap((configuration) =>
    orNone(models).map((model) => ({ name: variantName(configuration, model), configuration, model })),
  );
}

/** `default` for the box as it is. */
export function variantName(configuration: string | null | undefined, model: string | null | undefined): string {
  return [configuration, model].filter(Boolean).join(' + ') || 'default';
}

/** The mean of a metric over the questions that measure it. */
export function estimate({ questions }: Pick<VariantResult, 'questions'>, metric: Metric): Estimate | undefined {
  return estimateOf(questions.flatMap(({ scores }) => scores[metric] ?? []));
}

/** The mean of a question's scores, 0 without a result; 1 for a question that measures nothing. */
export function totalScore({ scores, error }: Pick<QuestionResult, 'scores' | 'error'>): number {
  if (error !== undefined) return 0;
  const values = metrics.flatMap((metric) => scores[metric] ?? []);
  return values.length === 0 ? 1 : mean(values);
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

/** The metrics that both variants measure, over their common questions. */
export function differencesOf(before: VariantResult, after: VariantResult): readonly Difference[] {
  const was = new Map(before.questions.map((one) => [one.id, one]));
  return metrics.flatMap((metric) => {
    const pairs = after.questions.flatMap(({ id, scores }) => {
      const [a, b] = [was.get(id)?.scores[metric], scores[metric]];
      return a === undefined || b === undefined ? [] : [[a, b] as const];
    });
    if (pairs.length === 0) return [];
    const [a, b] = [pairs.map(([value]) => value), pairs.map(([, value]) => value)];
    return [{ metric, before: mean(a), after: mean(b), p: pairedSignificance(b, a), count: pairs.length }];
  });
}

/** A question whose scores are not the same in two variants. */
export interface ChangedQuestion {
  readonly before: QuestionResult;
  readonly after: QuestionResult;
  readonly changes: readonly { readonly metric: Metric; readonly before: number; readonly after: number }[];
}

/** Common questions with other scores, those that lost most first. */
export function changedQuestions(was: VariantResult, after: VariantResult): readonly ChangedQuestion[] {
  const then = new Map(was.questions.map((one) => [one.id, one]));
  const changed = after.questions.flatMap((now) => {
    const before = then.get(now.id);
    const changes = metrics.flatMap((metric) => {
      const [a, b] = [before?.scores[metric], now.scores[metric]];
      return a === b || a === undefined || b === undefined ? [] : [{ metric, before: a, after: b }];
    });
    return before && changes.length > 0 ? [{ before, after: now, changes }] : [];
  });
  const gain = ({ changes }: ChangedQuestion) => changes.reduce((sum, one) => sum + one.after - one.before, 0);
  return changed.sort((a, b) => gain(a) - gain(b));
}
