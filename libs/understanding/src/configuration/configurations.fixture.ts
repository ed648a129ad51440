import { InProcessBus } from '@lectern/bus';
import {
  type Embedders,
  type Generators,
  ProviderCatalogue,
  ProviderEmbedders,
  ProviderGenerators,
  type Rerankers,
} from '@lectern/models';
import { AssumedRoles } from '../assumed-role/assumed-roles';
import { CustomModelRows, type StoredCustomModel } from '../account-model/custom-model-rows';
import { ModelConfigurationRows, type StoredModelConfiguration } from '../account-model/model-configuration-rows';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { ConfigurationRows, type StoredConfiguration } from './configuration-rows';
import { DeploymentModels } from './deployment-models';
import { EmbeddingModelFinder } from './embedding-model-finder';
import { GenerativeModels } from './generative-models';
import { LearningConfigurations } from './learning-configurations';

/** Configurations without a database, of boxes in other zones. @param stored the choices of each box */
export function configurationsOf(
  [embedders, ...others]: readonly [Embedders, Generators, Rerankers],
  stored: () => StoredConfiguration | undefined = () => undefined,
): LearningConfigurations {
  const rows = Object.assign(Object.create(ConfigurationRows.prototype), {
    find: async () => stored(),
    findGuarded: async () => ({ stored: stored(), isGuarded: true }),
  });
  const boxes = Object.assign(Object.create(BoxEmbeddingModels.prototype), { find: async () => undefined });
  return new LearningConfigurations(
    rows,
    boxes,
    new DeploymentModels(embedders, unreachableEmbedders(), ...others, unreachableProviders()),
  );
}

/** Generative models of a deployment. @param configured models configured by accounts */
export function generativeModelsOf(
  generators: Generators,
  configured: readonly StoredModelConfiguration[] = [],
  custom: readonly StoredCustomModel[] = [],
): GenerativeModels {
  const find = async ({ account, id }: { account: string; id: string }) =>
    configured.find((one) => one.account === account && one.id === id);
  const rows = Object.assign(Object.create(ModelConfigurationRows.prototype), { find });
  const customRows = Object.assign(Object.create(CustomModelRows.prototype), {
    find: async ({ account, location }: { account: string; location: string }) =>
      custom.find((one) => one.account === account && one.location === location),
  });
  return new GenerativeModels(generators, unreachableProviders(), rows, customRows, assumedRoles());
}

/** Returns the same credentials for every account. */
export function assumedRoles(areAvailable = true): AssumedRoles {
  const credentialsOf = async () => ({ access_key: 'ASIA', secret_key: 'sk', session_token: 'st' });
  return Object.create(AssumedRoles.prototype, {
    credentialsOf: { value: credentialsOf },
    areAvailable: { value: areAvailable },
  });
}

/** Embedding models of a deployment, and of a box with stored keys. */
export function embeddingModelsOf(
  embedders: Embedders,
  stored: () => StoredConfiguration | undefined = () => undefined,
): EmbeddingModelFinder {
  const rows = Object.assign(Object.create(ConfigurationRows.prototype), { find: async () => stored() });
  return new EmbeddingModelFinder(embedders, unreachableEmbedders(), rows, new InProcessBus());
}

/** All embedding models of the catalogue, none reachable. */
export function unreachableEmbedders(): ProviderEmbedders {
  return new ProviderEmbedders({ timeoutMs: 1_000, fetch: () => Promise.reject(new Error('unreachable')) });
}

/** All providers of the catalogue, none reachable. */
export function unreachableProviders(): ProviderGenerators {
  const timeouts = { firstChunkMs: 1_000, chunkMs: 1_000, totalMs: 1_000 };
  const fetch = () => Promise.reject(new Error('unreachable'));
  return new ProviderGenerators(new ProviderCatalogue(), { timeouts, fetch });
}
