import type { EmbedderDescription, GeneratorDescription } from '@lectern/models';

/** Providers of generative models: the built-in reader, and the server that the deployment names. */
export type ProviderName = 'local' | 'openai_compat';

/** The models that the deployment has. */
export interface AvailableModels {
  readonly embedders: readonly EmbedderDescription[];
  readonly defaultEmbedder: string;
  /** The one that a server computes, if any does. */
  readonly externalEmbedder?: string;
  readonly generators: readonly GeneratorDescription[];
  readonly defaultGenerator: string;
}

/** Only servers have models that the deployment does not name. */
export function providerOf({ takesOtherModels }: Pick<GeneratorDescription, 'takesOtherModels'>): ProviderName {
  return takesOtherModels ? 'openai_compat' : 'local';
}

/** Whether questions may name the model: it is here, or the server of the default may know it. */
export function isUsable(name: string, { generators, defaultGenerator }: AvailableModels): boolean {
  const isDefault = ({ id }: GeneratorDescription) => id === defaultGenerator;
  return generators.some((one) => one.id === name || (isDefault(one) && one.takesOtherModels));
}

/** What a model is, for people. */
export function descriptionOf(model: GeneratorDescription): { readonly title: string; readonly description: string } {
  return providerOf(model) === 'local'
    ? { title: 'Built-in reader', description: 'Answers with sentences of the context. Needs no server.' }
    : { title: model.id, description: 'A language model of the chat completions server of this deployment.' };
}
