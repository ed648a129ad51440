const SURROGATE = /[\ud800-\udfff]/;
const BLOCK_UNITS = 256;

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
  return SURROGATE.test(text) ? text.length - pairsIn(text, 0, text.length) : text.length;
}

/** As `String.slice` with offsets in code points; both are clamped to the text, negative ones to 0. */
export function sliceCodePoints(text: string, start: number, end = Number.MAX_SAFE_INTEGER): string {
  const map = new CodePointMap(text);
  return text.slice(map.toUtf16(start), map.toUtf16(end));
}

/** `sliceCodePoints` of one text, many times: most texts have no pair, and nothing is counted. */
export function codePointSlicer(text: string): (start: number, end?: number) => string {
  if (!SURROGATE.test(text)) return (start, end) => text.slice(Math.max(0, start), end);
  const map = new CodePointMap(text);
  return (start, end = Number.MAX_SAFE_INTEGER) => text.slice(map.toUtf16(start), map.toUtf16(end));
}

/**
 * Converts between UTF-16 indices and code point offsets of one text. Offsets outside the text are clamped to its ends;
 * a UTF-16 index inside a surrogate pair belongs to the code point that the pair is.
 * Looks at the text only as far as it is asked about; costs a byte for each 64 UTF-16 units, and O(log n) a conversion.
 */
export class CodePointMap {
  /** Pairs that end before each block of the text. */
  private readonly pairsBefore: Uint32Array;
  /** Blocks that were looked at, from the first one on. */
  private known = 0;

  constructor(private readonly text: string) {
    this.pairsBefore = new Uint32Array(Math.ceil(text.length / BLOCK_UNITS) + 1);
  }

  /** Of the text, in code points. Looks at all of it. */
  get length(): number {
    const blocks = this.pairsBefore.length - 1;
    this.lookAt(blocks);
    return this.text.length - (this.pairsBefore[blocks] ?? 0);
  }

  /** The code point offset of a UTF-16 index. */
  toCodePoint(utf16: number): number {
    const index = clamp(utf16, this.text.length);
    const block = Math.floor(index / BLOCK_UNITS);
    this.lookAt(block + 1);
    const inside = this.hasPairs(block) ? pairsIn(this.text, block * BLOCK_UNITS, index + 1) : 0;
    return index - (this.pairsBefore[block] ?? 0) - inside;
  }

  /** The UTF-16 index of a code point offset. */
  toUtf16(codePoint: number): number {
    const offset = clamp(codePoint, this.text.length);
    const block = this.blockOf(offset);
    let index = block * BLOCK_UNITS;
    let left = offset - this.startOf(block);
    if (!this.hasPairs(block)) return Math.min(index + left, this.text.length);
    for (; index < this.text.length; index += 1) {
      if (isSecondHalf(this.text, index)) continue;
      if (left === 0) return index;
      left -= 1;
    }
    return this.text.length;
  }

  /** The last block that begins at or before a code point offset. */
  private blockOf(offset: number): number {
    while (this.known < this.pairsBefore.length - 1 && this.startOf(this.known) <= offset) this.lookAt(this.known + 1);
    let low = 0;
    let high = this.known;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** In code points; of a block that all before it were looked at. */
  private startOf(block: number): number {
    return block * BLOCK_UNITS - (this.pairsBefore[block] ?? 0);
  }

  private hasPairs(block: number): boolean {
    return block >= this.known || this.pairsBefore[block] !== this.pairsBefore[block + 1];
  }

  private lookAt(blocks: number): void {
    const until = Math.min(blocks, this.pairsBefore.length - 1);
    for (; this.known < until; this.known += 1) {
      const start = this.known * BLOCK_UNITS;
      const pairs = pairsIn(this.text, start, Math.min(start + BLOCK_UNITS, this.text.length));
      this.pairsBefore[this.known + 1] = (this.pairsBefore[this.known] ?? 0) + pairs;
    }
  }
}

/** Pairs whose second half stands from `start` to before `end`. */
function pairsIn(text: string, start: number, end: number): number {
  let pairs = 0;
  for (let index = start; index < end; index += 1) if (isSecondHalf(text, index)) pairs += 1;
  return pairs;
}

function isSecondHalf(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

function clamp(offset: number, max: number): number {
  return Math.min(Math.max(Math.trunc(offset), 0), max);
}
