import { ConfigError } from '@lectern/config';
import type { Embedder } from './embedder';
import { Generators } from './generators';
import type { Timeouts } from './hosted/patience';
import { LocalGenerator } from './local/local-generator';
import type { ModelsConfig } from './models.config';
import { OpenAiCompatibleEmbedder } from './openai-compatible/openai-compatible-embedder';
import { OpenAiCompatibleGenerator } from './openai-compatible/openai-compatible-generator';

/**
 * The built-in reader, and the model of the server when one is named.
 *
 * @throws ConfigError when the server is the default and not named
 */
export function configuredGenerators(config: ModelsConfig): Generators {
  const local = new LocalGenerator();
  const { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model, GENERATOR: wanted } = config;
  if (!baseUrl || !model) {
    if (wanted === 'local') return new Generators([local], local.description.id);
    throw new ConfigError(['OPENAI_BASE_URL and OPENAI_MODEL are needed when GENERATOR is openai-compatible']);
  }
  const hosted = new OpenAiCompatibleGenerator({
    baseUrl,
    model,
    apiKey: config.OPENAI_API_KEY,
    contextTokensMax: config.OPENAI_CONTEXT_TOKENS_MAX,
    vision: config.OPENAI_VISION,
    ...timeoutsOf(config),
  });
  return new Generators([local, hosted], (wanted === 'local' ? local : hosted).description.id);
}

/** The embedder of the server, when one is named. @throws ConfigError when its server is not */
export function configuredServerEmbedders(config: ModelsConfig): readonly Embedder[] {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_EMBEDDING_MODEL: model } = config;
  if (!model) return [];
  if (!baseUrl) throw new ConfigError(['OPENAI_BASE_URL is needed for OPENAI_EMBEDDING_MODEL']);
  return [
    new OpenAiCompatibleEmbedder({
      baseUrl,
      model,
      apiKey: config.OPENAI_API_KEY,
      dimensions: config.OPENAI_EMBEDDING_DIMENSIONS,
      tokensMax: config.OPENAI_EMBEDDING_TOKENS_MAX,
      timeoutMs: config.OPENAI_FIRST_CHUNK_TIMEOUT_MS,
    }),
  ];
}

/** How long providers are waited for. */
export function timeoutsOf(config: ModelsConfig): Timeouts {
  return {
    firstChunkMs: config.OPENAI_FIRST_CHUNK_TIMEOUT_MS,
    chunkMs: config.OPENAI_CHUNK_TIMEOUT_MS,
    totalMs: config.OPENAI_TOTAL_TIMEOUT_MS,
  };
}
