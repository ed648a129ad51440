import type { StoredParagraph } from '@lectern/contracts/core';
import { analyze, type ParsedQuery } from '@lectern/text';

/** Words and phrases of a query that match a paragraph, as written in the query. */
export interface WordsFound {
  readonly own: readonly string[];
  /** Words, never phrases, that match only the title of its resource. */
  readonly title: readonly string[];
}

type Sought = Pick<ParsedQuery, 'words' | 'phrases'>;

/** Searches one paragraph, as the index does, for the words of a query in any of their forms. */
export function wordsFound(
  { text, language, resourceTitle }: Pick<StoredParagraph, 'text' | 'language' | 'resourceTitle'>,
  { words, phrases }: Sought,
  queryLanguage: string,
): WordsFound {
  const isInText = finderIn(text, [language]);
  const isInTitle = finderIn(resourceTitle, [language, queryLanguage]);
  const said = phrases.filter((phrase) => hasPhrase(text, language, phrase)).map((phrase) => phrase.join(' '));
  return {
    own: [...new Set([...words.filter(isInText), ...said])],
    title: words.filter((word) => !isInText(word) && isInTitle(word)),
  };
}

/** The language of a title is not stored with its paragraphs, so several languages are tried. */
function finderIn(text: string, languages: readonly string[]): (word: string) => boolean {
  const found = [...new Set(languages)].map((language) => ({ language, terms: termsOf(text, language) }));
  return (word) => found.some(({ language, terms }) => [...termsOf(word, language)].some((term) => terms.has(term)));
}

function termsOf(text: string, language: string): ReadonlySet<string> {
  return new Set(analyze(text, language).terms.split(' ').filter(Boolean));
}

function hasPhrase(text: string, language: string, phrase: readonly string[]): boolean {
  return ` ${analyze(text, language).words} `.includes(` ${phrase.join(' ')} `);
}
