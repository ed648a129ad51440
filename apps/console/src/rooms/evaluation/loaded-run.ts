import type { EvaluationResult, EvaluationRunState } from '@lectern/contracts/search';
import type { EvaluationRun, QuestionResult } from '@lectern/evaluation';

/** A run as the server says it, and in the form of comparisons and reports. */
export interface LoadedRun {
  readonly state: EvaluationRunState;
  readonly run: EvaluationRun;
}

/** @param results by variant */
export function evaluationRunOf(
  { created, title, k, variants }: EvaluationRunState,
  results: readonly (readonly EvaluationResult[])[],
  kb: string,
): EvaluationRun {
  return {
    format: 1,
    created: `${created}Z`,
    kb,
    file: title,
    k,
    variants: variants.map(({ name, search_configuration, generative_model }, index) => ({
      name,
      configuration: search_configuration,
      model: generative_model,
      questions: (results[index] ?? []).map(questionResult),
    })),
  };
}

function questionResult({ error, ms: _, ...result }: EvaluationResult): QuestionResult {
  return { ...result, ...(error !== null && { error }) };
}
