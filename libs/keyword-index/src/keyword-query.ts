import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, PhraseQuery } from '@lancedb/lancedb';
import { sqlText } from '@lectern/lance';
import { editVariants } from './edit-variants';
import type { ApproximateWord, Exclusions, KeywordQuery } from './keyword-index';
import { timesSaid, wordsOfTerms } from './keyword-words';

/**
 * The ranking part of a query; `undefined` when there is nothing to rank by.
 *
 * @param completed words of the box that complete unfinished words of the query
 */
export function fullTextQuery(
  {
    terms,
    phrases,
    approximate = [],
    ...exclusions
  }: Exclusions & Pick<KeywordQuery, 'terms' | 'phrases' | 'approximate'>,
  completed: readonly string[] = [],
): FullTextQuery | undefined {
  const wanted = [
    ...matchOf(terms),
    ...approximate.flatMap(misspelt),
    ...(completed.length === 0 ? [] : [new MatchQuery(completed.join(' '), 'words')]),
    ...phrases.flatMap(phraseOf),
  ];
  const [first] = wanted;
  if (!first) return undefined;
  const unwanted = [...matchOf(exclusions.excluded), ...(exclusions.excludedPhrases ?? []).flatMap(phraseOf)];
  if (wanted.length === 1 && unwanted.length === 0) return first;
  return new BooleanQuery([
    ...wanted.map((query): [Occur, FullTextQuery] => [Occur.Should, query]),
    ...unwanted.map((query): [Occur, FullTextQuery] => [Occur.MustNot, query]),
  ]);
}

/** The engine's own fuzzy search misses rows that are not indexed yet. */
function misspelt(word: ApproximateWord): FullTextQuery[] {
  const words = approximated([word]);
  return words.length === 0 ? [] : [new MatchQuery(words.join(' '), 'words')];
}

/** Words that are searched instead of approximate ones, except completions of unfinished ones. */
export function approximated(approximate: readonly ApproximateWord[]): string[] {
  const variants = approximate.flatMap(({ word, edits }) =>
    wordsOfTerms([word]).flatMap((part) => (edits === 0 ? part : editVariants(part))),
  );
  return [...new Set(variants)];
}

/** Without anything to rank by, exclusions become a filter. */
export function withoutExcludedSql({ excluded, excludedPhrases = [] }: Exclusions): readonly string[] {
  const lacks = (column: string, words: string) =>
    `NOT contains(concat(' ', ${column}, ' '), ${sqlText(` ${words} `)})`;
  return [
    ...wordsOfTerms(excluded).map((term) => lacks('terms', term)),
    ...excludedPhrases.flatMap(joinedPhrase).map((words) => lacks('words', words)),
  ];
}

function phraseOf(phrase: readonly string[]): FullTextQuery[] {
  return joinedPhrase(phrase).map((words) => new PhraseQuery(words, 'words'));
}

/** The words as in a text; empty for a phrase without words. */
function joinedPhrase(phrase: readonly string[]): string[] {
  const words = wordsOfTerms(phrase).join(' ');
  return words === '' ? [] : [words];
}

/** In BM25 a repeated term weighs more: one match for all terms with the same number of repetitions. */
function matchOf(terms: readonly string[]): FullTextQuery[] {
  const times = timesSaid(wordsOfTerms(terms));
  const byTimes = Map.groupBy(times.keys(), (word) => times.get(word) ?? 1);
  return [...byTimes].map(([boost, words]) => new MatchQuery(words.join(' '), 'terms', { boost }));
}
