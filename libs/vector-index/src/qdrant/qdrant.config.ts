import { choice, type ConfigOf, configSlice, integer, list, optionalText, readConfig } from '@lectern/config';
import type { QdrantOptions } from './qdrant-vector-index';

export const qdrantConfig = configSlice('qdrant', {
  QDRANT_URL: optionalText({
    doc: 'address of Qdrant with its port; vectors are kept in INDEX_DIR when absent',
    pattern: /^https?:\/\/[^\s?#]+$/,
  }),
  QDRANT_API_KEY: optionalText({ doc: 'key that Qdrant asks for', secret: true }),
  QDRANT_COLLECTION_PREFIX: optionalText({
    doc: 'what the names of all collections of this zone begin with; absent: lectern-, then ZONE_SLUG',
    pattern: /^[a-z0-9][a-z0-9_-]{0,99}$/,
  }),
  QDRANT_TIMEOUT_MS: integer({
    doc: 'what a search in Qdrant may take before results go without it',
    min: 100,
    // A find has 15 s and needs some of them to continue without the vector search.
    max: 12_000,
    fallback: 5_000,
  }),
  QDRANT_QUANTIZATION: choice(['none', 'scalar'], {
    doc: 'scalar keeps a byte a dimension in memory and the full vectors on disk, which rescore what was found',
    fallback: 'none',
  }),
  QDRANT_LARGE_BOXES: list({
    doc: 'ids of knowledge boxes with collections of their own; rebuild the index of one after it was added or taken away',
    fallback: '',
  }),
  QDRANT_SHARDS: integer({ doc: 'shards of a collection that is made', min: 1, max: 1_024, fallback: 1 }),
  QDRANT_REPLICAS: integer({ doc: 'copies of each shard of a collection that is made', min: 1, max: 16, fallback: 1 }),
});

/** The options in the environment; `undefined` when it names no Qdrant. */
export function qdrantOptions(
  zone: string,
  config: ConfigOf<typeof qdrantConfig> = readConfig(qdrantConfig),
): Omit<QdrantOptions, 'role'> | undefined {
  if (!config.QDRANT_URL) return undefined;
  return {
    url: config.QDRANT_URL,
    apiKey: config.QDRANT_API_KEY,
    prefix: config.QDRANT_COLLECTION_PREFIX ?? `lectern-${zone}`,
    timeoutMs: config.QDRANT_TIMEOUT_MS,
    largeBoxes: config.QDRANT_LARGE_BOXES,
    quantization: config.QDRANT_QUANTIZATION,
    shards: config.QDRANT_SHARDS,
    replicas: config.QDRANT_REPLICAS,
  };
}
