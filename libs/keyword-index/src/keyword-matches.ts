import type { Query, Table } from '@lancedb/lancedb';
import { contentSql, filterSql, answerOf, type RowIds, sqlIn, sqlText } from '@lectern/lance';
import { APPROXIMATIONS_PER_WORD_MAX, type KeywordQuery } from './keyword-index';
import { fullTextQuery } from './keyword-query';
import { wordsOfTerms } from './keyword-words';
import { BoxWords } from './box-words';
import { KeptCompletions } from './kept-completions';

/** Paragraphs that are read to find completions of an unfinished word. */
const COMPLETIONS_READ_MAX = 1_000;

/** A prepared query. */
export interface Matches {
  /** Creates a new search each time, to be limited and read. */
  readonly search: () => Query;
  /** Words of the box that complete unfinished words of the query. */
  readonly completed: readonly string[];
}

interface MatchedTable {
  readonly table: Table;
  /** Present where only this process changes the table. */
  readonly rowIds?: RowIds;
}

/** Undefined when no paragraph can match. */
export async function matching(
  { table, rowIds }: MatchedTable,
  query: Pick<KeywordQuery, 'terms' | 'phrases' | 'excluded' | 'excludedPhrases' | 'approximate' | 'filter' | 'ids'>,
): Promise<Matches | undefined> {
  const completed = await completionsOf({ table, rowIds }, query);
  const whole = fullTextQuery(query, completed);
  if (!whole) return undefined;
  const { filter, ids } = query;
  const search = () => {
    const ranked = table.query().fullTextSearch(whole);
    if (!ids) return filter ? ranked.where(filterSql(filter)) : ranked;
    return ranked.where([sqlIn('id', ids), ...(filter ? [`(${filterSql(filter)})`] : [])].join(' AND '));
  };
  return { search, completed };
}

/** Repeated searches look up the same words, and so do users who type the same. */
const kept = new KeptCompletions();
const words = new BoxWords();

/** Words of the box that complete unfinished words of the query, the most frequent of the rows that are read. */
async function completionsOf(
  { table, rowIds }: MatchedTable,
  { approximate = [], filter }: Pick<KeywordQuery, 'approximate' | 'filter'>,
): Promise<readonly string[]> {
  const beginnings = wordsOfTerms(approximate.filter(({ prefix }) => prefix).map(({ word }) => word));
  if (beginnings.length === 0) return [];
  const condition = contentSql(filter);
  // The only process that changes a table knows when it did, which is cheaper than asking the engine.
  const stateOf = async () => rowIds?.now ?? table.version();
  const rows = { table, opening: kept.numberOf(table), condition, state: stateOf };
  const state = await stateOf();
  const found = await Promise.all(
    beginnings.map((beginning) =>
      kept.get({ table, state }, `${beginning} ${condition}`, async () => {
        const known = await words.of(rows);
        return (
          known?.beginningWith(beginning, APPROXIMATIONS_PER_WORD_MAX) ?? readCompletions(table, beginning, condition)
        );
      }),
    ),
  );
  return [...new Set(found.flat())];
}

/** Completions without the cached words of all rows. */
async function readCompletions(table: Table, beginning: string, condition: string): Promise<readonly string[]> {
  const begins = `contains(concat(' ', words), ${sqlText(` ${beginning}`)})`;
  const rows = table.query().select(['words']).where(`${condition} AND ${begins}`).limit(COMPLETIONS_READ_MAX);
  return completionsIn((await answerOf(rows)).getChild('words') ?? [], beginning);
}

function completionsIn(texts: Iterable<unknown>, beginning: string): string[] {
  const times = new Map<string, number>();
  for (const text of texts)
    for (const word of String(text).split(' '))
      if (word.startsWith(beginning)) times.set(word, (times.get(word) ?? 0) + 1);
  const frequent = [...times].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : Number(a > b)));
  return frequent.slice(0, APPROXIMATIONS_PER_WORD_MAX).map(([word]) => word);
}
