import type { OpenSearchOptions } from './opensearch.config';
import type { IndexNames } from './index-names';

/** Increases when documents or mappings change: indexes with a lower number are copied before use. */
export const MAPPING_VERSION = 1;

/** As in LanceDB; Lucene omits the factor k1 + 1, which queries add. */
export const bm25 = { k1: 1.2, b: 0.75 } as const;

/** How long a removed paragraph blocks a late write of it. */
const DELETIONS_KEPT = '10m';
/** Writers refresh after writing; this publishes the writes of one that died before its refresh. */
const REFRESHED_EVERY = '30s';
/** Length of the expressions that select facets; as long as a label may be. */
const PATTERN_CHARS_MAX = 70_000;

const exact = { type: 'keyword' } as const;
const exactWithoutColumn = { type: 'keyword', doc_values: false } as const;

const properties = {
  entry: exact,
  rid: exact,
  version: { type: 'long' },
  // Members of the one head document of a resource, which is its first paragraph if it has any.
  slots: { type: 'integer', index: false },
  changed: { type: 'long' },
  // Members of paragraphs.
  id: exact,
  terms: { type: 'text', analyzer: 'whitespace', similarity: 'paragraph', index_options: 'freqs' },
  words: { type: 'text', analyzer: 'whitespace', similarity: 'paragraph', index_options: 'positions' },
  fields: exactWithoutColumn,
  labels: exact,
  language: exact,
  groups: exactWithoutColumn,
  public: { type: 'boolean', doc_values: false },
  hidden: { type: 'boolean', doc_values: false },
  created: { type: 'long' },
  modified: { type: 'long' },
  stored: { type: 'object', enabled: false },
} as const;

/** Mapping and settings of an index of the zone, without its aliases. */
export function indexDefinition({ shards, replicasMax }: OpenSearchOptions) {
  return {
    settings: {
      number_of_shards: shards,
      auto_expand_replicas: `0-${replicasMax}`,
      refresh_interval: REFRESHED_EVERY,
      gc_deletes: DELETIONS_KEPT,
      max_regex_length: PATTERN_CHARS_MAX,
      similarity: { paragraph: { type: 'BM25', ...bm25 } },
    },
    mappings: { dynamic: 'strict', _meta: { version: MAPPING_VERSION }, properties },
  } as const;
}

/** Gives every new index of the zone its mapping, settings and the zone's alias. */
export function indexTemplate(names: IndexNames, options: OpenSearchOptions) {
  return {
    index_patterns: [names.pattern],
    priority: 500,
    version: MAPPING_VERSION,
    template: { ...indexDefinition(options), aliases: { [names.zone]: {} } },
    _meta: { description: 'Paragraphs of knowledge boxes by words, one index a box' },
  };
}
