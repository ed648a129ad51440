import type { OpenSearchOptions } from './opensearch.config';
import type { IndexNames } from './index-names';

/** Grows when documents or mappings change: indexes with an older number are copied before they are used. */
export const MAPPING_VERSION = 1;

/** As LanceDB counts; Lucene leaves out the factor k1 + 1, which queries put back. */
export const bm25 = { k1: 1.2, b: 0.75 } as const;

/** How long a paragraph's removal outlasts a late write of it. */
const DELETIONS_KEPT = '10m';
/** Writers refresh what they write; this shows what one left behind that died in between. */
const REFRESHED_EVERY = '30s';
/** Of the expressions that facets are chosen by; as long as a label may be. */
const PATTERN_CHARS_MAX = 70_000;

const exact = { type: 'keyword' } as const;
const exactWithoutColumn = { type: 'keyword', doc_values: false } as const;

const properties = {
  entry: exact,
  rid: exact,
  version: { type: 'long' },
  // Of the one document that stands for a resource, its first paragraph if it has any.
  slots: { type: 'integer', index: false },
  changed: { type: 'long' },
  // Of paragraphs.
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

/** Mapping and settings of an index of the zone, apart from its aliases. */
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

/** Gives every index of the zone its mapping, settings and the zone's alias when it is made. */
export function indexTemplate(names: IndexNames, options: OpenSearchOptions) {
  return {
    index_patterns: [names.pattern],
    priority: 500,
    version: MAPPING_VERSION,
    template: { ...indexDefinition(options), aliases: { [names.zone]: {} } },
    _meta: { description: 'Paragraphs of knowledge boxes by words, one index a box' },
  };
}
