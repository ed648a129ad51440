import type { EvaluationRunRow } from '@lectern/activity';
import { naiveUtc } from '@lectern/contracts/core';
import type { EvaluationResult, EvaluationRunState, EvaluationVariant } from '@lectern/contracts/search';
import { estimateOf, metrics, variantName } from '@lectern/evaluation';

/** Key of the job of a run. */
export function evaluationKey(runId: string): string {
  return `evaluation:${runId}`;
}

/** Scores of a question in one variant of a run. */
export interface ScoredResult extends Pick<EvaluationResult, 'scores' | 'error'> {
  readonly variant: number;
}

/** A run with the figures of what was asked so far. */
export function evaluationStateOf(row: EvaluationRunRow, results: readonly ScoredResult[]): EvaluationRunState {
  const { id, setId, title, state, error, created, finished, author, size, settings } = row;
  return {
    id,
    set_id: setId,
    title,
    state,
    error,
    created: naiveUtc(created),
    finished: finished && naiveUtc(finished),
    author,
    size,
    answers: settings.answers,
    k: settings.k,
    top_k: settings.topK,
    variants: settings.variants.map(({ configuration, model }, index) => ({
      name: variantName(configuration, model),
      search_configuration: configuration,
      generative_model: model,
      ...figuresOf(results.filter(({ variant }) => variant === index)),
    })),
  };
}

function figuresOf(results: readonly ScoredResult[]): Pick<EvaluationVariant, 'asked' | 'failed' | 'figures'> {
  const figures = metrics.flatMap((metric) => {
    const found = estimateOf(results.flatMap(({ scores }) => scores[metric] ?? []));
    return found ? [[metric, found] as const] : [];
  });
  return {
    asked: results.length,
    failed: results.filter(({ error }) => error !== null).length,
    figures: Object.fromEntries(figures),
  };
}
