import { stems } from '@lectern/text';
import { beginningsOf, type CountedWords } from './likeness';
import { locate, type Located } from './overlap';

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
  /** Numbers of the stems of the title and then of the text, 0 for stop words. */
  stems?: Uint32Array;
  titleWords?: number;
  beginnings?: CountedWords;
}

/** Some 10 MB. */
const WORDS_MAX = 100_000;
/** Characters of a text in which stems are looked for. */
const TEXT_CHARACTERS_MAX = 20_000;

const analyses = new WeakMap<object, Kept>();
let newest: KeptAnalysis | undefined;

/**
 * Analyses texts and keeps what it finds with them, words as numbers. Its words are forgotten, and with them what it
 * kept, when they are too many.
 */
export class KeptAnalysis {
  private readonly numbers = new Map<string, number>();

  /** To be used for the length of one ranking. */
  static current(): KeptAnalysis {
    if (!newest || newest.numbers.size > WORDS_MAX) newest = new KeptAnalysis();
    return newest;
  }

  /** Whether `located` and `counted` cost next to nothing. */
  has(text: AnalysedText): boolean {
    const known = this.known(text);
    return known?.stems !== undefined && known.beginnings !== undefined;
  }

  /** Where each stem stands. All stems of a text are found when it is ranked for the second time; many never are. */
  located(text: AnalysedText, wanted: readonly string[]): Located {
    const { title, language } = text;
    const beginning = text.text.slice(0, TEXT_CHARACTERS_MAX);
    const known = this.known(text);
    if (!known) {
      if (text.kept) analyses.set(text.kept, { by: this, language });
      return locate(beginning, title, { stems: wanted, language });
    }
    if (!known.stems) {
      const ofTitle = stems(title, language);
      const all = [...ofTitle, ...stems(beginning, language)];
      known.stems = Uint32Array.from(all, (stem) => (stem === '' ? 0 : this.numberOf(stem)));
      known.titleWords = ofTitle.length;
    }
    return { places: this.placesIn(known.stems, wanted), titleWords: known.titleWords ?? 0 };
  }

  /** Its words by their beginnings, title and text together. */
  counted(text: AnalysedText): CountedWords {
    const known = this.known(text);
    if (known?.beginnings) return known.beginnings;
    const made = this.numbered(beginningsOf(`${text.title} ${text.text}`));
    if (known) known.beginnings = made;
    return made;
  }

  numbered(beginnings: ReadonlyMap<string, number>): CountedWords {
    return {
      words: Uint32Array.from(beginnings.keys(), (word) => this.numberOf(word)),
      weights: Float64Array.from(beginnings.values(), (count) => 1 + Math.log(count)),
    };
  }

  private known({ kept, language }: AnalysedText): Kept | undefined {
    const known = kept && analyses.get(kept);
    return known?.by === this && known.language === language ? known : undefined;
  }

  /** From 1. */
  private numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const number = this.numbers.size + 1;
    this.numbers.set(word, number);
    return number;
  }

  private placesIn(all: Uint32Array, wanted: readonly string[]): Located['places'] {
    const places = new Map<string, number[]>(wanted.map((stem) => [stem, []]));
    const byNumber = new Map<number, number[]>();
    for (const [stem, at] of places) {
      const number = this.numbers.get(stem);
      if (number !== undefined) byNumber.set(number, at);
    }
    if (byNumber.size === 0) return places;
    for (let at = 0; at < all.length; at++) byNumber.get(all[at] ?? 0)?.push(at);
    return places;
  }
}
