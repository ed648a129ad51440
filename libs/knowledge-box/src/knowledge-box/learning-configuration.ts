import { invalidRequest, type Violation } from '@lectern/contracts/core';
import type { LearningConfiguration } from '@lectern/contracts/knowledge-box';
import type { ModelsInUse } from '@lectern/contracts/understanding';
import type { NewVectorset } from '@lectern/knowledge-box-rows';

/** The models that the deployment has. */
export interface AvailableModels {
  readonly embedders: readonly NewVectorset[];
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

/**
 * The vectorsets that a box begins with: one for each embedding model that is named, that of the default first. None
 * when none is named: then the first thing that is embedded chooses.
 *
 * @throws AppError `invalid_request` for every model that the deployment does not have, and for a default that is not
 *   among those that are named
 */
export function chosenVectorsets(
  given: LearningConfiguration,
  { embedders, generator }: AvailableModels,
): readonly NewVectorset[] {
  const installed = embedders.map(({ id }) => id);
  const violations = namedModels(given).flatMap(({ member, name }) => {
    const known = member.includes('semantic') ? installed : [generator.id];
    return known.includes(name)
      ? []
      : [violation(member, name, `unknown model; this deployment uses ${known.join(', ')}`)];
  });
  const wanted = storedConfiguration(given)?.['semantic_models'];
  const first = given.default_semantic_model;
  const named = [...new Set(Array.isArray(wanted) ? wanted.map(String) : [])].filter((name) => name !== '');
  if (first && named.length > 0 && !named.includes(first)) {
    violations.push(violation('default_semantic_model', first, 'not one of semantic_models'));
  }
  if (violations.length > 0) throw invalidRequest(violations);
  const ids = new Set([...(first ? [first] : []), ...named]);
  return [...ids].flatMap((id) => embedders.find((model) => model.id === id) ?? []);
}

function violation(member: string, input: string, problem: string): Violation {
  return {
    type: 'value_error',
    loc: ['body', 'learning_configuration', member],
    msg: `Value error, ${problem}`,
    input,
  };
}

function namedModels(given: LearningConfiguration): readonly { readonly member: string; readonly name: string }[] {
  return Object.entries(given).flatMap(([member, value]) =>
    [value].flat().flatMap((name) => (typeof name === 'string' && name !== '' ? [{ member, name }] : [])),
  );
}
