import { choice, configSlice, integer, list, optionalText, text } from '@lectern/config';

export const qdrantConfig = configSlice('qdrant', {
  QDRANT_URL: optionalText({
    doc: 'address of Qdrant with its port; vectors are kept in INDEX_DIR when absent',
    pattern: /^https?:\/\/[^\s?#]+$/,
  }),
  QDRANT_API_KEY: optionalText({ doc: 'key that Qdrant asks for', secret: true }),
  QDRANT_COLLECTION_PREFIX: text({
    doc: 'beginning of the names of collections; zones that share a Qdrant have different ones',
    pattern: /^[a-z0-9][a-z0-9_-]{0,62}$/,
    fallback: 'lectern',
  }),
  QDRANT_TIMEOUT_MS: integer({
    doc: 'what a search in Qdrant may take before results go without it',
    min: 100,
    max: 60_000,
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
