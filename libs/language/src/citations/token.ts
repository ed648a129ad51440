import { type Span, wordsOnce } from '@lectern/text';
import { isNegation } from '../negation';
import { numberOf, unitAfter } from '../qualifiers/quantity';

/** What a word is for: only `function` words may be left out or replaced without a change of what is said. */
export type TokenKind = 'function' | 'word' | 'name' | 'number' | 'negation';

/** A word with where it stands, in code points. */
export interface Token extends Span {
  /** Equal for all forms of the word; of a number, its value. */
  readonly term: string;
  /** The word as it stands, without case and accents. */
  readonly folded: string;
  readonly kind: TokenKind;
  /** A name wherever it stands. */
  readonly isAcronym?: boolean;
  /** Of a number, when its word says the unit, too: `km` of `10km`. */
  readonly unit?: string;
}

const capital = /^\p{Lu}/u;
/** A capital behind the first letter: a name wherever it stands. */
const acronym = /^\p{Lu}[\p{Lu}.]+$|\p{L}\p{Lu}/u;
/** Languages in which every noun begins with a capital. */
const capitalizesNouns = new Set(['de', 'lb']);
const cased = /^[\p{Lu}\p{Ll}]/u;

/** The words of a text, in order, not more than `tokensMax`. */
export function tokensOf(text: string, language: string, tokensMax: number): Token[] {
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
        kind: kindOf(written, { folded, stem, language }),
        isAcronym: acronym.test(written),
      });
  }
  return tokens;
}

/** Whether capitals tell names in a text. */
export function tellsNames(tokens: readonly Token[], language: string): boolean {
  return !capitalizesNouns.has(language) && tokens.some(({ folded }) => cased.test(folded));
}

/** The first word of a sentence, whose capital says nothing. */
export function asFirst(token: Token): Token {
  return token.kind === 'name' && !token.isAcronym ? { ...token, kind: 'word' } : token;
}

function kindOf(
  written: string,
  { folded, stem, language }: { readonly folded: string; readonly stem: string; readonly language: string },
): TokenKind {
  if (isNegation(folded, language)) return 'negation';
  if (acronym.test(written)) return 'name';
  if (stem === '') return 'function';
  return capital.test(written) && !capitalizesNouns.has(language) ? 'name' : 'word';
}
