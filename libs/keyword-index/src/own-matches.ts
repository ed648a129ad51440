import type { Table } from '@lancedb/lancedb';
import { queryOptions, titleTermsOf, titleTermsSql } from '@lectern/lance';
import type { KeywordQuery } from './keyword-index';
import type { Matches, MatchesPart } from './keyword-matches';
import { fullTextQuery } from './keyword-query';
import { splitTerms } from './keyword-words';

/** Matches that are looked at one by one, which takes as long as some searches; of more, each term is searched. */
const READ_MAX = 200;
const SEARCHES_MAX = 3;

type Counted = Omit<KeywordQuery, 'limit' | 'countMax'> & {
  readonly countMax: number;
  /** How many there are of all matches, if that is known. */
  readonly matched?: number;
};
type Terms = ReturnType<typeof splitTerms>;

/** Whether some paragraph may match by its title alone; asks the index of tags, some tenths of a millisecond. */
export async function standInTitles(table: Table, { terms }: Pick<KeywordQuery, 'terms'>): Promise<boolean> {
  const { distinct } = splitTerms(terms);
  return distinct.length > 0 && (await table.countRows(titleTermsSql(distinct))) > 0;
}

/** Counts the paragraphs that match by what they say themselves, up to `countMax`. */
export async function countOwnMatches(matches: Matches, query: Counted): Promise<number> {
  return Math.min(query.countMax, (await ownMatches(matches, query)).size);
}

/**
 * Addresses of the paragraphs that match by what they say themselves, all of them or at least `countMax`: those that
 * are marked with no term of the query, and of the others those that match by a term they are not marked with, or by
 * something else.
 */
export async function ownMatches(matches: Matches, query: Counted): Promise<ReadonlySet<unknown>> {
  const { countMax, matched = Infinity } = query;
  const terms = splitTerms(query.terms);
  const isWanted = await aboveMinScore(matches, query);
  const own = new Set<unknown>();
  const add = (rows: readonly unknown[]) => rows.filter(isWanted).forEach((row) => own.add(row));
  const condition = titleTermsSql(terms.distinct);
  const all = matched <= READ_MAX ? await rowsThatSay(matches, terms) : undefined;
  if (!all) add(await rowsOf(matches, countMax, { condition: `NOT ${condition}` }));
  if (own.size >= countMax) return own;
  const isLong = terms.distinct.length > SEARCHES_MAX;
  const said = all ?? (isLong ? await rowsThatSay(matches, terms, { condition }) : undefined);
  if (said) add(said);
  for (const part of partsOf(matches, query, said ? { distinct: [], rest: [] } : terms)) {
    if (own.size >= countMax) break;
    add(await rowsOf(matches, countMax, all ? part : { condition, ...part }));
  }
  return own;
}

/** What marked paragraphs may match by: all that no mark is about, then each term alone. */
function* partsOf(
  { completed }: Matches,
  { phrases, excluded, excludedPhrases, approximate }: Counted,
  { distinct, rest }: Terms,
): Generator<Partial<MatchesPart>> {
  const others = fullTextQuery({ terms: rest, phrases, excluded, excludedPhrases, approximate }, completed);
  if (others) yield { ranking: others };
  // That which is marked with the only term has no other.
  if (distinct.length < 2) return;
  for (const term of distinct) {
    const ranking = fullTextQuery({ terms: [term], phrases: [], excluded, excludedPhrases });
    if (ranking) yield { condition: `NOT ${titleTermsSql([term])} AND ${titleTermsSql(distinct)}`, ranking };
  }
}

/** Of a part of the matches, those that say a term; undefined when there are too many to look at. */
async function rowsThatSay(
  { search }: Matches,
  { distinct, rest }: Terms,
  part?: Partial<MatchesPart>,
): Promise<unknown[] | undefined> {
  const query = search(part).limit(READ_MAX + 1);
  const answer = await query.select(['terms', 'tags', '_score']).withRowId().toArrow(queryOptions);
  if (answer.numRows > READ_MAX) return undefined;
  const [texts, tags] = [answer.getChild('terms'), answer.getChild('tags')];
  const rows: unknown[] = [...(answer.getChild('_rowid') ?? [])];
  return rows.filter((_, i) => {
    const text = ` ${texts?.get(i)} `;
    const marks = new Set(titleTermsOf((tags?.get(i) ?? []) as Iterable<string>)); // as `commonFields` has the column
    return [...distinct, ...rest].some((term) => !marks.has(term) && text.includes(` ${term} `));
  });
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

async function rowsOf({ search }: Matches, countMax: number, part: Partial<MatchesPart>): Promise<unknown[]> {
  const answer = await search(part).limit(countMax).select(['_score']).withRowId().toArrow(queryOptions);
  return [...(answer.getChild('_rowid') ?? [])];
}
