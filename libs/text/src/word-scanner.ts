import { astralClass, characterClass, characterClasses } from './character-class';

/** How a scanned word stands in its text; flags. */
export const wordShape = {
  plain: 0,
  /** A run of a script without spaces: several words, still to be segmented. */
  unspaced: 1,
  /** Bound to the word before it by a hyphen, an underscore or an ampersand. */
  bound: 2,
  /** What an apostrophe leaves of a short word: `l'`, `'s`, `'ll`. */
  clitic: 4,
} as const;

/** Called with UTF-16 offsets, end exclusive, and flags of `wordShape`. */
export type WordVisitor = (start: number, end: number, shape: number) => void;

const { letter: LETTER, digit: DIGIT, unspaced: UNSPACED, ignored: IGNORED } = characterClass;
const { unspaced: IS_UNSPACED, bound: IS_BOUND, clitic: IS_CLITIC } = wordShape;

const APOSTROPHES = "'’‘＇";
const BINDERS = '-‐‑_&';
const CLITIC_CHARS_MAX = 2;

/** Finds the words of `text` in order: linear, no backtracking, no allocation for spaced scripts. */
export function scanWords(text: string, visit: WordVisitor): void {
  const scanner = new Scanner(text);
  const { length } = text;
  let index = 0;
  let boundAt = -1;
  while (index < length) {
    const found = scanner.classAt(index);
    if (found === LETTER || found === DIGIT) {
      const end = scanner.wordEnd(index);
      const shape = (index === boundAt ? IS_BOUND : 0) | (scanner.isClitic(index, end) ? IS_CLITIC : 0);
      visit(index, end, shape);
      if (end < length && BINDERS.includes(text.charAt(end))) boundAt = end + 1;
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

  classAt(index: number): number {
    const code = this.text.charCodeAt(index);
    const isHighSurrogate = code >= 0xd800 && code <= 0xdbff;
    return isHighSurrogate ? astralClass(this.text.codePointAt(index) ?? code) : (this.classes[code] ?? characterClass.other);
  }

  width(index: number): number {
    const code = this.text.charCodeAt(index);
    return code >= 0xd800 && code <= 0xdbff && (this.text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }

  runEnd(start: number): number {
    let index = start;
    while (index < this.text.length) {
      const found = this.classAt(index);
      if (found !== UNSPACED && found !== IGNORED) break;
      index += this.width(index);
    }
    return index;
  }

  wordEnd(start: number): number {
    let index = start;
    for (;;) {
      const found = this.classAt(index);
      if (found === LETTER || found === DIGIT || found === IGNORED) index += this.width(index);
      else if (index < this.text.length && this.continues(start, index)) index += 1;
      else return this.suffixEnd(start, index);
    }
  }

  /** Whether the character at `index` stands inside a word although it is no letter: `3.5`, `U.S.`, `м'який`, `col·legi`. */
  private continues(start: number, index: number): boolean {
    const character = this.text.charAt(index);
    const next = this.classAt(index + 1);
    if (next !== LETTER && next !== DIGIT) return false;
    const before = this.text.charCodeAt(index - 1);
    const after = this.text.charCodeAt(index + 1);
    if (character === '.' || character === ',' || character === '٫' || character === '٬') {
      if (next === DIGIT) return this.classAt(index - 1) === DIGIT;
      return character === '.' && this.isAcronym(start, index);
    }
    if (APOSTROPHES.includes(character)) return isCyrillic(before) && isCyrillic(after);
    if (character === '"' || character === '״' || character === '׳') return isHebrew(before) && isHebrew(after);
    return character === '·' && (before | 32) === 0x6c && (after | 32) === 0x6c;
  }

  /** Single letters with dots between them, up to and including the one after `index`. */
  private isAcronym(start: number, index: number): boolean {
    if ((index - start) % 2 !== 1) return false;
    for (let at = start + 1; at < index; at += 2) if (this.text.charAt(at) !== '.') return false;
    const beyond = this.classAt(index + 2);
    return beyond !== LETTER && beyond !== DIGIT && beyond !== IGNORED;
  }

  /** Takes in what makes `C++` and `C#` names. */
  private suffixEnd(start: number, end: number): number {
    const { text } = this;
    const suffix = text.startsWith('++', end) ? 2 : text.charAt(end) === '#' && end - start === 1 ? 1 : 0;
    if (suffix === 0 || this.classAt(end - 1) !== LETTER) return end;
    const next = end + suffix < text.length ? this.classAt(end + suffix) : characterClass.other;
    return next === characterClass.other && text.charAt(end + suffix) !== '+' ? end + suffix : end;
  }

  isClitic(start: number, end: number): boolean {
    if (end - start > CLITIC_CHARS_MAX) return false;
    if (this.hasApostrophe(start - 1) && this.classAt(start - 2) === LETTER) return true;
    return this.hasApostrophe(end) && this.classAt(end + 1) === LETTER;
  }

  private hasApostrophe(index: number): boolean {
    return index >= 0 && index < this.text.length && APOSTROPHES.includes(this.text.charAt(index));
  }
}

function isCyrillic(code: number): boolean {
  return code >= 0x400 && code <= 0x52f;
}

function isHebrew(code: number): boolean {
  return code >= 0x5d0 && code <= 0x5ea;
}
