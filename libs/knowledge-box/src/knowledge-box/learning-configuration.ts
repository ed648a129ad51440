import { AppError } from '@lectern/contracts/core';
import type { LearningConfiguration } from '@lectern/contracts/knowledge-box';
import type { NewVectorset } from '@lectern/resource-store';

/** The part stored in the box's row: embedding models. The understanding service stores the rest. */
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
 * The initial vectorsets of a box: one per embedding model in the configuration, the default's first. Empty if none is
 * configured: the first embedding then chooses the model.
 *
 * @param embedders installed models; every configured one was installed when the configuration was stored
 * @throws AppError `unavailable` when one is no longer installed
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
