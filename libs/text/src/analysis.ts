import { LRUCache } from 'lru-cache';
import { dateTerms } from './calendar-date';
import { compoundParts, splitsCompounds } from './compound';
import { foldWord, normalizeWord } from './fold';
import { numberTerms } from './number-terms';
import { segmentsOf, syllablePairs } from './segmentation';
import { type Stemmer, stemmerOf } from './stemmer';
import { stopWordsOf } from './stop-words';
import { WordCache } from './word-cache';
import { scanWords, wordShape } from './word-scanner';

/** A text as a keyword index holds it; both lists separated by single spaces. */
export interface AnalyzedText {
  /** Stemmed, stop words left out. */
  readonly terms: string;
  /** Folded, unstemmed, stop words kept. */
  readonly words: string;
}

/** One word of a text: what a phrase sees, and what it is found by (none for a stop word). */
export interface AnalyzedWord {
  readonly word: string;
  readonly terms: readonly string[];
  /** Additional terms of a text: parts of a compound, of `camelCase`, a number without its first zeros. */
  readonly also?: readonly string[];
}

const WORD_CHARS_MAX = 64;
const CACHED_WORDS_MAX = 4_000;
/** Of the languages that a box is searched in each has one: some 2 MB, when its cache is full. */
const ANALYZERS_MAX = 12;
const BLANK: AnalyzedWord = { word: '', terms: [] };
const PART_LETTERS_MIN = 2;
/** Between the words of `getUserProfile` and `HTTPServer`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const LEADING_ZEROS = /^0+(?=[1-9]\d*$)/;
const DOTTED_CODE = /^[^.]*\d\.[^.]*\d\.[^.]*\d/;
/** `v5.14.0` is `5.14.0`. */
const VERSION = /^v(?=\d+(?:\.\d+)+$)/;
const HANGUL = /\p{Script=Hangul}/u;

const analyzers = new LRUCache<string, Analyzer>({
  max: ANALYZERS_MAX,
  memoMethod: (language) => new Analyzer(language),
});

/**
 * Words and terms of `text`.
 *
 * @param language ISO 639-1; text of an empty or unknown one is neither stemmed nor rid of stop words
 */
export function analyze(text: string, language: string): AnalyzedText {
  const terms: string[] = [];
  const words: string[] = [];
  const also = new Set<string>();
  analyzerOf(language).run(text, (word) => {
    if (word.word !== '') words.push(word.word);
    for (const term of word.terms) terms.push(term);
    for (const term of word.also ?? []) also.add(term);
  });
  terms.push(...missingIn(terms, also));
  terms.push(...dateTerms(text, languageCode(language)), ...numberTerms(text));
  return { terms: terms.join(' '), words: words.join(' ') };
}

/** Additional terms are in a text once, outside of their context: they find the text, and hardly rank it. */
function missingIn(terms: readonly string[], also: ReadonlySet<string>): readonly string[] {
  if (also.size === 0) return [];
  const own = new Set(terms);
  return [...also].filter((term) => !own.has(term));
}

/**
 * The same word by word, for queries: without dates and forms of numbers, and without what texts are found by besides.
 * Joined forms (`X-200` as `x200`) come without a word of their own.
 */
export function analyzeWords(text: string, language: string): AnalyzedWord[] {
  const found: AnalyzedWord[] = [];
  analyzerOf(language).run(text, (word) => found.push(word));
  return found;
}

/** For words one by one, as they are in a text. */
export function wordAnalyzer(language: string): (word: string) => AnalyzedWord {
  const analyzer = analyzerOf(language);
  return (word) => analyzer.lookup(clipped(word));
}

/** `de-AT` is `de`; both written forms of Norwegian are `no`. */
export function languageCode(language: string): string {
  const [code = ''] = language.toLowerCase().split(/[-_]/, 1);
  return code === 'nb' || code === 'nn' ? 'no' : code;
}

function analyzerOf(language: string): Analyzer {
  return analyzers.memo(languageCode(language));
}

class Analyzer {
  private readonly stem: Stemmer;
  private readonly stopWords: ReadonlySet<string>;
  private readonly cache = new WordCache<AnalyzedWord>(CACHED_WORDS_MAX);

  constructor(private readonly language: string) {
    this.stem = stemmerOf(language);
    this.stopWords = stopWordsOf(language);
  }

  /** Joined forms follow their parts, so that `e-mail` is found as `email` too; but not those of `doit-il`. */
  run(text: string, emit: (word: AnalyzedWord) => void): void {
    let joined = '';
    let last: AnalyzedWord = BLANK;
    const flush = () => {
      if (joined !== '') emit({ word: '', terms: last.terms.length === 0 ? [] : this.lookup(joined).terms });
      joined = '';
    };
    scanWords(text, (start, end, shape) => {
      const isBound = (shape & wordShape.bound) !== 0;
      if (!isBound && joined !== '') flush();
      if (shape & wordShape.unspaced) return this.segment(text.slice(start, end), emit);
      const word = this.lookup(clipped(text.slice(start, end)));
      if (word.word === '') return;
      if (isBound && joined.length < WORD_CHARS_MAX) joined = (joined === '' ? last.word : joined) + word.word;
      last = word;
      if (shape & wordShape.clitic) return emit({ word: word.word, terms: [] });
      emit(word);
      const whole = shape & wordShape.dotted ? `.${word.word}` : withoutDots(word.word);
      if (whole !== '') emit({ word: '', terms: [whole] });
    });
    flush();
  }

  lookup(raw: string): AnalyzedWord {
    const known = this.cache.get(raw);
    if (known) return known;
    const normalized = normalizeWord(raw, this.language);
    const word = foldWord(normalized);
    const terms = this.termsOf(normalized, word);
    const also = terms.length === 0 ? [] : this.partsOf(raw, normalized).filter((term) => !terms.includes(term));
    const created = { word, terms, ...(also.length > 0 && { also: [...new Set(also)] }) };
    this.cache.set(raw, created);
    return created;
  }

  /** Terms of what a word is made of. */
  private partsOf(raw: string, normalized: string): readonly string[] {
    if (LEADING_ZEROS.test(normalized)) return [normalized.replace(LEADING_ZEROS, '')];
    const parts = HUMP.test(raw) ? raw.split(HUMP) : this.compoundsIn(normalized);
    return parts.filter((part) => part.length >= PART_LETTERS_MIN).flatMap((part) => this.lookup(part).terms);
  }

  private compoundsIn(word: string): readonly string[] {
    return splitsCompounds(this.language) ? compoundParts(word, this.language) : [];
  }

  private termsOf(normalized: string, word: string): readonly string[] {
    if (word === '' || this.stopWords.has(word)) return [];
    if (/\d/.test(word)) return [word.replace(VERSION, '')];
    if (HANGUL.test(word)) return syllablePairs(word);
    const term = foldWord(this.stem(normalized));
    return [term === '' ? word : term];
  }

  private segment(run: string, emit: (word: AnalyzedWord) => void): void {
    const normalized = foldWord(normalizeWord(run, this.language));
    for (const { word, terms } of segmentsOf(normalized)) {
      emit({ word, terms: terms.filter((term) => !this.stopWords.has(term)) });
    }
  }
}

/** `10.20.30.40` as `10203040`: a code is found by its digits, however they are parted. Empty for other words. */
function withoutDots(word: string): string {
  return DOTTED_CODE.test(word) ? word.replaceAll('.', '') : '';
}

/** The beginning of a word that is too long, with no character cut in two. */
function clipped(word: string): string {
  return word.length <= WORD_CHARS_MAX ? word : word.slice(0, WORD_CHARS_MAX).replace(/[\ud800-\udbff]$/, '');
}
