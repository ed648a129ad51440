import {
  type CatalogueModel,
  type EmbedderDescription,
  type GeneratorDescription,
  lackingKeys,
  type ProviderCatalogue,
  type ProviderEmbedders,
} from '@lectern/models';
import { hasOwnServer, type StoredKeys, unclearModel } from '../account-model/user-keys';

/** The models of the deployment and those that it can call. */
export interface AvailableModels {
  readonly embedders: readonly EmbedderDescription[];
  readonly defaultEmbedder: string;
  /** The embedding model computed by a server, if any. */
  readonly externalEmbedder?: string;
  readonly generators: readonly GeneratorDescription[];
  readonly defaultGenerator: string;
  /** Embedding models that a knowledge box can use with its own keys. */
  readonly ownEmbedders: ProviderEmbedders;
  /** Models that a knowledge box or an account can use with its own keys. */
  readonly catalogue: ProviderCatalogue;
}

/** Embedding models available with these keys; the deployment's model takes precedence. */
export function embeddersWith(keys: StoredKeys, { embedders, ownEmbedders }: AvailableModels): EmbedderDescription[] {
  const here = new Set(embedders.map(({ id }) => id));
  const own = ownEmbedders.list(keys).map(({ description }) => description);
  return [...embedders, ...own.filter(({ id }) => !here.has(id))];
}

/** Models of the catalogue that are not in the deployment. */
export function otherModels({ generators, catalogue }: AvailableModels): readonly CatalogueModel[] {
  const here = new Set(generators.map(({ id }) => id));
  return catalogue.models.filter(({ id }) => !here.has(id));
}

/** Why questions cannot use the model with these keys; undefined if they can. */
export function problemWith(name: string, keys: StoredKeys, models: AvailableModels): string | undefined {
  const { generators, defaultGenerator, catalogue } = models;
  const present = generators.map(({ id }) => id);
  const takesOthers = generators.some((one) => one.id === defaultGenerator && one.takesOtherModels);
  const catalogued = catalogue.model(name);
  const provider = catalogued && catalogue.provider(catalogued.provider);
  const own = provider && keys[provider.id];
  if (!own && present.includes(name)) return undefined;
  if (!own && takesOthers) return !catalogued && hasOwnServer(keys) ? unclearModel(name) : undefined;
  if (provider) {
    const lacking = lackingKeys(provider, keys[provider.id]);
    return lacking.length === 0 ? undefined : `${name} needs user_keys.${provider.id} with ${lacking.join(', ')}`;
  }
  return `unknown model; this deployment has ${present.join(', ')}`;
}

/** Display description of a model. */
export function descriptionOf({ id, provider }: GeneratorDescription, { catalogue }: AvailableModels) {
  if (provider === 'local')
    return { title: 'Built-in reader', description: 'Answers with sentences of the context. Needs no server.' };
  const known = catalogue.model(id);
  const title = catalogue.provider(provider)?.title ?? provider;
  return known
    ? { title: known.title, description: `A model of ${title}, with the key of this deployment.` }
    : { title: id, description: 'A language model of the chat completions server of this deployment.' };
}

/** Display description of a model in the catalogue. */
export function otherDescriptionOf({ title, provider: id }: CatalogueModel, { catalogue }: AvailableModels) {
  if (id === 'openai_compat') return { title, description: 'A server of yours that speaks the protocol.' };
  const provider = catalogue.provider(id)?.title ?? id;
  return { title, description: `A model of ${provider}, with a key of yours.` };
}
