import type { Violation } from '@lectern/contracts/core';
import type { StrategyModel } from '@lectern/contracts/understanding';
import type { GeneratorDescription } from '@lectern/models';
import type { AvailableModels } from '../configuration/available-models';
import { MASK } from '../account-model/user-keys';
import { type Asker, modelsOf } from './strategy-keys';

/**
 * Errors in the models that a strategy names. If it names none, the knowledge box's current model is used at run time.
 */
export function refusedModels(config: object, models: AvailableModels): Violation[] {
  return modelsOf(config).flatMap(([asker, model]) => [
    ...refusedName(asker, model, models),
    ...refusedProvider(asker, model, models),
    ...refusedKey(asker, model, models),
  ]);
}

/** The model of a name: one of the deployment, or any name that the default model's server may know. */
export function describedModel(name: string, models: AvailableModels): GeneratorDescription | undefined {
  const { generators, defaultGenerator } = models;
  const found = generators.find(({ id }) => id === name);
  return found ?? generators.find(({ id, takesOtherModels }) => id === defaultGenerator && takesOtherModels);
}

function refusedName(asker: Asker, { generative_model: name }: StrategyModel, models: AvailableModels): Violation[] {
  if (!name) return [];
  const model = describedModel(name, models);
  const member = [asker, 'llm', 'generative_model'];
  const present = models.generators.map(({ id }) => id).join(', ');
  if (!model) return [violation(member, name, `unknown model; this deployment has ${present}`)];
  if (asker === 'llm_split' && !model.followsPrompts) return [violation(member, name, 'the model follows no prompts')];
  const reads = asker === 'llm_split' || model.vision;
  return reads ? [] : [violation(member, name, 'the model reads no images (OPENAI_VISION)')];
}

function refusedProvider(
  asker: Asker,
  { generative_model: name, generative_provider: provider }: StrategyModel,
  models: AvailableModels,
): Violation[] {
  if (!provider) return [];
  const model = describedModel(name || models.defaultGenerator, models);
  const known = name
    ? [model].flatMap((one) => (one ? [one.provider] : []))
    : models.generators.map(({ provider: own }) => own);
  if (known.some((one) => one === provider)) return [];
  const problem = `unknown provider; ${name ? 'that of the model is' : 'this deployment has'} ${known.join(', ')}`;
  return [violation([asker, 'llm', 'generative_provider'], provider, problem)];
}

function refusedKey(asker: Asker, { user_keys: keys }: StrategyModel, { generators }: AvailableModels): Violation[] {
  const key = keys?.openai_compat?.key;
  if (key === undefined) return [];
  const member = [asker, 'llm', 'user_keys'];
  if (key === MASK) return [violation(member, MASK, 'this masks a stored key, but none is stored')];
  return generators.some(({ provider }) => provider === 'openai_compat')
    ? []
    : [violation(member, null, 'this deployment has no model server to use a key with')];
}

function violation(member: readonly string[], input: unknown, problem: string): Violation {
  return { type: 'value_error', loc: ['body', ...member], msg: `Value error, ${problem}`, input };
}
