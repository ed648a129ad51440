import type { Table } from '@lancedb/lancedb';
import { queryOptions, titleTermsSql } from '@lectern/lance';
import type { KeywordQuery } from './keyword-index';
import type { Matches, MatchesPart } from './keyword-matches';
import { fullTextQuery } from './keyword-query';
import { termsToldApart } from './keyword-words';

type Counted = Omit<KeywordQuery, 'limit' | 'countMax'> & { readonly countMax: number };

/** Whether some paragraph may match by its title alone; asks the index of tags, a tenth of what a search costs. */
export async function standInTitles(table: Table, { terms }: Pick<KeywordQuery, 'terms'>): Promise<boolean> {
  const { told } = termsToldApart(terms);
  return told.length > 0 && (await table.countRows(titleTermsSql(told))) > 0;
}

/**
 * Counts the paragraphs that match by what they say themselves: those that are marked with no term of the query, and of
 * the others those that match by a term they are not marked with, or by something else.
 */
export async function countOwnMatches(matches: Matches, query: Counted): Promise<number> {
  const { countMax } = query;
  const { told, rest } = termsToldApart(query.terms);
  const isWanted = await aboveMinScore(matches, query);
  const own = new Set<unknown>();
  for (const part of partsOf(matches, query, { told, rest })) {
    if (own.size >= countMax) break;
    for (const row of await rowsOf(matches, countMax, part)) if (isWanted(row)) own.add(row);
  }
  return Math.min(countMax, own.size);
}

/** Unmarked paragraphs, then those that are marked: by each term alone, and by all that no mark is about together. */
function* partsOf(
  { completed }: Matches,
  { phrases, excluded, approximate }: Counted,
  { told, rest }: ReturnType<typeof termsToldApart>,
): Generator<MatchesPart> {
  const isMarked = titleTermsSql(told);
  yield { condition: `NOT ${isMarked}` };
  const others = fullTextQuery({ terms: rest, phrases, excluded, approximate }, completed);
  if (others) yield { condition: isMarked, ranking: others };
  if (told.length === 1) return;
  for (const term of told) {
    const ranking = fullTextQuery({ terms: [term], phrases: [], excluded });
    if (ranking) yield { condition: `NOT ${titleTermsSql([term])} AND ${isMarked}`, ranking };
  }
}

/** The score is that of the whole search: what is asked of fewer rows scores by the statistics of these. */
async function aboveMinScore(
  { search }: Matches,
  { countMax, minScore = 0 }: Counted,
): Promise<(row: unknown) => boolean> {
  if (minScore === 0) return () => true;
  const answer = await search().limit(countMax).select(['_score']).withRowId().toArrow(queryOptions);
  const scores = answer.getChild('_score');
  const rows = new Set([...(answer.getChild('_rowid') ?? [])].filter((_, i) => Number(scores?.get(i)) >= minScore));
  return (row) => rows.has(row);
}

async function rowsOf({ search }: Matches, countMax: number, part: MatchesPart): Promise<unknown[]> {
  const answer = await search(part).limit(countMax).select(['_score']).withRowId().toArrow(queryOptions);
  return [...(answer.getChild('_rowid') ?? [])];
}
