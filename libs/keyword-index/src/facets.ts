import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Query, Table } from '@lancedb/lancedb';
import { isChildLabel, isEntityPath, labelPath, shownLabels, withAncestors } from '@lectern/contracts/core';
import { contentSql, numbersOf, answerOf } from '@lectern/lance';
import type { Table as ArrowTable } from 'apache-arrow';
import { type FacetScope, type KeywordQuery, MATCHES_COUNTED_MAX } from './keyword-index';
import type { SearchedTable } from './keyword-hits';
import { matching } from './keyword-matches';
import { withoutExcludedSql } from './keyword-query';
import { isLookedAt, ownMatches } from './own-matches';
import { isUnranked } from './query-bounds';

const CHILDREN_MAX = 50;

type Counts = Record<string, Record<string, number>>;

/** Counts paragraphs below each path. There are few distinct label lists, so the lists are counted first. */
export async function countFacets(
  searched: SearchedTable,
  paths: readonly string[],
  scope: FacetScope,
): Promise<Counts> {
  const columns = [...new Set(paths.flatMap(columnsOf))];
  if (columns.length === 0) return {};
  const paragraphs = await paragraphsIn(searched, { terms: [], phrases: [], excluded: [], ...scope }, columns);
  if (!paragraphs) return Object.fromEntries(paths.map((path) => [path, {}]));
  const { answer, own } = paragraphs;
  const carried = new Map<string, number>();
  for (const [name, values] of await countValues(answer, columns, own)) {
    for (const [path, count] of name === 'language' ? languagePaths(values) : carriedPaths(values))
      addCount(carried, path, count);
  }
  return Object.fromEntries(paths.map((path) => [path, childrenOf(path, carried)]));
}

interface Paragraphs {
  readonly answer: ArrowTable;
  /** Addresses of the paragraphs that count; all when absent. */
  readonly own?: ReadonlySet<number>;
}

async function paragraphsIn(
  searched: SearchedTable,
  scope: Omit<KeywordQuery, 'limit'>,
  columns: readonly string[],
): Promise<Paragraphs | undefined> {
  const { table } = searched;
  if (isUnranked(scope))
    return {
      answer: await answerOf(everything(table, scope).select([...columns])),
    };
  const matches = await matching(searched, scope);
  if (!matches) return undefined;
  const found = matches
    .search()
    .limit(MATCHES_COUNTED_MAX)
    .select([...columns, '_score'])
    .withRowId();
  const answer = await answerOf(found);
  if (!isLookedAt(scope, answer.numRows)) return { answer };
  return { answer, own: await ownMatches({ ...searched, ...matches }, scope, numbersOf(answer, '_rowid')) };
}

function everything(table: Table, scope: Omit<KeywordQuery, 'limit'>): Query {
  return table.query().where([contentSql(scope.filter), ...withoutExcludedSql(scope)].join(' AND '));
}

/**
 * Counts the rows per value of each column. Yields to the event loop between batches, because there may be many rows.
 */
async function countValues(
  answer: ArrowTable,
  columns: readonly string[],
  own?: ReadonlySet<number>,
): Promise<Map<string, Map<string, number>>> {
  const counts = new Map(columns.map((name) => [name, new Map<string, number>()]));
  for (const batch of answer.batches) {
    const rows = own && [...(batch.getChild('_rowid') ?? [])];
    for (const [name, values] of counts)
      for (const [i, value] of [...(batch.getChild(name) ?? [])].entries())
        if (!rows || own.has(Number(rows[i]))) addCount(values, String(value), 1);
    await yieldToOthers();
  }
  return counts;
}

function columnsOf(path: string): string[] {
  if (labelPath(path) === '') return ['labels', 'entities'];
  if (isEntityPath(path)) return ['entities'];
  return path === '/language' ? ['language'] : ['labels'];
}

function languagePaths(languages: ReadonlyMap<string, number>): [string, number][] {
  return [...languages].filter(([code]) => code !== '').map(([code, count]) => [`/language/${code}`, count]);
}

/** Counts the paragraphs with each path or one below it. */
function carriedPaths(lists: ReadonlyMap<string, number>): Map<string, number> {
  const carried = new Map<string, number>();
  for (const [list, count] of lists) {
    const labels: string[] = JSON.parse(list);
    for (const path of new Set(shownLabels(labels).flatMap(withAncestors))) addCount(carried, path, count);
  }
  return carried;
}

function childrenOf(path: string, carried: ReadonlyMap<string, number>): Record<string, number> {
  const parent = labelPath(path);
  const children = [...carried].filter(([label]) => isChildLabel(label, parent));
  children.sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return Object.fromEntries(children.slice(0, CHILDREN_MAX));
}

function addCount(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
