import type { Word } from '@lectern/text';
import { numeralIn } from '../qualifiers/numeral';
import type { QuestionTerm } from './question';

/** Words that begin alike for this share of their length are taken for forms of one, at a lower worth. */
const LIKE_SHARE = 0.65;
const LIKE_CHARACTERS_MIN = 4;
export const LIKE = 0.7;
/** Of a compound that one of both is a part of. */
const PART = 0.6;
const PART_CHARACTERS_MIN = 5;
const SKELETON_CHARACTERS_MIN = 3;
const AFFIX_CHARACTERS_MAX = 4;
const digits = /\p{Nd}/u;
/** Several words may be written as one, and where they are divided depends on what is around them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const semitic = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Letters that come and go between the forms of a word: long vowels, and endings of feminine and plural. */
const weakLetters = /[اويهةתוי]/g;
const clitic = /^[بلكفوהבלמכשו]/;
const compounding: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi', 'hu', 'et', 'lb', 'af']);

/** How well a word stands for a term, 0..1. @param language of the word */
export function likeness(term: QuestionTerm, word: Pick<Word, 'folded' | 'stem'>, language: string): number {
  if (term.stem === word.stem || term.folded === word.folded) return 1;
  if (term.alike.has(word.folded) || term.alike.has(word.stem)) return LIKE;
  if (term.isAmount && (digits.test(word.folded) || numeralIn(word.folded, language) !== undefined)) return LIKE;
  // Numbers that only begin alike are other numbers.
  if (digits.test(term.folded) || digits.test(word.folded)) return 0;
  if (unspaced.test(term.folded)) return isPart(term.folded, word.folded, 2) ? LIKE : 0;
  if (beginsAlike(term.stem, word.stem)) return LIKE;
  if (semitic.test(term.folded)) return skeletonsMatch(term.stem, word.stem) ? LIKE : 0;
  return compounding.has(language) && isPart(term.stem, word.stem, PART_CHARACTERS_MIN) ? PART : 0;
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

/** Broken plurals change vowels inside the word: the consonants stay. A preposition may stick to either word. */
function skeletonsMatch(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > AFFIX_CHARACTERS_MAX) return false;
  const others = skeletonsOf(b);
  return skeletonsOf(a).some((skeleton) => others.includes(skeleton));
}

function skeletonsOf(word: string): string[] {
  const skeletons = [word, word.replace(clitic, '')].map((form) => form.replace(weakLetters, ''));
  return skeletons.filter(({ length }) => length >= SKELETON_CHARACTERS_MIN);
}
