import { astralClass, characterClass, characterClasses } from './character-class';

/** Context of a scanned word in its text; flags. */
export const wordShape = {
  plain: 0,
  /** A run of a script without spaces: several words, still to be segmented. */
  unspaced: 1,
  /** Bound to the word before it by a hyphen, an underscore, an ampersand or the full stop of a code: `T20.016`. */
  bound: 2,
  /** Rest of a short word after an apostrophe: `l'`, `'s`, `'ll`. */
  clitic: 4,
  /** A name with a full stop before it: `.NET`. */
  dotted: 8,
} as const;

/** Called with UTF-16 offsets, end exclusive, and flags of `wordShape`. */
export type WordVisitor = (start: number, end: number, shape: number) => void;

const { letter: LETTER, digit: DIGIT, ignored: IGNORED, unspaced: UNSPACED, surrogate: SURROGATE } = characterClass;
const { unspaced: IS_UNSPACED, bound: IS_BOUND, clitic: IS_CLITIC, dotted: IS_DOTTED } = wordShape;

const SPACE = 0x20;
const APOSTROPHES = codes("'’‘＇");
const BINDERS = codes('-‐‑_&');
const QUOTES_OF_HEBREW = codes('"״׳');
const NUMBER_SEPARATORS = codes('.,٫٬');
const FULL_STOP = 0x2e;
const PLUS = 0x2b;
const SHARP = 0x23;
const MIDDLE_DOT = 0xb7;
const CLITIC_CHARS_MAX = 2;
const ACRONYM_CHARS_MAX = 20;
/** Longer words are no codes. */
const CODE_CHARS_MAX = 64;

/** Finds the words of `text` in order: linear, no backtracking, no allocation. */
export function scanWords(text: string, visit: WordVisitor): void {
  const scanner = new Scanner(text);
  const { length } = text;
  let index = 0;
  let boundAt = -1;
  while (index < length) {
    const found = scanner.classAt(index);
    if (found === LETTER || found === DIGIT) {
      const end = scanner.wordEnd(index);
      const isDotted = index !== boundAt && found === LETTER && scanner.isDotted(index);
      const isClitic = scanner.isClitic(index, end);
      visit(index, end, (index === boundAt ? IS_BOUND : 0) | (isClitic ? IS_CLITIC : 0) | (isDotted ? IS_DOTTED : 0));
      if (scanner.isBinder(index, end)) boundAt = end + 1;
      index = end;
    } else if (found === UNSPACED) {
      const end = scanner.runEnd(index);
      visit(index, end, IS_UNSPACED);
      index = end;
    } else {
      index += scanner.width(index);
    }
  }
}

class Scanner {
  private readonly classes = characterClasses();

  constructor(private readonly text: string) {}

  /** `other` outside the text. */
  classAt(index: number): number {
    const found = this.classes[this.text.charCodeAt(index)] ?? characterClass.other;
    return found === SURROGATE ? astralClass(this.text.codePointAt(index) ?? 0) : found;
  }

  width(index: number): number {
    return this.classes[this.text.charCodeAt(index)] === SURROGATE && (this.text.codePointAt(index) ?? 0) > 0xffff
      ? 2
      : 1;
  }

  runEnd(start: number): number {
    let index = start;
    for (;;) {
      const found = this.classAt(index);
      if (found !== UNSPACED && found !== IGNORED) return index;
      index += this.width(index);
    }
  }

  wordEnd(start: number): number {
    const { text, classes } = this;
    let index = start;
    for (;;) {
      const code = text.charCodeAt(index);
      const found = classes[code] ?? characterClass.other;
      if (found === LETTER || found === DIGIT || found === IGNORED) index += 1;
      else if (code === SPACE || index >= text.length) return index;
      else if (found === SURROGATE && this.isInsideWord(index)) index += this.width(index);
      else if (this.continues(start, index, code)) index += 1;
      else return this.suffixEnd(start, index, code);
    }
  }

  /** Whether what stands at `end` binds the word before it to what follows. A full stop does so in codes only. */
  isBinder(start: number, end: number): boolean {
    const code = this.text.charCodeAt(end);
    if (code !== FULL_STOP) return BINDERS.has(code);
    return this.hasDigit(start, end) ? this.isInsideWord(end + 1) : this.classAt(end + 1) === DIGIT;
  }

  isDotted(start: number): boolean {
    if (this.text.charCodeAt(start - 1) !== FULL_STOP) return false;
    const before = this.text.charCodeAt(start - 2);
    return before !== FULL_STOP && !this.isInsideWord(start - 2);
  }

  isClitic(start: number, end: number): boolean {
    if (end - start > CLITIC_CHARS_MAX) return false;
    if (APOSTROPHES.has(this.text.charCodeAt(start - 1)) && this.classAt(start - 2) === LETTER) return true;
    return APOSTROPHES.has(this.text.charCodeAt(end)) && this.classAt(end + 1) === LETTER;
  }

  private hasDigit(start: number, end: number): boolean {
    for (let at = start; at < Math.min(end, start + CODE_CHARS_MAX); at += 1)
      if (this.classes[this.text.charCodeAt(at)] === DIGIT) return true;
    return false;
  }

  private isInsideWord(index: number): boolean {
    const found = this.classAt(index);
    return found === LETTER || found === DIGIT || found === IGNORED;
  }

  /** Whether what stands at `index` is inside a word although it is no letter: `3.5`, `U.S.`, `м'який`, `col·legi`. */
  private continues(start: number, index: number, code: number): boolean {
    const next = this.classAt(index + 1);
    if (next !== LETTER && next !== DIGIT) return false;
    const before = this.text.charCodeAt(index - 1);
    const after = this.text.charCodeAt(index + 1);
    if (NUMBER_SEPARATORS.has(code)) {
      if (next === DIGIT) return this.classAt(index - 1) === DIGIT;
      return code === FULL_STOP && this.isAcronym(start, index);
    }
    if (APOSTROPHES.has(code)) return isCyrillic(before) && isCyrillic(after);
    if (QUOTES_OF_HEBREW.has(code)) return isHebrew(before) && isHebrew(after);
    return code === MIDDLE_DOT && (before | 32) === 0x6c && (after | 32) === 0x6c;
  }

  /** Single letters with dots between them, up to and including the one after `index`. */
  private isAcronym(start: number, index: number): boolean {
    if ((index - start) % 2 !== 1 || index - start > ACRONYM_CHARS_MAX) return false;
    for (let at = start + 1; at < index; at += 2) if (this.text.charCodeAt(at) !== FULL_STOP) return false;
    return !this.isInsideWord(index + 2);
  }

  /** Takes in what makes `C++` and `C#` names. */
  private suffixEnd(start: number, end: number, code: number): number {
    if (code !== PLUS && code !== SHARP) return end;
    const length = code === SHARP ? 1 : 2;
    const isName = code === SHARP ? end - start === 1 : this.text.charCodeAt(end + 1) === PLUS;
    if (!isName || this.classAt(end - 1) !== LETTER || this.text.charCodeAt(end + length) === code) return end;
    return this.classAt(end + length) === characterClass.other ? end + length : end;
  }
}

function codes(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

function isCyrillic(code: number): boolean {
  return code >= 0x400 && code <= 0x52f;
}

function isHebrew(code: number): boolean {
  return code >= 0x5d0 && code <= 0x5ea;
}
