import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, PhraseQuery } from '@lancedb/lancedb';
import { sqlText } from '@lectern/lance';
import { editVariants } from './edit-variants';
import type { ApproximateWord, KeywordQuery } from './keyword-index';
import { timesSaid, wordsOf } from './keyword-words';

/**
 * The ranking part of a query; `undefined` when there is nothing to rank by.
 *
 * @param completed words of the box that begin as unfinished words of the query do
 */
export function fullTextQuery(
  { terms, phrases, excluded, approximate = [] }: Pick<KeywordQuery, 'terms' | 'phrases' | 'excluded' | 'approximate'>,
  completed: readonly string[] = [],
): FullTextQuery | undefined {
  const wanted = [
    ...matchOf(terms),
    ...approximate.flatMap(misspelt),
    ...(completed.length === 0 ? [] : [new MatchQuery(completed.join(' '), 'words')]),
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

/** The engine's own search for misspelt words leaves out rows that are not indexed yet. */
function misspelt({ word, edits }: ApproximateWord): FullTextQuery[] {
  const words = wordsOf([word]).flatMap((part) => (edits === 0 ? part : editVariants(part)));
  return words.length === 0 ? [] : [new MatchQuery([...new Set(words)].join(' '), 'words')];
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
