import { knownStems, stemsOnce } from '@lectern/text';
import { beginningsOf, type CountedWords } from './likeness';
import { locate, type Located } from './overlap';
import { WordNumbers } from './word-numbers';

/** What is ranked, as far as its words go. */
export interface AnalysedText {
  readonly text: string;
  readonly title: string;
  /** ISO 639-1. */
  readonly language: string;
  /** What the analysis is kept with: it always comes with the same text and title. */
  readonly kept?: object;
}

interface Kept {
  readonly by: KeptAnalysis;
  readonly language: string;
  /** Rankings in which its stems were looked for one by one. */
  located: number;
  /** Numbers of the stems of the title and then of the text, 0 for stop words; packed. */
  stems?: string;
  titleWords?: number;
  /** Packed. */
  beginnings?: Readonly<Record<keyof CountedWords, string>>;
}

/** Of words and of beginnings, some 8 MB; those of one more ranking still have numbers that can be packed. */
const WORDS_MAX = 60_000;
const LOCATED_MAX = 2;
const PACKED_NUMBER_MAX = 0xffff;
/** Characters of a text in which stems are looked for. */
const TEXT_CHARACTERS_MAX = 20_000;

/** By number of a stem. Zero before and after each use; few of the words of a text are looked for. */
const isWanted = new Uint8Array(PACKED_NUMBER_MAX + 1);
const analyses = new WeakMap<object, Kept>();
let newest: KeptAnalysis | undefined;

/**
 * Analyses texts and keeps what it finds with them, words as numbers. Its words are forgotten, and with them what it
 * kept, when they are too many.
 */
export class KeptAnalysis {
  private readonly numbers = new WordNumbers();

  /** To be used for the length of one ranking. */
  static current(): KeptAnalysis {
    if (!newest || newest.numbers.largest > WORDS_MAX) newest = new KeptAnalysis();
    return newest;
  }

  /** Whether `located` costs next to nothing. */
  hasStems(text: AnalysedText): boolean {
    return this.known(text)?.stems !== undefined;
  }

  /** Whether `counted` costs next to nothing. */
  hasBeginnings(text: AnalysedText): boolean {
    return this.known(text)?.beginnings !== undefined;
  }

  /**
   * Where each stem stands. To find all stems of a text takes as long as to look for some of them twice, so that is
   * done when it is ranked for the third time, where nobody else has read it; many never are.
   */
  located(text: AnalysedText, wanted: readonly string[]): Located {
    const { title, language } = text;
    const beginning = text.text.slice(0, TEXT_CHARACTERS_MAX);
    const known = this.known(text) ?? this.keptWith(text);
    const read = known?.stems === undefined ? knownStems(beginning, language) : undefined;
    if (!known || (known.stems === undefined && !read && known.located < LOCATED_MAX)) {
      if (known) known.located += 1;
      return locate(beginning, title, { stems: wanted, language });
    }
    if (known.stems === undefined) {
      const ofTitle = stemsOnce(title, language);
      const all = [...ofTitle, ...(read ?? stemsOnce(beginning, language))];
      known.stems = packed(all.map((stem) => (stem === '' ? 0 : this.numbers.numberOf(stem))));
      known.titleWords = ofTitle.length;
    }
    if (known.stems === undefined) return locate(beginning, title, { stems: wanted, language });
    return { positions: this.positionsIn(known.stems, wanted), titleWords: known.titleWords ?? 0 };
  }

  /** Its words by their beginnings, title and text together. */
  counted(text: AnalysedText): CountedWords {
    const known = this.known(text);
    if (known?.beginnings)
      return { words: unpacked(known.beginnings.words), counts: unpacked(known.beginnings.counts) };
    const made = this.beginningsIn(`${text.title} ${text.text}`);
    const [words, counts] = [packed(made.words), packed(made.counts)];
    if (known && words !== undefined && counts !== undefined) known.beginnings = { words, counts };
    return made;
  }

  beginningsIn(text: string): CountedWords {
    return beginningsOf(text, this.numbers);
  }

  private known({ kept, language }: AnalysedText): Kept | undefined {
    const known = kept && analyses.get(kept);
    return known?.by === this && known.language === language ? known : undefined;
  }

  private keptWith({ kept, language }: AnalysedText): Kept | undefined {
    if (!kept) return undefined;
    const begun = { by: this, language, located: 0 };
    analyses.set(kept, begun);
    return begun;
  }

  private positionsIn(all: string, wanted: readonly string[]): Located['positions'] {
    const positions = new Map<string, number[]>(wanted.map((stem) => [stem, []]));
    const byNumber = new Map<number, number[]>();
    for (const [stem, at] of positions) {
      const number = this.numbers.knownNumberOf(stem);
      if (number !== undefined) byNumber.set(number, at);
    }
    if (byNumber.size === 0) return positions;
    for (const number of byNumber.keys()) isWanted[number] = 1;
    for (let at = 0; at < all.length; at++) {
      const number = all.charCodeAt(at);
      if (isWanted[number] === 1) byNumber.get(number)?.push(at);
    }
    for (const number of byNumber.keys()) isWanted[number] = 0;
    return positions;
  }
}

/** As a text of one character for each number, a third of what an array takes; `undefined` when one is too large. */
function packed(numbers: readonly number[]): string | undefined {
  if (numbers.some((number) => number > PACKED_NUMBER_MAX)) return undefined;
  return String.fromCharCode(...numbers);
}

function unpacked(text: string): number[] {
  const numbers = new Array<number>(text.length);
  for (let at = 0; at < text.length; at++) numbers[at] = text.charCodeAt(at);
  return numbers;
}
