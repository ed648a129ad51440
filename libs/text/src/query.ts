import { type AnalyzedWord, analyzeWords } from './analysis';
import { dateTerms } from './calendar-date';
import { numberTerms } from './number-terms';
import { queryParts } from './query-part';

/** A query of a keyword index, and the words to mark in its answers. */
export interface ParsedQuery {
  /**
   * Stemmed for every language, OR-ed. A term that the query repeats is repeated, at most `TERM_REPEATS_MAX` times: an
   * engine that adds up its clauses weighs it so, which long questions need.
   */
  readonly terms: readonly string[];
  /** Folded words that stand side by side. Where a query is all stop words: the whole of it, and each word. */
  readonly phrases: readonly (readonly string[])[];
  /** Stemmed. */
  readonly excluded: readonly string[];
  /** Folded words; texts that have them side by side are excluded. */
  readonly excludedPhrases: readonly (readonly string[])[];
  /** Folded, unstemmed, once each, in order: to be marked, and for the fuzzy pass. */
  readonly words: readonly string[];
}

/** Terms of a query at most, repetitions not counted; of more words the most frequent are kept, then the first. */
export const QUERY_TERMS_MAX = 64;
export const QUERY_PHRASES_MAX = 16;
export const PHRASE_WORDS_MAX = 32;
export const TERM_REPEATS_MAX = 5;

/** Terms that are read of a query, and, for a collection in many languages, of it in all of them together. */
const READ_CHARS_MAX = 4_000;
const ALL_READ_CHARS_MAX = 16_000;
const READ_CHARS_MIN = 400;
const QUERY_CHARS_MAX = 20_000;
const PHRASE_CHARS_MAX = 1_000;
const EXCLUDED_MAX = 32;
const EXCLUDED_CHARS_MAX = 200;
/** Of all words of a query together, besides phrases. */
const SYNONYMS_MAX = 32;

const PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

const QUOTES = /["“„”«»]/g;
const IDEOGRAPH = /^\p{Script=Han}$/u;
/** Up to this many ideographs, a query in Chinese is words, not a question. */
const IDEOGRAPHS_OF_WORDS_MAX = 6;
/** Dates, and as many numbers. */
const QUERY_FORMS_MAX = 8;
const IDEOGRAPH_PAIR = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2}$/u;

/** Other words or phrases by word, letters in the same case. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

interface Parts {
  readonly plain: string[];
  readonly phrases: string[];
  readonly excluded: string[];
}

/**
 * Reads what a person typed. Nothing in it is an error: `"quoted words"` are a phrase, `-word`, `-"quoted words"` and
 * `NOT word` exclude, the rest is words.
 *
 * @param languages ISO 639-1 codes present in the collection; empty means paragraphs of no known language
 * @param synonyms searched besides the words that have them, phrases as phrases; never of quoted or excluded words
 */
export function parseQuery(query: string, languages: readonly string[], synonyms: Synonyms = {}): ParsedQuery {
  const known = languages.length === 0 ? [''] : [...new Set(languages)];
  const parts = splitQuery(query.slice(0, QUERY_CHARS_MAX));
  const others = synonymsIn(parts.plain, synonyms);
  const plainText = [excerpt(parts.plain.join(' '), charsRead(known.length)), ...others.words].join(' ');
  const lists = known.map((language) => analyzeWords(plainText, language));
  const plain = united(lists);
  const quoted = [...parts.phrases, ...others.phrases].slice(0, QUERY_PHRASES_MAX);
  const phrases = quoted.map((phrase) => phraseOf(phrase, known));
  const terms = [...termsOf(withoutSingles(plain)), ...formsIn(plainText, known)];
  const isAllStopWords =
    phrases.length === 0 && lists.some((list) => list.every(({ terms: found }) => found.length === 0));
  const words = surfaceWords(plain, ({ terms: found }) => isAllStopWords || found.length > 0);
  return {
    terms,
    phrases: unique(isAllStopWords ? [phraseOf(plainText, known), ...words.map((word) => [word])] : phrases),
    ...exclusionsOf(parts.excluded, known),
    words,
  };
}

/** The positive part of a query, as it was typed: the query without its exclusions; may be empty. */
export function withoutExclusions(query: string): string {
  const excluded = queryParts(query).filter(({ kind }) => kind === 'excluded');
  const ends = [0, ...excluded.map(({ end }) => end)];
  const kept = ends.map((end, i) => query.slice(end, excluded[i]?.start ?? query.length));
  return excluded.length === 0 ? query : kept.join('').trim();
}

function splitQuery(query: string): Parts {
  const parts: Parts = { plain: [], phrases: [], excluded: [] };
  for (const { kind, text } of queryParts(query)) {
    if (kind === 'phrase') parts.phrases.push(text);
    else parts[kind].push(text);
  }
  return {
    plain: parts.plain,
    phrases: parts.phrases.slice(0, QUERY_PHRASES_MAX).map((phrase) => opening(phrase, PHRASE_CHARS_MAX)),
    excluded: parts.excluded.slice(0, EXCLUDED_MAX).map((part) => opening(part, EXCLUDED_CHARS_MAX)),
  };
}

/** Synonyms of words, with punctuation around the words left out: words to be OR-ed, and phrases. */
function synonymsIn(
  plain: readonly string[],
  synonyms: Synonyms,
): Pick<Parts, 'phrases'> & { readonly words: string[] } {
  const names = plain.map((word) => word.replace(PUNCTUATION, ''));
  const found = [...new Set(names)].flatMap((name) => (Object.hasOwn(synonyms, name) ? (synonyms[name] ?? []) : []));
  const added = found.map((text) => text.replace(QUOTES, ' ').trim()).filter((text) => text !== '');
  const isPhrase = (text: string) => /\s/.test(text);
  return {
    words: added.filter((text) => !isPhrase(text)).slice(0, SYNONYMS_MAX),
    phrases: added.filter(isPhrase),
  };
}

function charsRead(languages: number): number {
  return Math.min(READ_CHARS_MAX, Math.max(READ_CHARS_MIN, Math.floor(ALL_READ_CHARS_MAX / languages)));
}

/** Beginning and end: the actual question is in either. */
function excerpt(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const half = Math.floor(charsMax / 2);
  const start = text.indexOf(' ', text.length - half);
  return `${opening(text, half)} ${text.slice(start === -1 ? text.length - half : start)}`;
}

/** Ends with a whole word, where there are words. */
function opening(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const end = text.lastIndexOf(' ', charsMax);
  return text.slice(0, end > charsMax / 2 ? end : charsMax);
}

/** Words with their terms of every language. Languages agree on where words are, so the lists run side by side. */
function united([first = [], ...others]: readonly (readonly AnalyzedWord[])[]): AnalyzedWord[] {
  return first.map(({ word, terms }, index) => ({
    word,
    terms: [...new Set([...terms, ...others.flatMap((other) => other[index]?.terms ?? [])])],
  }));
}

export function phraseOf(text: string, languages: readonly string[]): string[] {
  const words = analyzeWords(text, languages[0] ?? '').map(({ word }) => word);
  return words.filter((word) => word !== '').slice(0, PHRASE_WORDS_MAX);
}

/** Dates and numbers in one form for all ways to write them. */
function formsIn(text: string, languages: readonly string[]): string[] {
  const dates = new Set(languages.flatMap((language) => dateTerms(text, language)));
  return [...[...dates].slice(0, QUERY_FORMS_MAX), ...numberTerms(text).slice(0, QUERY_FORMS_MAX)];
}

/**
 * Of a few ideographs that are written together, the pairs count: 本 alone is in words that have nothing to do with
 * 本田. Questions keep single ones, too, by which they are ranked better.
 */
function withoutSingles(units: readonly AnalyzedWord[]): readonly AnalyzedWord[] {
  if (units.filter(({ word }) => IDEOGRAPH.test(word)).length > IDEOGRAPHS_OF_WORDS_MAX) return units;
  const isInPair = (unit: AnalyzedWord | undefined) => unit?.terms.some((term) => IDEOGRAPH_PAIR.test(term)) ?? false;
  return units.map((unit, i) =>
    isInPair(unit) || isInPair(units[i - 1])
      ? { ...unit, terms: unit.terms.filter((term) => !IDEOGRAPH.test(term)) }
      : unit,
  );
}

function termsOf(units: readonly AnalyzedWord[]): string[] {
  const counts = new Map<string, number>();
  for (const { terms } of units) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, QUERY_TERMS_MAX);
  const kept = new Set(frequent.map(([term]) => term));
  return [...counts].flatMap(([term, count]) =>
    kept.has(term) ? Array<string>(Math.min(count, TERM_REPEATS_MAX)).fill(term) : [],
  );
}

function exclusionsOf(
  parts: readonly string[],
  languages: readonly string[],
): Pick<ParsedQuery, 'excluded' | 'excludedPhrases'> {
  const phrases = new Map(parts.filter((part) => /\s/.test(part)).map((part) => [part, phraseOf(part, languages)]));
  const isPhrase = (part: string) => (phrases.get(part) ?? []).length > 1;
  return {
    excluded: excludedTerms(
      parts.filter((part) => !isPhrase(part)),
      languages,
    ),
    excludedPhrases: unique([...phrases.values()].filter((words) => words.length > 1)).slice(0, QUERY_PHRASES_MAX),
  };
}

/** Language by language, because to change the language costs more than a word. */
function excludedTerms(parts: readonly string[], languages: readonly string[]): string[] {
  const lists = languages.map((language) => parts.map((part) => analyzeWords(part, language)));
  const terms = parts.flatMap((_, at) => excludedBy(united(lists.map((words) => words[at] ?? []))));
  return [...new Set(terms)].slice(0, QUERY_TERMS_MAX);
}

/** Of `-X-200` the whole counts. */
function excludedBy(units: readonly AnalyzedWord[]): readonly string[] {
  const joined = units.find(({ word }) => word === '');
  if (joined) return joined.terms;
  const terms = units.flatMap((unit) => unit.terms);
  const pairs = terms.filter((term) => IDEOGRAPH_PAIR.test(term));
  return pairs.length > 0 ? pairs : terms;
}

function surfaceWords(units: readonly AnalyzedWord[], isKept: (unit: AnalyzedWord) => boolean): string[] {
  const words = units.filter((unit) => unit.word !== '' && isKept(unit)).map(({ word }) => word);
  return [...new Set(words)].slice(0, QUERY_TERMS_MAX);
}

function unique(phrases: readonly (readonly string[])[]): (readonly string[])[] {
  const filled = phrases.filter((phrase) => phrase.length > 0);
  return [...new Map(filled.map((phrase) => [phrase.join(' '), phrase])).values()];
}
