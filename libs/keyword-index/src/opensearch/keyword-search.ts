import { createHash } from 'node:crypto';
import { compareTexts } from '@lectern/text';
import type { API } from '@opensearch-project/opensearch';
import {
  type ApproximateWord,
  APPROXIMATIONS_PER_WORD_MAX,
  type DateOrder,
  type Exclusions,
  type KeywordHit,
  type KeywordQuery,
  OWN_MATCHES_MAX,
} from '../keyword-index';
import { splitTerms, timesSaid, wordsOfTerms } from '../keyword-words';
import { isUnranked } from '../query-bounds';
import { type EngineQuery, filterQuery, paragraphsOnly } from './filter-query';
import { bm25 } from './index-definition';
import { titleTermMark } from './paragraph-document';

/** Limit for distinct terms and for phrases; the engine accepts 1,024 clauses. */
const CLAUSES_MAX = 450;

/** Ties by least id, as in the embedded index. */
const byScore: SearchRequest['body'] = { sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }] };

type SearchRequest = API.Search_Request;
type Matched = Exclusions & Pick<KeywordQuery, 'terms' | 'phrases' | 'approximate' | 'filter' | 'ids'>;

const NEWEST: DateOrder = { by: 'created', direction: 'desc' };

/**
 * The first search finds one hit more than requested, if any, and counts the matches. With terms, a second search
 * counts all matches and a third those whose own text matches. When the first need not count, it skips most documents
 * with common words.
 */
export function searchRequests(index: string, query: KeywordQuery, timeoutMs: number): SearchRequest[] {
  const found = searchRequest(index, query, timeoutMs);
  return isCountedApart(query) ? [found, ...countRequests(index, query, timeoutMs)] : [found];
}

function searchRequest(index: string, query: KeywordQuery, timeoutMs: number): SearchRequest {
  return {
    ...alike(index, query),
    body: {
      size: query.limit + 1,
      timeout: `${timeoutMs}ms`,
      track_total_hits: isCountedApart(query) ? false : (query.countMax ?? false),
      track_scores: query.order !== undefined || !isUnranked(query),
      stored_fields: '_none_',
      docvalue_fields: [{ field: 'id' }],
      ...(isUnranked(query) ? byDate(query.order ?? NEWEST) : { ...byScore, min_score: query.minScore }),
      ...(query.order && byDate(query.order)),
      query: matchQuery(query),
    },
  };
}

/** Count all matches, and those whose own text matches, as far as these are distinguished. */
function countRequests(index: string, query: KeywordQuery, timeoutMs: number): SearchRequest[] {
  const { countMax = 0 } = query;
  return [
    countRequest(index, query, { timeoutMs, countMax: Math.max(countMax, OWN_MATCHES_MAX + 1) }),
    countRequest(index, query, { timeoutMs, countMax: Math.min(countMax, OWN_MATCHES_MAX), own: ownQuery(query) }),
  ];
}

interface CountOptions {
  readonly timeoutMs: number;
  readonly countMax: number;
  readonly own?: EngineQuery;
}

/** Without scores where they do not matter. */
function countRequest(index: string, query: KeywordQuery, { timeoutMs, countMax, own }: CountOptions): SearchRequest {
  const { minScore = 0 } = query;
  const isScored = minScore > 0;
  return {
    ...alike(index, query),
    body: {
      size: 0,
      timeout: `${timeoutMs}ms`,
      track_total_hits: countMax,
      ...(isScored && { min_score: minScore }),
      query: isScored ? matchQuery(query, own) : unscoredQuery(query, own),
    },
  };
}

function isCountedApart({ terms, countMax = 0 }: KeywordQuery): boolean {
  return countMax > 0 && wordsOfTerms(terms).length > 0;
}

function alike(index: string, query: KeywordQuery) {
  return {
    index,
    preference: preferenceOf(query),
    // Uses the statistics of all shards; with one shard it makes no difference.
    search_type: 'dfs_query_then_fetch',
    allow_partial_search_results: false,
  } as const;
}

/** The matching paragraphs, scored if there is something to rank by. */
export function matchQuery(query: Matched, own?: EngineQuery): EngineQuery {
  const mustNot = excludedClauses(query);
  if (isUnranked(query)) return { bool: { filter: [paragraphsOnly, ...filterClauses(query)], must_not: mustNot } };
  return {
    bool: {
      boost: bm25.k1 + 1,
      should: rankingClauses(query),
      minimum_should_match: 1,
      must_not: mustNot,
      filter: [...(own ? [own] : []), ...filterClauses(query)],
    },
  };
}

/** The same where scores do not matter. */
export function unscoredQuery(query: Matched, own?: EngineQuery): EngineQuery {
  const matched = isUnranked(query) ? [paragraphsOnly] : [{ bool: { should: rankingClauses(query) } }];
  const filter = [own ?? matched, ...filterClauses(query)].flat();
  return { bool: { filter, must_not: excludedClauses(query) } };
}

function byDate({ by, direction }: DateOrder): SearchRequest['body'] {
  return { sort: [{ [by]: { order: direction } }, { id: { order: 'asc' } }] };
}

function rankingClauses({ terms, ...words }: Matched): EngineQuery[] {
  const times = [...timesSaid(wordsOfTerms(terms))].slice(0, CLAUSES_MAX);
  return [
    ...times.map(([value, boost]): EngineQuery => ({ term: { terms: { value, boost } } })),
    ...wordClauses(words),
  ];
}

/** Matches by a paragraph's own text. */
export function ownQuery(query: Matched): EngineQuery {
  return { bool: { should: ownClauses(query), minimum_should_match: 1 } };
}

/** A term matches unless it is marked as one of the title alone. */
function ownClauses({ terms, ...words }: Matched): EngineQuery[] {
  const { distinct, rest } = splitTerms(terms);
  const others = rest.slice(0, CLAUSES_MAX - distinct.length);
  return [
    ...distinct.map((term): EngineQuery => {
      return { bool: { filter: [{ term: { terms: term } }], must_not: [{ term: { fields: titleTermMark(term) } }] } };
    }),
    ...(others.length === 0 ? [] : [{ terms: { terms: others } }]),
    ...wordClauses(words),
  ];
}

function wordClauses({ phrases, approximate = [] }: Pick<Matched, 'phrases' | 'approximate'>): EngineQuery[] {
  return [...phraseClauses(phrases), ...approximate.flatMap(approximateClauses)];
}

function phraseClauses(phrases: KeywordQuery['phrases']): EngineQuery[] {
  const sequences = phrases.map((words) => wordsOfTerms(words).join(' ')).filter((words) => words !== '');
  return sequences.slice(0, CLAUSES_MAX).map((words) => ({ match_phrase: { words } }));
}

/** Scored by the frequency of the words found, like exact words. */
function approximateClauses({ word, edits, prefix }: ApproximateWord): EngineQuery[] {
  const rewrite = `top_terms_blended_freqs_${APPROXIMATIONS_PER_WORD_MAX}`;
  return wordsOfTerms([word]).flatMap((value): EngineQuery[] => [
    edits === 0 ? { term: { words: { value } } } : { fuzzy: { words: { value, fuzziness: edits, rewrite } } },
    ...(prefix ? [{ prefix: { words: { value, rewrite } } }] : []),
  ]);
}

function excludedClauses({ excluded, excludedPhrases = [] }: Exclusions): EngineQuery[] {
  const words = wordsOfTerms(excluded);
  return [...(words.length === 0 ? [] : [{ terms: { terms: words } }]), ...phraseClauses(excludedPhrases)];
}

function filterClauses({ filter, ids }: Pick<KeywordQuery, 'filter' | 'ids'>): EngineQuery[] {
  return [...(filter ? [filterQuery(filter)] : []), ...(ids ? [{ terms: { id: [...ids] } }] : [])];
}

/** The same query goes to the same copy of a shard, since statistics may differ slightly between copies. */
function preferenceOf({ terms, phrases }: KeywordQuery): string {
  return createHash('sha1')
    .update(JSON.stringify([terms, phrases]))
    .digest('hex');
}

/** In the requested order, otherwise best first, ties by id; one hit per id. */
export function hitsOf(body: API.Search_ResponseBody, isOrdered = false): KeywordHit[] {
  const best = new Map<string, number>();
  for (const { fields, _score } of body.hits.hits) {
    const [id]: unknown[] = fields?.['id'] ?? [];
    // Unranked hits have no scores.
    const score = typeof _score === 'number' ? _score : 1;
    if (typeof id === 'string') best.set(id, Math.max(score, best.get(id) ?? 0));
  }
  const hits = [...best].map(([id, score]) => ({ id, score }));
  return isOrdered || hits.every(({ score }) => score === 1)
    ? hits
    : hits.sort((a, b) => b.score - a.score || compareTexts(a.id, b.id));
}

/** Total of the hits found, or of the searches that counted all matches and own matches. */
export function totalOf([found, all, own]: readonly API.Search_ResponseBody[], countMax: number): number {
  if (!found) return 0;
  if (!all || !own) return countedIn(found, countMax);
  const isLookedAt = countedIn(all) <= OWN_MATCHES_MAX;
  return countedIn(isLookedAt ? own : all, countMax);
}

/** The number of counted matches. */
export function countedIn(body: API.Search_ResponseBody, countMax = Infinity): number {
  const total: unknown = body.hits.total;
  const value: unknown = typeof total === 'object' && total !== null ? Reflect.get(total, 'value') : total;
  return Math.min(Number(value ?? 0), countMax);
}
