/** Ideographs and kana say as much as three letters, Hangul as two: their share of an embedder's window. */
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HANGUL = /\p{Script=Hangul}/gu;
const BEYOND_LATIN = /[\u1100-\uffff]/;
const IDEOGRAPH_SIZE = 3;
const HANGUL_SIZE = 2;

/** The length of a text in letters, with wide characters counted as what they hold. Never below its code points. */
export function textSize(text: string): number {
  if (!BEYOND_LATIN.test(text)) return text.length;
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  const hangul = text.match(HANGUL)?.length ?? 0;
  return text.length + ideographs * (IDEOGRAPH_SIZE - 1) + hangul * (HANGUL_SIZE - 1);
}

/** Where the longest part of `text` ends that begins at `start` and fits `sizeMax`; it has one character at least. */
export function prefixEnd(text: string, start: number, sizeMax: number): number {
  let size = 0;
  let index = start;
  while (index < text.length) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    size += textSize(character);
    if (size > sizeMax && index > start) break;
    index += character.length;
  }
  return index;
}
