import type { Table } from '@lancedb/lancedb';
import { withEqualHits } from '@lectern/index-engine';
import { contentSql, foundRows, numbersOf, answerOf, rowCount, type RowIds, sqlIn } from '@lectern/lance';
import { compareTexts } from '@lectern/text';
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
import { wordsOfTerms } from './keyword-words';
import { isLookedAt, ownMatches } from './own-matches';
import type { HeldParagraph } from './held-paragraph';
import type { HeldRows } from './paragraph-cache';
import { isUnranked, noHits } from './query-bounds';

const NEWEST: DateOrder = { by: 'created', direction: 'desc' };
/** Default of `textsMax`: texts are read for up to this many hits; for more hits, none are. */
const TEXTS_MAX = 256;

/** Minimum number of ranked addresses per search, which mostly includes all ties at the limit. */
const RANKED_AT_ONCE = 200;

/** One opening of a table, with its caches. */
export interface SearchedTable {
  readonly table: Table;
  readonly held: HeldRows;
  /** Absent where addresses may be reused. */
  readonly rowIds?: RowIds;
}

/** Searches one table. @throws what the engine throws */
export async function findHits(searched: SearchedTable, query: KeywordQuery): Promise<KeywordHits> {
  if (isUnranked(query)) return findByDate(searched.table, query);
  const matches = await matching(searched, query);
  if (!matches) return noHits(query);
  const { matched, few, ...hits } = query.order
    ? await findOrdered(matches, query, query.order)
    : await findBest(searched, matches, query);
  const { countMax } = query;
  if (countMax === undefined) return hits;
  const isApart = countMax > 0 && isLookedAt(query, matched);
  const counted = isApart ? (await ownMatches({ ...searched, ...matches }, query, few)).size : matched;
  return { ...hits, total: Math.min(counted, countMax) };
}

interface Matched {
  /** Number of matching rows, up to the limit of the count. */
  readonly matched: number;
  /** Addresses of all matches when they are few enough to be checked individually. */
  readonly few: readonly number[];
}

interface Found extends Omit<KeywordHits, 'total'>, Matched {}

interface ScoredRow {
  readonly address: number;
  readonly id: string;
  readonly score: number;
}

async function findBest(searched: SearchedTable, { search }: Matches, query: KeywordQuery): Promise<Found> {
  const { limit } = query;
  const { rows, matched, few, ...terms } = searched.rowIds
    ? await rememberedRows({ ...searched, rowIds: searched.rowIds }, search, query)
    : await rowsWithIds(search, query);
  const best = new Map<string, ScoredRow>();
  for (const row of rows) if (row.score > (best.get(row.id)?.score ?? -Infinity)) best.set(row.id, row);
  const hits = [...best.values()].sort((a, b) => b.score - a.score || compareTexts(a.id, b.id));
  return {
    hits: hits.slice(0, limit).map(({ id, score }) => ({ id, score })),
    more: hits.length > limit,
    ...terms,
    ...(matched <= limit ? allOf(hits) : { matched, few }),
  };
}

/** Counting one past the number that is checked individually tells whether there are more. */
function countedOf(countMax: number): number {
  return countMax === 0 ? 0 : Math.max(countMax, OWN_MATCHES_MAX + 1);
}

function allOf(rows: readonly { readonly address: number }[]): Matched {
  return { matched: rows.length, few: rows.slice(0, OWN_MATCHES_MAX).map(({ address }) => address) };
}

interface BestRows extends Matched {
  /** One more than requested, if any, and all ties of the last requested one. */
  readonly rows: readonly ScoredRow[];
  readonly termsFound?: readonly string[];
  readonly withTerms?: readonly string[];
}

/** One search gives the best rows and the total; rows that are not cached are read together. */
async function rememberedRows(
  { rowIds, held }: SearchedTable & { readonly rowIds: RowIds },
  search: Matches['search'],
  query: KeywordQuery,
): Promise<BestRows> {
  const { limit, countMax = 0, minScore = 0 } = query;
  const since = rowIds.now;
  const least = Math.max(countedOf(countMax), RANKED_AT_ONCE);
  let addresses: readonly number[] = [];
  const found = await withEqualHits(
    async (size) => {
      const rows = await foundRows(search().limit(size), '_score');
      addresses = rows.addresses;
      return rows.values;
    },
    { ...equalAt(limit), least, scoreOf: (score) => score },
  );
  // Hits below the minimum score come last.
  const scores = minScore > 0 ? found.filter((score) => score >= minScore) : found;
  const best = addresses.slice(0, bestOf(scores, limit));
  const few = addresses.slice(0, Math.min(scores.length, OWN_MATCHES_MAX));
  const isAllWanted = countMax > 0 && isLookedAt(query, scores.length);
  const { textsMax = best.length > TEXTS_MAX ? 0 : best.length } = query;
  const rows = await (isAllWanted ? held.readWhole(few) : held.read(best.slice(0, textsMax)));
  rowIds.add(new Map([...rows].map(([address, { id }]) => [address, id])), since);
  const known = best.flatMap((address) => rows.get(address) ?? held.known(address) ?? []);
  const ids = await rowIds.idsOf(best, since);
  // Some rows were moved after the search.
  if (!ids) return rowsWithIds(search, query);
  const hits = ids.map((id, i) => ({ address: best[i] ?? 0, id, score: scores[i] ?? 0 }));
  return { rows: hits, matched: scores.length, few, ...termsIn(query, known, known.length === best.length) };
}

/** The query terms that the rows have and, if these are all rows, the rows with any of them. */
function termsIn({ terms }: Pick<KeywordQuery, 'terms'>, rows: readonly HeldParagraph[], areAll: boolean) {
  const wanted = [...new Set(wordsOfTerms(terms))];
  const withTerms = () => rows.filter((row) => wanted.some((term) => row.has(term))).map(({ id }) => id);
  return {
    termsFound: wanted.filter((term) => rows.some((row) => row.has(term))),
    ...(areAll && { withTerms: withTerms() }),
  };
}

/** The hits with their ids, and a second search for the total if there are more. */
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
  const equal = { ...equalAt(limit), scoreOf: ({ score }: ScoredRow) => score };
  const rows = (await withEqualHits(read, equal)).filter(({ score }) => score >= minScore);
  if (rows.length <= limit || countMax === 0) return { rows, ...allOf(rows) };
  const { addresses, values } = await foundRows(search().limit(countedOf(countMax)), '_score');
  const matched = values.filter((score) => score >= minScore).length;
  return { rows, matched, few: addresses.slice(0, Math.min(matched, OWN_MATCHES_MAX)) };
}

function equalAt(limit: number) {
  return { limit, max: HITS_MAX + 1 };
}

/** Number of the best hits: one more than the limit, and all ties of the last one within the limit. */
function bestOf(scores: readonly number[], limit: number): number {
  let count = Math.min(limit + 1, scores.length);
  while (count < Math.min(scores.length, HITS_MAX + 1) && scores[count] === scores[limit - 1]) count += 1;
  return count;
}

/** If more rows match than can be counted, only the best are ordered. */
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
  const hits = [...found.values()].sort((a, b) => sign * (a.date - b.date) || compareTexts(a.id, b.id));
  return {
    hits: hits.slice(0, limit).map(({ id, score }) => ({ id, score })),
    more: hits.length > limit,
    ...allOf(hits),
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
