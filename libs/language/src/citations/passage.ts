import { analysedOnce, sentencesOnce, type Span } from '@lectern/text';
import type { ContextEntry } from '../context-entry';
import { asFirst, type Token, passageTokens } from './token';

/** A sentence of a passage with its position, and the range of its words. */
export interface PassageSentence extends Span {
  /** Index of its first word. */
  readonly first: number;
  /** Index after its last word. */
  readonly last: number;
}

/** A parsed entry of the context. */
export interface Passage {
  readonly key: string;
  readonly language: string;
  readonly tokens: readonly Token[];
  readonly sentences: readonly PassageSentence[];
  /** Terms of the title of its source. */
  readonly title: ReadonlySet<string>;
  readonly texts: { readonly body: string; readonly title: string };
}

/** Longer texts are truncated. */
const limits = { charactersMax: 200_000, tokensMax: 50_000, titleTokensMax: 100 };

/** Parses an entry; its sentences have at least one word each. */
export function readCitedPassage({ key, text, title = '' }: ContextEntry, language: string): Passage {
  const body = text.slice(0, limits.charactersMax);
  const texts = { body, title };
  return { key, language, ...sentencesOf(body, language), title: termsOf(title, language), texts };
}

const sentencesOf = analysedOnce(
  'sentences',
  (text, language = ''): Pick<Passage, 'tokens' | 'sentences'> => {
    const tokens = passageTokens(text, language, limits.tokensMax);
    const sentences: PassageSentence[] = [];
    let first = 0;
    for (const { start, end } of sentencesOnce(text, language)) {
      let last = first;
      while (last < tokens.length && (tokens[last]?.start ?? end) < end) last += 1;
      if (last === first) continue;
      const opening = tokens[first];
      if (opening) tokens[first] = asFirst(opening);
      sentences.push({ start, end, first, last });
      first = last;
    }
    return { tokens, sentences };
  },
  ({ tokens }) => tokens.length,
);

const termsOf = analysedOnce(
  'terms',
  (text, language = ''): ReadonlySet<string> =>
    new Set(passageTokens(text, language, limits.titleTokensMax).map(({ term }) => term)),
  ({ size }) => size,
);
