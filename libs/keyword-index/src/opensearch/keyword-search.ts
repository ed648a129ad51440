import { createHash } from 'node:crypto';
import type { API } from '@opensearch-project/opensearch';
import type { KeywordHit, KeywordQuery } from '../keyword-index';
import { timesSaid, wordsOf } from '../keyword-words';
import { type EngineQuery, filterQuery, paragraphsOnly } from './filter-query';
import { bm25 } from './index-definition';

/** Of distinct terms and of phrases each; the engine takes 1,024 clauses. */
const CLAUSES_MAX = 450;

type SearchRequest = API.Search_Request;

/** What finds one hit more than requested, if there is one. */
export function searchRequest(index: string, query: KeywordQuery, timeoutMs: number): SearchRequest {
  const wanted = rankingClauses(query);
  return {
    index,
    preference: preferenceOf(query),
    // Statistics of all shards; with one shard it makes no difference.
    search_type: 'dfs_query_then_fetch',
    allow_partial_search_results: false,
    body: {
      size: query.limit + 1,
      timeout: `${timeoutMs}ms`,
      track_total_hits: false,
      stored_fields: '_none_',
      docvalue_fields: [{ field: 'id' }],
      ...(wanted.length > 0 ? ranked(query, wanted) : newest(query)),
    },
  };
}

function ranked(query: KeywordQuery, wanted: EngineQuery[]): SearchRequest['body'] {
  return {
    min_score: query.minScore,
    query: {
      bool: {
        boost: bm25.k1 + 1,
        should: wanted,
        minimum_should_match: 1,
        must_not: excludedClauses(query.excluded),
        filter: filterClauses(query),
      },
    },
  };
}

function newest(query: KeywordQuery): SearchRequest['body'] {
  const filter = [paragraphsOnly, ...filterClauses(query)];
  return {
    sort: [{ created: { order: 'desc' } }, { id: { order: 'asc' } }],
    query: { bool: { filter, must_not: excludedClauses(query.excluded) } },
  };
}

function rankingClauses({ terms, phrases }: KeywordQuery): EngineQuery[] {
  const times = [...timesSaid(wordsOf(terms))].slice(0, CLAUSES_MAX);
  const sequences = phrases.map((words) => wordsOf(words).join(' ')).filter((words) => words !== '');
  return [
    ...times.map(([value, boost]): EngineQuery => ({ term: { terms: { value, boost } } })),
    ...sequences.slice(0, CLAUSES_MAX).map((words): EngineQuery => ({ match_phrase: { words } })),
  ];
}

function excludedClauses(excluded: readonly string[]): EngineQuery[] {
  const words = wordsOf(excluded);
  return words.length === 0 ? [] : [{ terms: { terms: words } }];
}

function filterClauses({ filter }: KeywordQuery): EngineQuery[] {
  return filter ? [filterQuery(filter)] : [];
}

/** The same question goes to the same copies of a shard, whose statistics may differ a little from those of others. */
function preferenceOf({ terms, phrases }: KeywordQuery): string {
  return createHash('sha1')
    .update(JSON.stringify([terms, phrases]))
    .digest('hex');
}

/** Best first, ties by id, one for each id. */
export function hitsOf(body: API.Search_ResponseBody): KeywordHit[] {
  const best = new Map<string, number>();
  for (const { fields, _score } of body.hits.hits) {
    const [id]: unknown[] = fields?.['id'] ?? [];
    // Without a ranking there are no scores.
    const score = typeof _score === 'number' ? _score : 1;
    if (typeof id === 'string') best.set(id, Math.max(score, best.get(id) ?? 0));
  }
  const hits = [...best].map(([id, score]) => ({ id, score }));
  return hits.every(({ score }) => score === 1) ? hits : hits.sort((a, b) => b.score - a.score || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
