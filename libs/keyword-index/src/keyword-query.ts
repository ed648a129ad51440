import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, PhraseQuery } from '@lancedb/lancedb';
import type { KeywordQuery } from './keyword-index';
import { timesSaid, wordsOf } from './keyword-words';
import { sqlText } from '@lectern/lance';

/** The ranking part of a query; `undefined` when there is nothing to rank by. */
export function fullTextQuery({ terms, phrases, excluded }: KeywordQuery): FullTextQuery | undefined {
  const wanted = [
    ...matchOf(terms),
    ...phrases.flatMap((words) =>
      wordsOf(words).length === 0 ? [] : [new PhraseQuery(wordsOf(words).join(' '), 'words')],
    ),
  ];
  const [first] = wanted;
  if (!first) return undefined;
  const unwanted = matchOf(excluded);
  if (wanted.length === 1 && unwanted.length === 0) return first;
  return new BooleanQuery([
    ...wanted.map((query): [Occur, FullTextQuery] => [Occur.Should, query]),
    ...unwanted.map((query): [Occur, FullTextQuery] => [Occur.MustNot, query]),
  ]);
}

/** Without anything to rank by, excluded terms become a condition. */
export function withoutTermsSql(excluded: readonly string[]): readonly string[] {
  return wordsOf(excluded).map((term) => `NOT contains(concat(' ', terms, ' '), ${sqlText(` ${term} `)})`);
}

/** A term that is said twice weighs twice, as BM25 has it: one match for all terms that are said equally often. */
function matchOf(terms: readonly string[]): FullTextQuery[] {
  const times = timesSaid(wordsOf(terms));
  const byTimes = Map.groupBy(times.keys(), (word) => times.get(word) ?? 1);
  return [...byTimes].map(([boost, words]) => new MatchQuery(words.join(' '), 'terms', { boost }));
}
