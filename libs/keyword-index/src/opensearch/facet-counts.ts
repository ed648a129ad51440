import type { API, Types } from '@opensearch-project/opensearch';
import { AppError, isEntity, isEntityGroup, labelPath } from '@lectern/contracts/core';
import { type FacetScope, OWN_MATCHES_MAX } from '../keyword-index';
import { wordsOfTerms } from '../keyword-words';
import { countedIn, ownQuery, unscoredQuery } from './keyword-search';

const CHILDREN_MAX = 50;
/** Values that each shard returns when there are several, so that they include the most frequent ones overall. */
const CHILDREN_PER_SHARD_MAX = 1_000;
const PATH_CHARS_MAX = 30_000;
const LANGUAGES = '/language';
const most: Types.Common_Aggregations.TermsAggregationFields = {
  size: CHILDREN_MAX,
  shard_size: CHILDREN_PER_SHARD_MAX,
  order: [{ _count: 'desc' }, { _key: 'asc' }],
};

type Counts = Record<string, Record<string, number>>;
type Aggregation = Types.Common_Aggregations.AggregationContainer;

/**
 * The request that counts the matches, which decides whether matches by title alone count; undefined where titles do
 * not matter.
 */
export function facetMatchesRequest(index: string, scope: FacetScope): API.Search_Request | undefined {
  const whole = wholeQuery(scope);
  if (wordsOfTerms(whole.terms).length === 0) return undefined;
  const body = { size: 0, track_total_hits: OWN_MATCHES_MAX + 1, query: unscoredQuery(whole) };
  return { index, allow_partial_search_results: false, body };
}

/** Whether the counted matches are so few that matches by title alone do not count. */
export function areFewCounted(counted: API.Search_ResponseBody | undefined): boolean {
  return counted !== undefined && countedIn(counted) <= OWN_MATCHES_MAX;
}

/** @throws AppError `invalid_request` for a path that no label can have */
export function facetsRequest(
  index: string,
  paths: readonly string[],
  { scope, isOwn }: { readonly scope: FacetScope; readonly isOwn: boolean },
): API.Search_Request {
  const whole = wholeQuery(scope);
  return {
    index,
    allow_partial_search_results: false,
    body: {
      size: 0,
      query: unscoredQuery(whole, isOwn ? ownQuery(whole) : undefined),
      aggs: Object.fromEntries(paths.map((path, i) => [`path${i}`, childrenOf(path)])),
    },
  };
}

function wholeQuery(scope: FacetScope) {
  return { terms: [], phrases: [], excluded: [], ...scope };
}

export function facetCounts(paths: readonly string[], body: API.Search_ResponseBody): Counts {
  const counts = paths.map((path, i) => {
    const prefix = path === LANGUAGES ? `${LANGUAGES}/` : '';
    const children = bucketsOf(body.aggregations?.[`path${i}`]).map(({ key, doc_count }) => [prefix + key, doc_count]);
    return [path, Object.fromEntries(children)];
  });
  return Object.fromEntries(counts);
}

function childrenOf(path: string): Aggregation {
  if (path === LANGUAGES) return termsOf('language', most);
  if (path.length > PATH_CHARS_MAX)
    throw new AppError('invalid_request', `A facet has at most ${PATH_CHARS_MAX} characters`);
  return termsOf('labels', { include: childPattern(labelPath(path)), ...most });
}

function childPattern(path: string): string | string[] {
  // No label is empty, so this selects no values.
  if (isEntity(path)) return [''];
  return `${literally(path)}/${isEntityGroup(path) ? '.+' : '[^/]+'}`;
}

/** The client's type of this aggregation lacks its field. */
export function termsOf(field: string, options: Types.Common_Aggregations.TermsAggregationFields): Aggregation {
  const terms = { field, ...options };
  return { terms };
}

/** In Lucene's expressions, a backslash escapes a character. */
function literally(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}/]/gu, String.raw`\$&`);
}

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

/** The buckets of a terms aggregation, which the client types as a union of all kinds. */
export function bucketsOf(aggregation: unknown): readonly Bucket[] {
  const buckets: unknown =
    typeof aggregation === 'object' && aggregation !== null ? Reflect.get(aggregation, 'buckets') : [];
  // The engine answers a terms aggregation with such buckets.
  return Array.isArray(buckets) ? (buckets as Bucket[]) : [];
}
