import { type Table } from '@lancedb/lancedb';
import { answerOf } from '@lectern/lance';
import { type HeldParagraph, hasWord } from './held-paragraph';
import { type KeywordQuery, OWN_MATCHES_MAX } from './keyword-index';
import type { Matches } from './keyword-matches';
import { approximated } from './keyword-query';
import { splitTerms, wordsOfTerms } from './keyword-words';
import type { HeldRows } from './paragraph-cache';

type Sought = Pick<KeywordQuery, 'terms' | 'phrases' | 'approximate'>;

/** Data to tell matches by a paragraph's own text from matches by title. */
export interface LookedAt {
  readonly table: Table;
  readonly held: HeldRows;
  readonly completed: Matches['completed'];
}

/**
 * Whether matches are checked individually: otherwise all count, because there are too many or no title is involved.
 */
export function isLookedAt({ terms }: Pick<KeywordQuery, 'terms'>, matched: number): boolean {
  return matched > 0 && matched <= OWN_MATCHES_MAX && wordsOfTerms(terms).length > 0;
}

/**
 * The addresses of the matches whose own text matches the query. A row that has been deleted counts, since it was
 * found.
 *
 * @param addresses of all matches, at most `OWN_MATCHES_MAX`
 */
export async function ownMatches(
  { table, held, completed }: LookedAt,
  query: Sought,
  addresses: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await held.readWhole(addresses);
  const { distinct, rest } = splitTerms(query.terms);
  const says = (row: HeldParagraph) => !row.isMarked(distinct) || row.says([...distinct, ...rest]);
  const isSaid = (address: number) => {
    const row = rows.get(address);
    return !row || says(row);
  };
  const { true: said = [], false: others = [] } = Object.groupBy(addresses, (address) => `${isSaid(address)}`);
  return new Set([...said, ...(await sayingWords(table, query, { addresses: others, completed }))]);
}

/** The rows with a phrase or an approximate word of the query. */
async function sayingWords(
  table: Table,
  { phrases, approximate = [] }: Sought,
  { addresses, completed }: Pick<LookedAt, 'completed'> & { readonly addresses: readonly number[] },
): Promise<readonly number[]> {
  const sequences = phrases.map((phrase) => wordsOfTerms(phrase).join(' ')).filter((words) => words !== '');
  const wanted = [...sequences, ...approximated(approximate), ...completed];
  if (addresses.length === 0 || wanted.length === 0) return [];
  const query = table
    .takeRowIds([...addresses])
    .select(['words'])
    .withRowId();
  const answer = await answerOf(query);
  const [words, rows] = [answer.getChild('words'), answer.getChild('_rowid')];
  return [...(rows ?? [])].flatMap((address, i) => {
    const text = String(words?.get(i));
    return wanted.some((one) => hasWord(text, one)) ? Number(address) : [];
  });
}
