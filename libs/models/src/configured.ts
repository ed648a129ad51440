import { ConfigError } from '@lectern/config';
import { Logger } from '@nestjs/common';
import type { Embedder } from './embedder';
import { Embedders } from './embedders';
import { Generators } from './generators';
import { operatorFetch } from './hosted/chat-model';
import type { Timeouts } from './hosted/patience';
import { LocalGenerator } from './local/local-generator';
import type { ModelsConfig } from './models.config';
import { CONTEXT_TOKENS_DEFAULT, CONTEXT_TOKENS_MIN, contextWindowOf } from './openai-compatible/context-window';
import { OpenAiCompatibleEmbedder } from './openai-compatible/openai-compatible-embedder';
import { OpenAiCompatibleGenerator } from './openai-compatible/openai-compatible-generator';
import { operatorGenerators } from './providers/configured-providers';
import type { ProviderCatalogue } from './providers/provider-catalogue';
import { defaultEmbedderIds } from './store/catalogue';
import type { ModelStore } from './store/model-store';

/**
 * The built-in reader, the model of the configured server, and models of providers for which the operator has keys.
 *
 * @throws ConfigError when the default is none of them
 */
export async function configuredGenerators(config: ModelsConfig, catalogue: ProviderCatalogue): Promise<Generators> {
  const local = new LocalGenerator();
  const server = await serverGenerator(config);
  const all = [local, ...operatorGenerators(config, catalogue, timeoutsOf(config)), ...(server ? [server] : [])];
  const { GENERATOR: wanted } = config;
  if (wanted === 'openai-compatible' && !server)
    throw new ConfigError(['OPENAI_BASE_URL and OPENAI_MODEL are needed when GENERATOR is openai-compatible']);
  const id = wanted === 'openai-compatible' && server ? server.description.id : wanted;
  const ids = all.map(({ description }) => description.id);
  if (!ids.includes(id))
    throw new ConfigError([`GENERATOR is ${id}; there are ${['openai-compatible', ...ids].join(', ')}`]);
  return new Generators(all, id);
}

async function serverGenerator(config: ModelsConfig): Promise<OpenAiCompatibleGenerator | undefined> {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model, OPENAI_API_KEY: apiKey } = config;
  if (!baseUrl || !model) return undefined;
  const tokens = config.OPENAI_CONTEXT_TOKENS_MAX || (await contextWindowOf({ baseUrl, apiKey }, model, operatorFetch));
  if (tokens === undefined)
    new Logger(Generators.name).warn(
      `The model server does not say how many tokens ${model} takes: ${CONTEXT_TOKENS_DEFAULT} are assumed. OPENAI_CONTEXT_TOKENS_MAX settles it`,
    );
  return new OpenAiCompatibleGenerator({
    baseUrl,
    model,
    apiKey,
    contextTokensMax: Math.max(CONTEXT_TOKENS_MIN, tokens ?? CONTEXT_TOKENS_DEFAULT),
    vision: config.OPENAI_VISION,
    ...timeoutsOf(config),
  });
}

/**
 * The embedders of the store and of the server. If no setting names the default and the best one of the catalogue is
 * missing, logs which one replaces it.
 */
export async function configuredEmbedders(config: ModelsConfig, store: ModelStore): Promise<Embedders> {
  const embedders = await Embedders.open({
    store,
    preferred: config.EMBEDDER,
    workers: config.EMBEDDER_WORKERS,
    threads: config.EMBEDDER_THREADS,
    others: serverEmbedders(config),
  });
  const [best] = defaultEmbedderIds;
  if (config.EMBEDDER === undefined && embedders.defaultId !== best)
    new Logger(Embedders.name).warn(
      `${best} is not in the model store: new knowledge boxes use ${embedders.defaultId}. To change that, run "lectern models add ${best}" and start again; EMBEDDER=${embedders.defaultId} settles it`,
    );
  return embedders;
}

/** The embedder of the configured server, if any. @throws ConfigError when its server is missing */
function serverEmbedders(config: ModelsConfig): readonly Embedder[] {
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

/** Timeouts of providers. */
export function timeoutsOf(config: ModelsConfig): Timeouts {
  return {
    firstChunkMs: config.OPENAI_FIRST_CHUNK_TIMEOUT_MS,
    chunkMs: config.OPENAI_CHUNK_TIMEOUT_MS,
    totalMs: config.OPENAI_TOTAL_TIMEOUT_MS,
  };
}
