import type { Table } from '@lancedb/lancedb';
import { queryOptions, withAncestors } from '@lectern/lance';

const childrenMax = 50;

type Counts = Record<string, Record<string, number>>;

/** Counts what paragraphs carry below each path. Paragraphs share few different label lists, so those are counted first. */
export async function countFacets(table: Table, paths: readonly string[], condition: string): Promise<Counts> {
  const lists = new Map<string, number>();
  const languages = new Map<string, number>();
  const query = table.query().select(['labels', 'language']).where(condition);
  const answer = await query.toArrow(queryOptions);
  const [labels, language] = [answer.getChild('labels'), answer.getChild('language')];
  for (let i = 0; i < answer.numRows; i += 1) {
    add(lists, String(labels?.get(i)), 1);
    const code = String(language?.get(i));
    if (code !== '') add(languages, `/language/${code}`, 1);
  }
  const carried = carriedPaths(lists);
  for (const [path, count] of languages) carried.set(path, count);
  return Object.fromEntries(paths.map((path) => [path, childrenOf(path, carried)]));
}

/** How many paragraphs carry each path or one below it. */
function carriedPaths(lists: ReadonlyMap<string, number>): Map<string, number> {
  const carried = new Map<string, number>();
  for (const [list, count] of lists) {
    const labels: string[] = JSON.parse(list);
    for (const path of new Set(labels.flatMap(withAncestors))) add(carried, path, count);
  }
  return carried;
}

function childrenOf(path: string, carried: ReadonlyMap<string, number>): Record<string, number> {
  const prefix = `${path.replace(/\/+$/, '')}/`;
  const children = [...carried].filter(
    ([child]) => child.length > prefix.length && child.startsWith(prefix) && !child.includes('/', prefix.length),
  );
  children.sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return Object.fromEntries(children.slice(0, childrenMax));
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
