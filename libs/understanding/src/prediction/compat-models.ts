import type { CompatModel } from '@lectern/contracts/understanding';
import type { EmbedderDescription, GeneratorDescription } from '@lectern/models';

/** A generative model for clients of the OpenAI API. */
export function generativeModel({ id, contextTokensMax }: GeneratorDescription): CompatModel {
  return { ...namedModel(id), model_type: 'generative', max_input_tokens: contextTokensMax };
}

/** An embedding model for the same clients. */
export function compatEmbeddingModel({ id, tokensMax }: EmbedderDescription): CompatModel {
  return { ...namedModel(id), model_type: 'embedding', max_input_tokens: tokensMax ?? null };
}

function namedModel(id: string) {
  return { id, object: 'model' as const, name: id, created: 0, title: id, description: null, max_output_tokens: null };
}

/** Moves the default to the front and keeps the order of the others. */
export function defaultFirst<T extends { readonly id: string }>(models: readonly T[], defaultId: string): T[] {
  return [...models].sort((a, b) => Number(b.id === defaultId) - Number(a.id === defaultId));
}
