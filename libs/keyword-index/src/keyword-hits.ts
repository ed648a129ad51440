import type { Table } from '@lancedb/lancedb';
import { withEqualHits } from '@lectern/index-engine';
import { contentSql, queryOptions, rankedRows, type RowIds, sqlIn } from '@lectern/lance';
import {
  type DateOrder,
  HITS_MAX,
  type KeywordHit,
  type KeywordHits,
  type KeywordQuery,
  MATCHES_COUNTED_MAX,
} from './keyword-index';
import { matching, type Matches } from './keyword-matches';
import { withoutExcludedSql } from './keyword-query';
import { countOwnMatches, standInTitles } from './own-matches';
import { isUnranked, noHits } from './query-bounds';

const NEWEST: DateOrder = { by: 'created', direction: 'desc' };

/** Searches one table. @throws what the engine throws */
export async function findHits(table: Table, query: KeywordQuery, rowIds?: RowIds): Promise<KeywordHits> {
  if (isUnranked(query)) return findByDate(table, query);
  const matches = await matching(table, query);
  if (!matches) return noHits(query);
  const [found, isInTitles] = await Promise.all([
    query.order ? findOrdered(matches, query, query.order) : findBest(matches, query, rowIds),
    query.countMax ? standInTitles(table, query) : false,
  ]);
  const { matched, ...hits } = found;
  if (query.countMax === undefined) return hits;
  const { countMax } = query;
  if (matched === 0 || countMax === 0) return { ...hits, total: 0 };
  if (isInTitles) return { ...hits, total: await countOwnMatches(matches, { ...query, countMax, matched }) };
  return {
    ...hits,
    total: matched === undefined ? await countMatches(matches, query, countMax) : Math.min(matched, countMax),
  };
}

/** With how many there are, where that is known by then. */
interface Found extends Omit<KeywordHits, 'total'> {
  readonly matched?: number;
}

async function findBest({ search }: Matches, query: KeywordQuery, rowIds?: RowIds): Promise<Found> {
  const { limit, minScore = 0 } = query;
  const read = (size: number) => rankedRows(() => search().limit(size), '_score', rowIds);
  const rows = await withEqualHits(read, { limit, max: HITS_MAX + 1, scoreOf: ({ value }) => value });
  const best = new Map<string, number>();
  for (const { id, value: score } of rows) if (score >= minScore) best.set(id, Math.max(score, best.get(id) ?? 0));
  const hits = [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || compare(a.id, b.id));
  const isAll = rows.length <= limit;
  return {
    hits: hits.slice(0, limit),
    more: hits.length > limit,
    ...(isAll && { matched: hits.length }),
  };
}

async function countMatches(
  { search }: Matches,
  { minScore = 0 }: Pick<KeywordQuery, 'minScore'>,
  countMax: number,
): Promise<number> {
  const answer = await search().limit(countMax).select(['_score']).withRowId().toArrow(queryOptions);
  if (minScore === 0) return answer.numRows;
  let count = 0;
  for (const score of answer.getChild('_score') ?? []) count += Number(Number(score) >= minScore);
  return count;
}

/** Of more matches than can be counted, the best are ordered. */
async function findOrdered({ search }: Matches, query: KeywordQuery, order: DateOrder): Promise<Found> {
  const { limit, minScore = 0 } = query;
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
    matched: hits.length,
  };
}

async function findByDate(table: Table, query: KeywordQuery): Promise<KeywordHits> {
  const { filter, limit, countMax, order = NEWEST } = query;
  const named = query.ids ? [sqlIn('id', query.ids)] : [];
  const condition = [contentSql(filter), ...withoutExcludedSql(query), ...named].join(' AND ');
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

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
