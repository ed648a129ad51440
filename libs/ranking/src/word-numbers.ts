/** Letters of a word that tell it from others in `numberOfBeginning`. */
export const BEGINNING_CHARS = 6;

const LATIN_END = 0x100;
const CODE_UNITS = 0x10000;
const PLACES_MIN = 1_024;
/** Letters of one half of a key. */
const HALF_CHARS = BEGINNING_CHARS / 2;
const HALF = 2 ** (8 * HALF_CHARS);

/** Words are numbered from 1 in the order in which they come; so are beginnings of words, by themselves. */
export class WordNumbers {
  private readonly words = new Map<string, number>();
  /** Those with letters beyond Latin-1; the others are numbers, which are found several times as fast. */
  private readonly beginnings = new Map<string, number>();
  private keys = new Float64Array(PLACES_MIN);
  private numbers = new Int32Array(PLACES_MIN);
  private beginningsCount = 0;

  /** The largest number. */
  get largest(): number {
    return Math.max(this.words.size, this.beginningsCount);
  }

  numberOf(word: string): number {
    const known = this.words.get(word);
    if (known !== undefined) return known;
    const number = this.words.size + 1;
    this.words.set(word, number);
    return number;
  }

  /** Without giving one. */
  knownNumberOf(word: string): number | undefined {
    return this.words.get(word);
  }

  /** @param beginning of at most six letters */
  numberOfBeginning(beginning: string): number {
    const key = beginningKey(beginning);
    if (key !== undefined) return this.numberOfKey(key);
    const known = this.beginnings.get(beginning);
    if (known !== undefined) return known;
    this.beginningsCount += 1;
    this.beginnings.set(beginning, this.beginningsCount);
    return this.beginningsCount;
  }

  /** The same of a key. */
  numberOfKey(key: number): number {
    const { keys, numbers } = this;
    const mask = keys.length - 1;
    let place = hashOf(key) & mask;
    while (numbers[place] !== 0) {
      if (keys[place] === key) return numbers[place] ?? 0;
      place = (place + 1) & mask;
    }
    this.beginningsCount += 1;
    keys[place] = key;
    numbers[place] = this.beginningsCount;
    if (this.beginningsCount * 2 > keys.length) this.grow();
    return this.beginningsCount;
  }

  private grow(): void {
    const { keys, numbers } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.numbers = new Int32Array(keys.length * 2);
    for (const [at, number] of numbers.entries()) {
      if (number === 0) continue;
      let place = hashOf(keys[at] ?? 0) & (this.keys.length - 1);
      while (this.numbers[place] !== 0) place = (place + 1) & (this.keys.length - 1);
      this.keys[place] = keys[at] ?? 0;
      this.numbers[place] = number;
    }
  }
}

function hashOf(key: number): number {
  const high = Math.floor(key / HALF);
  const mixed = Math.imul(key - high * HALF, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** One byte for each letter; `undefined` for letters beyond Latin-1. */
function beginningKey(beginning: string): number | undefined {
  let [key, unit] = [0, 1];
  for (let at = 0; at < beginning.length; at += 1) {
    const code = beginning.charCodeAt(at);
    if (code >= LATIN_END) return undefined;
    key += code * unit;
    unit *= LATIN_END;
  }
  return key;
}

const INSIDE = /[\p{L}\p{N}\p{M}]/u;
/** By character of Latin-1: its small letter, 0 for what parts words. */
const small = Uint8Array.from({ length: LATIN_END }, (_, code) => {
  const character = String.fromCharCode(code);
  return INSIDE.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
const PARTS = 1;
const IS_INSIDE = 2;
/** By code unit, as far as it was asked. */
const known = new Uint8Array(CODE_UNITS);

/**
 * Keys of the beginnings of words of at least so many letters, in small letters; `undefined` when a letter is beyond
 * Latin-1.
 */
export function keysOfBeginnings(text: string, charsMin: number): number[] | undefined {
  const keys: number[] = [];
  let [key, unit, length] = [0, 1, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (code >= LATIN_END && isInside(code)) return undefined;
    const letter = code < LATIN_END ? (small[code] ?? 0) : 0;
    if (letter === 0) {
      if (length >= charsMin) keys.push(key);
      [key, unit, length] = [0, 1, 0];
      continue;
    }
    if (length < BEGINNING_CHARS) key += letter * unit;
    unit *= LATIN_END;
    length += 1;
  }
  return keys;
}

/** Halves of pairs may be. */
function isInside(code: number): boolean {
  known[code] ||= isSurrogate(code) || INSIDE.test(String.fromCharCode(code)) ? IS_INSIDE : PARTS;
  return known[code] === IS_INSIDE;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}
