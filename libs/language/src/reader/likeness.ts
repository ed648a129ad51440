import type { Word } from '@lectern/text';
import { numeralIn } from '../qualifiers/numeral';
import type { Question, QuestionTerm } from './question';

/** Words whose beginnings agree for this share of their length are taken for forms of one, with a lower weight. */
const LIKE_SHARE = 0.65;
const LIKE_CHARACTERS_MIN = 4;
export const LIKE = 0.7;
/** Weight of a match with a part of a compound. */
const PART = 0.6;
const PART_CHARACTERS_MIN = 5;
const SKELETON_CHARACTERS_MIN = 3;
const AFFIX_CHARACTERS_MAX = 4;
const digits = /\p{Nd}/u;
/** In these scripts several words may be written as one, and the segmentation depends on the context. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const semitic = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Letters that differ between the forms of a word: long vowels, and endings of feminine and plural. */
const weakLetters = /[اويهةתוי]/g;
const clitic = /^[بلكفوהבלמכשו]/;
const compounding: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi', 'hu', 'et', 'lb', 'af']);

/** The terms that a word matches, by their positions in the question, each with the quality of the match. */
export type Likenesses = readonly (readonly [term: number, share: number])[];

/** The terms of a question, indexed by properties they share with possible matches, so that few are compared. */
export class LikeTerms {
  private readonly terms: readonly TermForm[];
  private readonly byForm = new Map<string, number[]>();
  private readonly byBeginning = new Map<string, number[]>();
  /** May match words with which they share no form and no beginning. */
  private readonly others: number[] = [];

  constructor({ terms, language }: Pick<Question, 'terms' | 'language'>) {
    this.terms = terms.map((term) => new TermForm(term, language));
    this.terms.forEach((form, at) => {
      if (form.mayDiffer) return void this.others.push(at);
      const { folded, stem, alike } = form.term;
      for (const one of new Set([folded, stem, ...alike])) addPosition(this.byForm, one, at);
      addPosition(this.byBeginning, beginningOf(stem), at);
    });
  }

  /** Terms that a word matches, in the order of the question. */
  of(word: Pick<Word, 'folded' | 'stem'>): Likenesses {
    const spots = this.spotsFor(word);
    if (spots.length === 0) return none;
    const form = new WordForm(word);
    return spots.flatMap((at) => {
      const share = this.terms[at]?.likeness(form) ?? 0;
      return share > 0 ? [[at, share] as const] : [];
    });
  }

  private spotsFor({ folded, stem }: Pick<Word, 'folded' | 'stem'>): readonly number[] {
    const [sameForm, sameStem] = [this.byForm.get(folded), this.byForm.get(stem)];
    const sameBeginning = this.byBeginning.get(beginningOf(stem));
    if (!sameForm && !sameStem && !sameBeginning) return this.others;
    const spots = [sameForm, sameStem, sameBeginning].flatMap((some) => some ?? []);
    return [...new Set([...spots, ...this.others])].sort((a, b) => a - b);
  }
}

const none: Likenesses = [];

function beginningOf(stem: string): string {
  return stem.slice(0, LIKE_CHARACTERS_MIN);
}

function addPosition(spots: Map<string, number[]>, key: string, at: number): void {
  const known = spots.get(key);
  if (known) known.push(at);
  else spots.set(key, [at]);
}

/** How well a word matches a term, 0..1. @param language of the word */
export function likeness(term: QuestionTerm, word: Pick<Word, 'folded' | 'stem'>, language: string): number {
  return new TermForm(term, language).likeness(new WordForm(word));
}

/** A word with properties that are needed for several comparisons. */
class WordForm {
  readonly hasDigits: boolean;
  private known: readonly string[] | undefined;

  constructor(readonly word: Pick<Word, 'folded' | 'stem'>) {
    this.hasDigits = digits.test(word.folded);
  }

  get skeletons(): readonly string[] {
    return (this.known ??= skeletonsOf(this.word.stem));
  }
}

/** A term to be compared with many words of a language. */
class TermForm {
  private readonly hasDigits: boolean;
  private readonly isUnspaced: boolean;
  private readonly isSemitic: boolean;
  private known: readonly string[] | undefined;

  constructor(
    readonly term: QuestionTerm,
    private readonly language: string,
  ) {
    this.hasDigits = digits.test(term.folded);
    this.isUnspaced = unspaced.test(term.folded);
    this.isSemitic = semitic.test(term.folded);
  }

  /** Whether it may match words with neither a form nor the beginning in common. */
  get mayDiffer(): boolean {
    return this.term.isAmount || this.isUnspaced || this.isSemitic || compounding.has(this.language);
  }

  likeness(form: WordForm): number {
    const { folded, stem, alike, isAmount } = this.term;
    const { word } = form;
    if (stem === word.stem || folded === word.folded) return 1;
    if (alike.has(word.folded) || alike.has(word.stem)) return LIKE;
    if (isAmount && (form.hasDigits || numeralIn(word.folded, this.language) !== undefined)) return LIKE;
    // Numbers with the same beginning are different numbers.
    if (this.hasDigits || form.hasDigits) return 0;
    if (this.isUnspaced) return isPart(folded, word.folded, 2) ? LIKE : 0;
    if (beginsAlike(stem, word.stem)) return LIKE;
    if (this.isSemitic) return this.hasSkeletonOf(form) ? LIKE : 0;
    return compounding.has(this.language) && isPart(stem, word.stem, PART_CHARACTERS_MIN) ? PART : 0;
  }

  /**
   * Broken plurals change vowels inside the word: the consonants stay. A preposition may be attached to either word.
   */
  private hasSkeletonOf(form: WordForm): boolean {
    const { stem } = this.term;
    if (Math.abs(stem.length - form.word.stem.length) > AFFIX_CHARACTERS_MAX) return false;
    this.known ??= skeletonsOf(stem);
    return this.known.some((skeleton) => form.skeletons.includes(skeleton));
  }
}

/** `originate`, `origin`. */
function beginsAlike(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length);
  let same = 0;
  while (same < longest && a[same] === b[same]) same++;
  return same >= LIKE_CHARACTERS_MIN && same / longest >= LIKE_SHARE;
}

function isPart(a: string, b: string, charactersMin: number): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= charactersMin && long.includes(short);
}

function skeletonsOf(word: string): string[] {
  const skeletons = [word, word.replace(clitic, '')].map((form) => form.replace(weakLetters, ''));
  return skeletons.filter(({ length }) => length >= SKELETON_CHARACTERS_MIN);
}
