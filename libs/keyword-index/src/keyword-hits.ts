import type { Query, Table } from '@lancedb/lancedb';
import { withEqualHits } from '@lectern/index-engine';
import { contentSql, foundRows, numbersOf, answerOf, rowCount, type RowIds, sqlIn } from '@lectern/lance';
import {
  type DateOrder,
  HITS_MAX,
  type KeywordHit,
  type KeywordHits,
  type KeywordQuery,
  MATCHES_COUNTED_MAX,
  OWN_MATCHES_MAX,
} from './keyword-index';
import { matching, type Matches } from './keyword-matches';
import { withoutExcludedSql } from './keyword-query';
import { wordsOf } from './keyword-words';
import { isLookedAt, ownMatches } from './own-matches';
import type { HeldRows } from './paragraph-cache';
import { isUnranked, noHits } from './query-bounds';

const NEWEST: DateOrder = { by: 'created', direction: 'desc' };
/** Where nobody says how many texts are wanted, all of so many hits are. */
const TEXTS_MAX = 256;

/** One opening of a table, with what is remembered of its rows. */
export interface SearchedTable {
  readonly table: Table;
  readonly held: HeldRows;
  /** Absent where addresses may be used again. */
  readonly rowIds?: RowIds;
}

/** Searches one table. @throws what the engine throws */
export async function findHits(searched: SearchedTable, query: KeywordQuery): Promise<KeywordHits> {
  if (isUnranked(query)) return findByDate(searched.table, query);
  const matches = await matching(searched.table, query);
  if (!matches) return noHits(query);
  const { all, ...hits } = query.order
    ? await findOrdered(matches, query, query.order)
    : await findBest(searched, matches, query);
  const { countMax } = query;
  if (countMax === undefined) return hits;
  const isApart = countMax > 0 && isLookedAt(query, all.length);
  const counted = isApart ? (await ownMatches({ ...searched, ...matches }, query, all)).size : all.length;
  return { ...hits, total: Math.min(counted, countMax) };
}

/** With the addresses of all that matches, as far as it is counted. */
interface Found extends Omit<KeywordHits, 'total'> {
  readonly all: readonly number[];
}

interface ScoredRow {
  readonly address: number;
  readonly id: string;
  readonly score: number;
}

async function findBest(searched: SearchedTable, { search }: Matches, query: KeywordQuery): Promise<Found> {
  const { limit } = query;
  const { rows, all, termsFound } = searched.rowIds
    ? await rememberedRows({ ...searched, rowIds: searched.rowIds }, search, query)
    : await rowsWithIds(search, query);
  const best = new Map<string, ScoredRow>();
  for (const row of rows) if (row.score > (best.get(row.id)?.score ?? -Infinity)) best.set(row.id, row);
  const hits = [...best.values()].sort((a, b) => b.score - a.score || compare(a.id, b.id));
  return {
    hits: hits.slice(0, limit).map(({ id, score }) => ({ id, score })),
    more: hits.length > limit,
    ...(termsFound && { termsFound }),
    all: all.length <= limit ? hits.map(({ address }) => address) : all,
  };
}

/** One more than are looked at one by one says that there are others. */
function countedOf(countMax: number): number {
  return countMax === 0 ? 0 : Math.max(countMax, OWN_MATCHES_MAX + 1);
}

interface BestRows {
  /** One more than requested, if there is one, and all that are equal to the last of those. */
  readonly rows: readonly ScoredRow[];
  readonly all: readonly number[];
  readonly termsFound?: readonly string[];
}

/** One search says which are the best and how many there are; what is not remembered of them is read at once. */
async function rememberedRows(
  { rowIds, held }: SearchedTable & { readonly rowIds: RowIds },
  search: Matches['search'],
  query: KeywordQuery,
): Promise<BestRows> {
  const { limit, countMax = 0, minScore = 0 } = query;
  const since = rowIds.now;
  const counted = countedOf(countMax);
  const found = await withEqualHits((size) => placesOf(search().limit(Math.max(size, counted))), equalAt(limit));
  // Without those below the least score, which come last.
  const scored = found.filter(({ score }) => score >= minScore);
  const all = scored.map(({ address }) => address);
  const best = all.slice(0, bestOf(scored, limit));
  const isAllWanted = countMax > 0 && isLookedAt(query, all.length);
  const { textsMax = best.length > TEXTS_MAX ? 0 : best.length } = query;
  const rows = await held.read(isAllWanted ? all : best.slice(0, textsMax));
  rowIds.add(new Map([...rows].map(([address, { id }]) => [address, id])), since);
  const hasTerm = (term: string) => best.some((row) => (rows.get(row) ?? held.known(row))?.has(term));
  const termsFound = [...new Set(wordsOf(query.terms))].filter(hasTerm);
  const ids = await rowIds.idsOf(best, since);
  // Some were moved since they were found.
  if (!ids) return rowsWithIds(search, query);
  const hits = ids.map((id, i) => ({ address: best[i] ?? 0, id, score: scored[i]?.score ?? 0 }));
  return { rows: hits, all, termsFound };
}

/** What is found with its ids, and a second search for how many there are when that is not all. */
async function rowsWithIds(
  search: Matches['search'],
  { limit, countMax = 0, minScore = 0 }: KeywordQuery,
): Promise<BestRows> {
  const read = async (size: number): Promise<readonly ScoredRow[]> => {
    const columns = search().limit(size).select(['id', '_score']).withRowId();
    const answer = await answerOf(columns);
    const [addresses, scores] = [numbersOf(answer, '_rowid'), numbersOf(answer, '_score')];
    const ids = [...(answer.getChild('id') ?? [])].map(String);
    return ids.map((id, i) => ({ id, address: addresses[i] ?? 0, score: scores[i] ?? 0 }));
  };
  const rows = (await withEqualHits(read, equalAt(limit))).filter(({ score }) => score >= minScore);
  if (rows.length <= limit || countMax === 0) return { rows, all: rows.map(({ address }) => address) };
  const counted = await foundRows(search().limit(countedOf(countMax)), '_score');
  return { rows, all: counted.addresses.filter((_, i) => (counted.values[i] ?? 0) >= minScore) };
}

async function placesOf(search: Query): Promise<readonly Omit<ScoredRow, 'id'>[]> {
  const { addresses, values } = await foundRows(search, '_score');
  return addresses.map((address, i) => ({ address, score: values[i] ?? 0 }));
}

function equalAt(limit: number) {
  return { limit, max: HITS_MAX + 1, scoreOf: ({ score }: { readonly score: number }) => score };
}

/** How many of the best are wanted, and one more, with all that are equal to the last of those wanted. */
function bestOf(scored: readonly { readonly score: number }[], limit: number): number {
  let count = Math.min(limit + 1, scored.length);
  while (count < Math.min(scored.length, HITS_MAX + 1) && scored[count]?.score === scored[limit - 1]?.score) count += 1;
  return count;
}

/** Of more matches than can be counted, the best are ordered. */
async function findOrdered({ search }: Matches, query: KeywordQuery, order: DateOrder): Promise<Found> {
  const { limit, minScore = 0 } = query;
  const ranked = search().limit(MATCHES_COUNTED_MAX).select(['id', '_score', order.by]).withRowId();
  const answer = await answerOf(ranked);
  const [ids, addresses] = [answer.getChild('id'), numbersOf(answer, '_rowid')];
  const [scores, dates] = [numbersOf(answer, '_score'), numbersOf(answer, order.by)];
  const found = new Map<string, KeywordHit & { readonly date: number; readonly address: number }>();
  for (const [i, score] of scores.entries()) {
    const id = String(ids?.get(i));
    if (score >= minScore) found.set(id, { id, score, date: dates[i] ?? 0, address: addresses[i] ?? 0 });
  }
  const sign = order.direction === 'asc' ? 1 : -1;
  const hits = [...found.values()].sort((a, b) => sign * (a.date - b.date) || compare(a.id, b.id));
  return {
    hits: hits.slice(0, limit).map(({ id, score }) => ({ id, score })),
    more: hits.length > limit,
    all: hits.map(({ address }) => address),
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
    answerOf(search),
    countMax === undefined ? undefined : rowCount(table, condition),
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
