import { ProviderCatalogue, ProviderEmbedders } from '@lectern/models';
import type { AvailableModels } from './available-models';

const reads = { provider: 'local', followsPrompts: false, takesOtherModels: false };
const writes = { provider: 'openai_compat', followsPrompts: true, takesOtherModels: true };
const scores = { defaultMinScore: 0.3, fusionWeight: 1, fusionWeightElsewhere: 1 };

/** The built-in reader and two embedders, the default deployment. */
export const localModels: AvailableModels = {
  embedders: [
    { id: 'minilm-l6', languages: ['en'], dimensions: 384, tokensMax: 256, ...scores },
    { id: 'lexical', languages: ['*'], dimensions: 1_024, ...scores },
  ],
  defaultEmbedder: 'minilm-l6',
  generators: [{ id: 'local', languages: ['*'], contextTokensMax: 33_000, vision: false, ...reads }],
  defaultGenerator: 'local',
  ownEmbedders: new ProviderEmbedders({ timeoutMs: 1_000, fetch: () => Promise.reject(new Error('Not asked')) }),
  catalogue: new ProviderCatalogue(),
};

/** With a model server as the default. */
export const servedModels: AvailableModels = {
  ...localModels,
  generators: [
    ...localModels.generators,
    { id: 'served', languages: ['*'], contextTokensMax: 8_000, vision: true, ...writes },
  ],
  defaultGenerator: 'served',
};
