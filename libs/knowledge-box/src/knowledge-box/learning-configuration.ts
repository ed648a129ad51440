import { AppError } from '@lectern/contracts/core';
import type { LearningConfiguration } from '@lectern/contracts/knowledge-box';
import type { NewVectorset } from '@lectern/knowledge-box-rows';

/** What the row of a box keeps: embedding models. The understanding service keeps the rest. */
export function storedConfiguration(given: LearningConfiguration | null | undefined): Record<string, unknown> | null {
  if (!given) return null;
  const { semantic_model: model, semantic_models: models, default_semantic_model: first } = given;
  const named = models?.length ? models : model ? [model] : undefined;
  return { ...(named && { semantic_models: named }), ...(first && { default_semantic_model: first }) };
}

/** Whether a configuration names an embedding model. */
export function namesEmbedders(given: LearningConfiguration): boolean {
  return chosenEmbedders(given).length > 0;
}

/**
 * The vectorsets that a box begins with: one for each embedding model that is named, that of the default first. None
 * when none is named: then the first thing that is embedded chooses.
 *
 * @param embedders those that are installed; all that are named were when the configuration was stored
 * @throws AppError `unavailable` when one is not any more
 */
export function chosenVectorsets(
  given: LearningConfiguration,
  embedders: readonly NewVectorset[],
): readonly NewVectorset[] {
  return chosenEmbedders(given).map((id) => {
    const model = embedders.find((one) => one.id === id);
    if (!model) throw new AppError('unavailable', `The embedding model ${id} is not available`);
    return { id: model.id, dimensions: model.dimensions };
  });
}

function chosenEmbedders(given: LearningConfiguration): readonly string[] {
  const { semantic_model: model, semantic_models: models, default_semantic_model: first } = given;
  const named = [first, ...(models?.length ? models : [model])];
  return [...new Set(named)].filter((name) => typeof name === 'string').filter((name) => name !== '');
}
