import { invalidRequest } from '@lectern/contracts/core';
import type { LearningConfiguration } from '@lectern/contracts/knowledge-box';
import type { ModelsInUse } from '@lectern/contracts/understanding';

/** The models that the deployment has. */
export interface AvailableModels {
  readonly embedder: Pick<ModelsInUse['embedder'], 'id'>;
  readonly generator: Pick<ModelsInUse['generator'], 'id'>;
}

/** As it is stored: the deprecated single model is a list of one. */
export function storedConfiguration(given: LearningConfiguration | null | undefined): Record<string, unknown> | null {
  if (!given) return null;
  const { semantic_model: model, ...rest } = given;
  return model && !rest.semantic_models?.length ? { ...rest, semantic_models: [model] } : rest;
}

/** Whether a configuration names a model at all. */
export function namesModels(given: LearningConfiguration | null | undefined): boolean {
  return namedModels(given ?? {}).length > 0;
}

/** @throws AppError `invalid_request` for every model that the deployment does not use */
export function refuseUnknownModels(given: LearningConfiguration, { embedder, generator }: AvailableModels): void {
  const violations = namedModels(given).flatMap(({ member, name }) => {
    const { id } = member.includes('semantic') ? embedder : generator;
    if (name === id) return [];
    const msg = `Value error, unknown model; this deployment uses ${id}`;
    return [{ type: 'value_error', loc: ['body', 'learning_configuration', member], msg, input: name }];
  });
  if (violations.length > 0) throw invalidRequest(violations);
}

function namedModels(given: LearningConfiguration): readonly { readonly member: string; readonly name: string }[] {
  return Object.entries(given).flatMap(([member, value]) =>
    [value].flat().flatMap((name) => (typeof name === 'string' && name !== '' ? [{ member, name }] : [])),
  );
}
