import { type Span, wordsOnce } from '@lectern/text';
import { isNegation } from '../negation';
import { numberOf, unitAfter } from '../qualifiers/quantity';

/** The role of a word: only `function` words may be omitted or replaced without changing the meaning. */
export type TokenKind = 'function' | 'word' | 'name' | 'number' | 'negation';

/** A word with its position, in code points. */
export interface Token extends Span {
  /** The same for all forms of the word; for a number, its value. */
  readonly term: string;
  /** The word in its text, without case and accents. */
  readonly folded: string;
  readonly kind: TokenKind;
  /** A name at any position. */
  readonly isAcronym?: boolean;
  /** For a number whose word includes the unit: `km` of `10km`. */
  readonly unit?: string;
}

const capital = /^\p{Lu}/u;
/** A capital after the first letter: a name at any position. */
const acronym = /^\p{Lu}[\p{Lu}.]+$|\p{L}\p{Lu}/u;
/** Languages in which every noun begins with a capital. */
const capitalizesNouns = new Set(['de', 'lb']);
const cased = /^[\p{Lu}\p{Ll}]/u;

/** The words of a text, in order, at most `tokensMax`. */
export function passageTokens(text: string, language: string, tokensMax: number): Token[] {
  const tokens: Token[] = [];
  for (const { text: written, folded, stem, start, end } of wordsOnce(text, language)) {
    if (tokens.length >= tokensMax) break;
    const number = numberOf(folded, language);
    if (number !== undefined)
      tokens.push({ start, end, folded, term: number, kind: 'number', unit: unitAfter(folded) });
    else
      tokens.push({
        start,
        end,
        folded,
        term: stem || folded,
        kind: tokenKind(written, { folded, stem, language }),
        isAcronym: acronym.test(written),
      });
  }
  return tokens;
}

/** Whether capitals mark names in a text. */
export function tellsNames(tokens: readonly Token[], language: string): boolean {
  return !capitalizesNouns.has(language) && tokens.some(({ folded }) => cased.test(folded));
}

/** The first word of a sentence, whose capital is not significant. */
export function asFirst(token: Token): Token {
  return token.kind === 'name' && !token.isAcronym ? { ...token, kind: 'word' } : token;
}

function tokenKind(
  written: string,
  { folded, stem, language }: { readonly folded: string; readonly stem: string; readonly language: string },
): TokenKind {
  if (isNegation(folded, language)) return 'negation';
  if (acronym.test(written)) return 'name';
  if (stem === '') return 'function';
  return capital.test(written) && !capitalizesNouns.has(language) ? 'name' : 'word';
}
