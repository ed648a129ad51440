import type { Violation } from '@lectern/contracts/core';
import { isOfAccount } from '../account-model/configured-name';
import { type AvailableModels, embeddersWith, problemWith } from './available-models';
import { SERVER_EMBEDDER } from '@lectern/models';
import type { Choices } from './stored-choices';
import type { StoredKeys } from '../account-model/user-keys';

/** All errors in a configuration for this deployment. */
export function refusedChoices(choices: Choices, keys: StoredKeys, models: AvailableModels): Violation[] {
  return [
    ...refusedSemantic(choices, keys, models),
    ...refusedGenerative(choices, keys, models),
    ...refusedKeys(keys, models),
  ];
}

/**
 * Errors in the embedding models configured for a knowledge box of this zone.
 *
 * @param vectorsets its existing models, the default first
 */
export function otherThanVectorsets(choices: Choices, vectorsets: readonly string[]): Violation[] {
  const { semantic_models: named = [], default_semantic_model: first } = choices;
  const listed = vectorsets.join(', ');
  return [
    ...(named.length > 0 && !isSameSet(named, vectorsets)
      ? [
          violation(
            'semantic_models',
            named,
            `those of this knowledge box are its vectorsets: ${listed}; add and delete vectorsets instead`,
          ),
        ]
      : []),
    ...(first !== undefined && first !== vectorsets[0]
      ? [
          violation(
            'default_semantic_model',
            first,
            `that of this knowledge box is its oldest vectorset: ${vectorsets[0]}`,
          ),
        ]
      : []),
  ];
}

/** The error for keys that change the size of existing vectors. */
export function otherSize({ before, keys, vectorsets }: ChangedKeys): Violation[] {
  const [was, is] = [before, keys].map((some) => some[SERVER_EMBEDDER]?.size);
  if (was === undefined || is === undefined || was === is || !vectorsets.includes(SERVER_EMBEDDER)) return [];
  const problem = `the vectorset ${SERVER_EMBEDDER} of this knowledge box has vectors of size ${was}: delete it first`;
  return [{ ...violation('user_keys', is, problem), loc: ['body', 'user_keys', SERVER_EMBEDDER, 'size'] }];
}

interface ChangedKeys {
  readonly before: StoredKeys;
  readonly keys: StoredKeys;
  readonly vectorsets: readonly string[];
}

function refusedSemantic(choices: Choices, keys: StoredKeys, models: AvailableModels): Violation[] {
  const { semantic_models: named = [], default_semantic_model: first } = choices;
  const usable = embeddersWith(keys, models).map(({ id }) => id);
  const unknown = (member: string, name: string) => {
    const lacking = models.ownEmbedders.lacking(name);
    const problem = lacking ? `${name} needs ${lacking}` : `unknown model; this deployment has ${usable.join(', ')}`;
    return usable.includes(name) ? [] : [violation(member, name, problem)];
  };
  const isStranger = first !== undefined && named.length > 0 && !named.includes(first);
  return [
    ...named.flatMap((name) => unknown('semantic_models', name)),
    ...(first === undefined ? [] : unknown('default_semantic_model', first)),
    ...(isStranger ? [violation('default_semantic_model', first, 'not one of semantic_models')] : []),
  ];
}

/** Models of the account are checked if the account is known. */
function refusedGenerative(choices: Choices, keys: StoredKeys, models: AvailableModels): Violation[] {
  return (['generative_model', 'summary_model'] as const).flatMap((member) => {
    const name = choices[member];
    const problem = name === undefined || isOfAccount(name) ? undefined : problemWith(name, keys, models);
    return problem === undefined ? [] : [violation(member, name, problem)];
  });
}

function refusedKeys(
  { openai_compat: keys, text_generation: generation }: StoredKeys,
  { generators }: AvailableModels,
): Violation[] {
  const hasServer = generators.some(({ provider }) => provider === 'openai_compat');
  if (generation && !hasServer)
    return [
      violation('user_keys', null, 'text_generation names a model of the server of this deployment: it has none'),
    ];
  if (!keys) return [];
  if (keys.url === undefined && !hasServer)
    return [
      violation('user_keys', null, 'this deployment has no model server to use a key with: give url and model_id'),
    ];
  return keys.url !== undefined && keys.model_id === undefined
    ? [violation('user_keys', null, 'openai_compat has a url and needs model_id')]
    : [];
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).size === new Set(others).size && some.every((one) => others.includes(one));
}

function violation(member: string, input: unknown, problem: string): Violation {
  return { type: 'value_error', loc: ['body', member], msg: `Value error, ${problem}`, input };
}
