const SURROGATE = /[\ud800-\udfff]/;
const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** A stretch of a text in code points, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch with what stands there. */
export interface TextSpan extends Span {
  readonly text: string;
}

/** Length in Unicode code points; a lone surrogate counts as one. O(n), next to free in the basic plane. */
export function codePointLength(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let pairs = 0;
  for (const _ of text.matchAll(SURROGATE_PAIR)) pairs += 1;
  return text.length - pairs;
}

/** As `String.slice` with offsets in code points; both are clamped to the text, negative ones to 0. */
export function sliceCodePoints(text: string, start: number, end = Number.MAX_SAFE_INTEGER): string {
  const map = new CodePointMap(text);
  return text.slice(map.toUtf16(start), map.toUtf16(end));
}

/**
 * Converts between UTF-16 indices and code point offsets of one text. Offsets outside the text are clamped to its ends;
 * a UTF-16 index inside a surrogate pair belongs to the code point that the pair is.
 * Texts of the basic plane cost one search and no memory; others 4 bytes a pair, and O(log pairs) a conversion.
 */
export class CodePointMap {
  readonly length: number;
  /** UTF-16 indices of the second halves of pairs, ascending. */
  private readonly seconds: Uint32Array;

  constructor(private readonly text: string) {
    this.seconds = SURROGATE.test(text) ? secondHalves(text) : new Uint32Array(0);
    this.length = text.length - this.seconds.length;
  }

  /** The code point offset of a UTF-16 index. */
  toCodePoint(utf16: number): number {
    const index = clamp(utf16, this.text.length);
    return this.seconds.length === 0 ? index : index - this.pairsBefore(index + 1);
  }

  /** The UTF-16 index of a code point offset. */
  toUtf16(codePoint: number): number {
    const offset = clamp(codePoint, this.length);
    if (this.seconds.length === 0) return offset;
    let low = 0;
    let high = this.seconds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const secondAt = this.seconds[middle] ?? 0;
      if (secondAt - middle <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  }

  /** How many pairs end before a UTF-16 index. */
  private pairsBefore(index: number): number {
    let low = 0;
    let high = this.seconds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seconds[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function secondHalves(text: string): Uint32Array {
  const found: number[] = [];
  for (const match of text.matchAll(SURROGATE_PAIR)) found.push(match.index + 1);
  return Uint32Array.from(found);
}

function clamp(offset: number, max: number): number {
  return Math.min(Math.max(Math.trunc(offset), 0), max);
}
