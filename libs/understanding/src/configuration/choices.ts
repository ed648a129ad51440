import type { LearningConfiguration } from '@lectern/contracts/knowledge-box';
import type { Choices } from './stored-choices';

const members = [
  'default_semantic_model',
  'generative_model',
  'summary_model',
  'summary',
  'summary_prompt',
  'user_prompts',
  'prefer_markdown_generative_response',
] as const;

/** The choices in a complete configuration. */
export function choicesOf(given: LearningConfiguration): Choices {
  const named = given.semantic_models?.length ? given.semantic_models : [given.semantic_model];
  const models = [...new Set(named)].filter((name) => typeof name === 'string' && name !== '');
  return changedChoices(models.length > 0 ? { semantic_models: models.map(String) } : {}, given);
}

/** Applies the given members to the choices: null and empty values restore the default. */
export function changedChoices(choices: Choices, given: Readonly<Record<string, unknown>> | object): Choices {
  const sent = new Map<string, unknown>(Object.entries(given));
  const changed = members.filter((member) => sent.has(member) && sent.get(member) !== undefined);
  const kept = Object.entries(choices).filter(([member]) => !changed.some((name) => name === member));
  const chosen = changed.map((member) => [member, sent.get(member)] as const).filter(([, value]) => !isNothing(value));
  // Members of the validated class have the types of the choices.
  return Object.fromEntries([...kept, ...chosen]) as Choices;
}

/** Choices of a knowledge box in this zone, whose embedding models are defined by its vectorsets. */
export function withoutSemanticModels(choices: Choices): Choices {
  const { semantic_models: _models, default_semantic_model: _default, ...rest } = choices;
  return rest;
}

function isNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
