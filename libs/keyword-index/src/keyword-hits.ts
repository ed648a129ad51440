import type { Query, Table } from '@lancedb/lancedb';
import { contentSql, filterSql, queryOptions, rankedRows, type RowIds, sqlText } from '@lectern/lance';
import {
  APPROXIMATIONS_PER_WORD_MAX,
  type DateOrder,
  type KeywordHit,
  type KeywordHits,
  type KeywordQuery,
  MATCHES_COUNTED_MAX,
} from './keyword-index';
import { fullTextQuery, withoutTermsSql } from './keyword-query';
import { wordsOf } from './keyword-words';
import { isUnranked, noHits } from './query-bounds';

/** Paragraphs that are read to learn how an unfinished word may go on. */
const COMPLETIONS_READ_MAX = 1_000;
const NEWEST: DateOrder = { by: 'created', direction: 'desc' };

/** Searches one table. @throws what the engine throws */
export async function findHits(table: Table, query: KeywordQuery, rowIds?: RowIds): Promise<KeywordHits> {
  if (isUnranked(query)) return findByDate(table, query);
  const search = await matching(table, query);
  if (!search) return noHits(query);
  return query.order ? findOrdered(search, query, query.order) : findBest(search, query, rowIds);
}

/**
 * What a query matches, ranked, to be limited and read; made again for each use. Undefined when no paragraph can match.
 */
export async function matching(
  table: Table,
  query: Pick<KeywordQuery, 'terms' | 'phrases' | 'excluded' | 'approximate' | 'filter'>,
): Promise<(() => Query) | undefined> {
  const ranking = fullTextQuery(query, await completionsOf(table, query));
  if (!ranking) return undefined;
  const { filter } = query;
  return () => {
    const ranked = table.query().fullTextSearch(ranking);
    return filter ? ranked.where(filterSql(filter)) : ranked;
  };
}

async function findBest(search: () => Query, query: KeywordQuery, rowIds?: RowIds): Promise<KeywordHits> {
  const { limit, minScore = 0, countMax } = query;
  const rows = await rankedRows(() => search().limit(limit + 1), '_score', rowIds);
  const best = new Map<string, number>();
  for (const { id, value: score } of rows) if (score >= minScore) best.set(id, Math.max(score, best.get(id) ?? 0));
  const hits = [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || compare(a.id, b.id));
  const isAll = rows.length <= limit;
  return {
    hits: hits.slice(0, limit),
    more: hits.length > limit,
    ...(countMax !== undefined && {
      total: isAll ? Math.min(hits.length, countMax) : await countMatches(search, minScore, countMax),
    }),
  };
}

async function countMatches(search: () => Query, minScore: number, countMax: number): Promise<number> {
  if (countMax === 0) return 0;
  const answer = await search().limit(countMax).select(['_score']).withRowId().toArrow(queryOptions);
  if (minScore === 0) return answer.numRows;
  let count = 0;
  for (const score of answer.getChild('_score') ?? []) count += Number(Number(score) >= minScore);
  return count;
}

/** Of more matches than can be counted, the best are ordered. */
async function findOrdered(search: () => Query, query: KeywordQuery, order: DateOrder): Promise<KeywordHits> {
  const { limit, minScore = 0, countMax } = query;
  const answer = await search().limit(MATCHES_COUNTED_MAX).select(['id', '_score', order.by]).toArrow(queryOptions);
  const [ids, scores, dates] = [answer.getChild('id'), answer.getChild('_score'), answer.getChild(order.by)];
  const found = new Map<string, KeywordHit & { readonly date: number }>();
  for (let i = 0; i < answer.numRows; i += 1) {
    const [id, score] = [String(ids?.get(i)), Number(scores?.get(i))];
    if (score >= minScore) found.set(id, { id, score, date: Number(dates?.get(i)) });
  }
  const sign = order.direction === 'asc' ? 1 : -1;
  const hits = [...found.values()].sort((a, b) => sign * (a.date - b.date) || compare(a.id, b.id));
  return {
    hits: hits.slice(0, limit).map(({ id, score }) => ({ id, score })),
    more: hits.length > limit,
    ...(countMax !== undefined && { total: Math.min(hits.length, countMax) }),
  };
}

async function findByDate(table: Table, query: KeywordQuery): Promise<KeywordHits> {
  const { excluded, filter, limit, countMax, order = NEWEST } = query;
  const condition = [contentSql(filter), ...withoutTermsSql(excluded)].join(' AND ');
  const search = table
    .query()
    .select(['id', order.by])
    .where(condition)
    .orderBy([
      { columnName: order.by, ascending: order.direction === 'asc' },
      { columnName: 'id', ascending: true },
    ])
    .limit(limit + 1);
  const [answer, total] = await Promise.all([
    search.toArrow(queryOptions),
    countMax === undefined ? undefined : table.countRows(condition),
  ]);
  const ids = [...new Set([...(answer.getChild('id') ?? [])].map(String))];
  return {
    hits: ids.slice(0, limit).map((id) => ({ id, score: 1 })),
    more: ids.length > limit,
    ...(countMax !== undefined && { total: Math.min(total ?? 0, countMax) }),
  };
}

/** Words of the box that begin as unfinished words of the query do, the most frequent of what is read. */
async function completionsOf(
  table: Table,
  { approximate = [], filter }: Pick<KeywordQuery, 'approximate' | 'filter'>,
): Promise<readonly string[]> {
  const beginnings = wordsOf(approximate.filter(({ prefix }) => prefix).map(({ word }) => word));
  const found = await Promise.all(
    beginnings.map(async (beginning) => {
      const begins = `contains(concat(' ', words), ${sqlText(` ${beginning}`)})`;
      const condition = [contentSql(filter), begins].join(' AND ');
      const rows = table.query().select(['words']).where(condition).limit(COMPLETIONS_READ_MAX);
      return completionsIn((await rows.toArrow(queryOptions)).getChild('words') ?? [], beginning);
    }),
  );
  return [...new Set(found.flat())];
}

function completionsIn(texts: Iterable<unknown>, beginning: string): string[] {
  const times = new Map<string, number>();
  for (const text of texts)
    for (const word of String(text).split(' '))
      if (word.startsWith(beginning)) times.set(word, (times.get(word) ?? 0) + 1);
  const frequent = [...times].sort(([a, timesA], [b, timesB]) => timesB - timesA || compare(a, b));
  return frequent.slice(0, APPROXIMATIONS_PER_WORD_MAX).map(([word]) => word);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
