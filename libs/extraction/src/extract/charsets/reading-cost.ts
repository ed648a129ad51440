import { languageScores } from '@lectern/text';
import { alphabets, foreignCost, letterCost } from './alphabets';

/** Cost of characters that correctly decoded texts hardly have, in nats. */
const DAMAGED = 20;
const CONTROL = 15;
const UNLIKELY = 6;
const SYMBOL = 6;
const TYPOGRAPHIC = 3.5;
const APOSTROPHE = 2;
const MARK = 4;
const RAISED_COST = 5;
const INNER_CAPITAL = 1.5;
const FIRST_CAPITAL = 0.7;
/** How much more a language or words may cost that look like none. */
const LANGUAGE = 8;
const WORDS = 8;
/** Words are judged together; this many are enough. */
const WORDS_MAX = 60;

const PUNCTUATION = /[‘“”„‚–—…•«»‹›°§·®©™€£\u00a0№]/u;
const BEFORE_NUMBERS = /[€£§°]/u;
const RAISED = /[ºª²³¹]/u;
const LATIN = /\p{Script=Latin}/u;
const LETTER = /\p{L}/u;
const ENDS_WORDS = /[ςךםןףץ]/u;
const NEVER_ENDS = /[σכמנפצ]/u;

/** A character and what stands beside it. */
interface Neighbours {
  readonly char: string;
  readonly before: string;
  readonly after: string;
}

/**
 * How surprising a text is, in nats: characters that its language does not write, capitals within words, scripts mixed
 * in one word, symbols within words. Comparing the readings of the same bytes tells their character set.
 */
export function readingCost(text: string): number {
  const chars = [...text];
  const latin = new Map<string, number>();
  let cost = 0;
  chars.forEach((char, at) => {
    if (char < '\u0080') return;
    const spot = { char, before: chars[at - 1] ?? '', after: chars[at + 1] ?? '' };
    if (LATIN.test(char)) {
      const letter = char.toLowerCase();
      latin.set(letter, (latin.get(letter) ?? 0) + 1);
    } else cost += foreignCost(char) ?? symbolCost(spot);
    if (/[\u0600-\u06ff\u0e00-\u0e7f]/u.test(char) && LATIN.test(spot.before)) cost += UNLIKELY;
    else if (LETTER.test(char)) cost += caseCost(spot) + mixingCost(spot) + endCost(spot);
  });
  return cost + latinCost(latin, text) + wordCost(text) + quoteCost(text);
}

/** With the alphabet of the language that fits best, letters and words together. */
function latinCost(letters: ReadonlyMap<string, number>, text: string): number {
  if (letters.size === 0) return 0;
  const scores = languageScores(text);
  const best = Math.max(...alphabets.map(({ language }) => scores.get(language) ?? 0));
  const costs = alphabets.map((alphabet) => {
    let cost = best === 0 ? 0 : LANGUAGE * (1 - (scores.get(alphabet.language) ?? 0) / best);
    for (const [letter, count] of letters) cost += count * letterCost(letter, alphabet);
    return cost;
  });
  return Math.min(...costs);
}

/** How little the words with letters beyond ASCII look like those of any language. */
function wordCost(text: string): number {
  const words = text.match(/[\p{L}\p{M}]*[^\0-\x7f][\p{L}\p{M}]*/gu) ?? [];
  return WORDS * (1 - Math.max(0, ...languageScores(words.slice(0, WORDS_MAX).join(' ')).values()));
}

/** Quotes that open and do not close, or the other way round. */
function quoteCost(text: string): number {
  const count = (quote: RegExp) => text.match(quote)?.length ?? 0;
  return (Math.abs(count(/«/g) - count(/»/g)) * UNLIKELY) / 2;
}

/** `grÖsse`, `GRöSSE`; capitals are less usual than small letters. */
function caseCost({ char, before, after }: Neighbours): number {
  const isWithin = LETTER.test(before);
  if (isUpper(char)) return isWithin ? INNER_CAPITAL + (isLower(before) ? UNLIKELY : 0) : FIRST_CAPITAL;
  return isLower(char) && char !== 'ß' && isUpper(before) && isUpper(after) ? UNLIKELY : 0;
}

function isLower(char: string): boolean {
  return char !== char.toUpperCase() && char === char.toLowerCase();
}

function isUpper(char: string): boolean {
  return char !== char.toLowerCase() && char === char.toUpperCase();
}

/** Latin letters and others side by side. */
function mixingCost({ char, before, after }: Neighbours): number {
  const isLatin = LATIN.test(char);
  return [before, after].filter((beside) => LETTER.test(beside) && LATIN.test(beside) !== isLatin).length * UNLIKELY;
}

/** Greek has a sigma of its own for the ends of words, Hebrew other letters; a Spanish ñ is before a vowel. */
function endCost({ char, after }: Neighbours): number {
  if (/ñ/i.test(char)) return /[aeiouáéíóúü]/iu.test(after) ? 0 : UNLIKELY / 2;
  return (LETTER.test(after) ? ENDS_WORDS : NEVER_ENDS).test(char) ? UNLIKELY : 0;
}

function symbolCost({ char, before, after }: Neighbours): number {
  if (char === '\ufffd') return DAMAGED;
  if (char <= '\u009f' || /[\p{Co}\p{Cn}]/u.test(char)) return CONTROL;
  if (/\p{M}/u.test(char)) return RAISED_COST;
  const [isAfter, isBefore] = [LETTER.test(before), LETTER.test(after)];
  const isWithin = isAfter && isBefore;
  if (char === '’') return isWithin ? APOSTROPHE : TYPOGRAPHIC;
  if (PUNCTUATION.test(char))
    return TYPOGRAPHIC + (isWithin ? UNLIKELY : 0) + (BEFORE_NUMBERS.test(char) && isBefore ? UNLIKELY : 0);
  if (RAISED.test(char)) return RAISED_COST + (isBefore ? UNLIKELY : 0);
  if (/[¿¡]/.test(char)) return MARK + (isAfter ? UNLIKELY : 0);
  return SYMBOL + (isAfter || isBefore ? UNLIKELY : 0);
}
