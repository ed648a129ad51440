import type { GenerativeOption, LearningSchema, ListedModelConfiguration } from '@lectern/contracts/understanding';
import { providerTitle } from '../../parts/model-keys/key-fields';

/** A provider whose models an account can configure. */
export interface ModelProvider {
  /** Member of `user_keys`. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  readonly models: readonly GenerativeOption[];
}

/** Providers whose models need keys or take them. Models that the account has configured already are left out. */
export function providersOf({ generative_model, user_keys }: LearningSchema): readonly ModelProvider[] {
  const groups = Map.groupBy(generative_model.options, ({ user_key: key }) => key);
  return [...groups].flatMap(([id, models]) =>
    id === null ? [] : [{ id, title: providerTitle(id, user_keys.schemas[id]), models }],
  );
}

/** The provider of a model; undefined when the server no longer offers it. */
export function providerOf(providers: readonly ModelProvider[], model: string): ModelProvider | undefined {
  return providers.find(({ models }) => models.some(({ value }) => value === model));
}

/** How questions and boxes name a configured model. */
export function nameOf({ default_model_id: model, id }: ListedModelConfiguration): string {
  return `${model}/${id}`;
}

/** Its name for people. */
export function titleOf({ description, default_model_id: model }: ListedModelConfiguration): string {
  return description || model;
}
