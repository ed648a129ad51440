import type { PDFiumPage } from '@hyzyla/pdfium';
import { withoutForms } from '../extract/pdf/runs';
import { WORD_CHARS_MAX, WORDS_MAX } from './page-structure';
import type { PlacedWord } from './reading-lines';

/** What of PDFium reads text; the package does not declare it. Coordinates of the page in points, y grows upwards. */
interface TextFunctions {
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, at: number): number;
  /** Where the ink is: four doubles. */
  _FPDFText_GetCharBox(text: number, at: number, left: number, right: number, bottom: number, top: number): number;
  /** The place that the font gives the character: floats left, top, right, bottom. */
  _FPDFText_GetLooseCharBox(text: number, at: number, box: number): number;
  _FPDFText_GetCharOrigin(text: number, at: number, x: number, y: number): number;
  /** Radians, clockwise. */
  _FPDFText_GetCharAngle(text: number, at: number): number;
  /** Quarter turns, clockwise. */
  _FPDFPage_GetRotation(page: number): number;
  _FPDF_PageToDevice(...given: readonly [...target: number[], x: number, y: number, toX: number, toY: number]): number;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
}

type Point = PlacedWord['baseline'];

/** White space counts, too. */
const CHARS_MAX = 1_000_000;
const SCRATCH_BYTES = 32;
/** PDFium maps to whole pixels: of this part of a point. Places are rounded to it. */
const PIXELS_PER_POINT = 100;
/** How PDFium gives a hyphen that divides a word at the end of a line. */
const HYPHEN = 2;

/** The words of a page, at most `WORDS_MAX`, in the order in which they were drawn. @param page not yet closed */
export function wordsOf(page: PDFiumPage): PlacedWord[] {
  // The package hides it behind `private`; its version is pinned.
  const pdfium = Reflect.get(page, 'module') as TextFunctions;
  // As above.
  const handle = Reflect.get(page, 'pageIdx') as number;
  const text = pdfium._FPDFText_LoadPage(handle);
  if (text === 0) return [];
  const scratch = pdfium.wasmExports.malloc(SCRATCH_BYTES);
  try {
    return new WordReader(pdfium, { page, handle, text, scratch }).read();
  } finally {
    pdfium.wasmExports.free(scratch);
    pdfium._FPDFText_ClosePage(text);
  }
}

interface Handles {
  readonly page: PDFiumPage;
  readonly handle: number;
  readonly text: number;
  readonly scratch: number;
}

/** Grows while characters are read; an object for each of them would cost more than reading it. */
class OpenWord {
  text = '';
  left = Infinity;
  right = -Infinity;
  bottom = Infinity;
  top = -Infinity;

  constructor(readonly first: number) {}

  add(char: string): void {
    this.text += char;
  }

  cover(x: number, y: number): void {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.bottom) this.bottom = y;
    if (y > this.top) this.top = y;
  }
}

class WordReader {
  private readonly words: PlacedWord[] = [];
  private open: OpenWord | undefined;
  private readonly width: number;
  private readonly height: number;
  private readonly rotation: number;
  private readonly origin: Point;

  constructor(
    private readonly pdfium: TextFunctions,
    private readonly handles: Handles,
  ) {
    const { originalWidth, originalHeight } = handles.page.getOriginalSize();
    this.width = rounded(originalWidth);
    this.height = rounded(originalHeight);
    this.rotation = pdfium._FPDFPage_GetRotation(handles.handle);
    this.origin = this.originOfPage();
  }

  read(): PlacedWord[] {
    const { text } = this.handles;
    const chars = Math.min(this.pdfium._FPDFText_CountChars(text), CHARS_MAX);
    for (let at = 0; at < chars && this.words.length < WORDS_MAX; at += 1) {
      const code = this.pdfium._FPDFText_GetUnicode(text, at);
      if (code === HYPHEN) {
        this.take('-', at);
        this.close();
      } else if (isWhite(code)) this.close();
      else if (isAlone(code)) {
        this.close();
        this.take(String.fromCodePoint(code), at);
        this.close();
      } else this.take(String.fromCodePoint(code), at);
    }
    this.close();
    return this.words;
  }

  /** Covers the place that the font gives the character, which has room for accents; or its ink where there is none. */
  private take(char: string, at: number): void {
    if (this.open && this.open.text.length >= WORD_CHARS_MAX) this.close();
    const open = (this.open ??= new OpenWord(at));
    open.add(char);
    const { pdfium } = this;
    const { text, scratch } = this.handles;
    if (pdfium._FPDFText_GetLooseCharBox(text, at, scratch)) {
      const [floats, first] = [pdfium.HEAPF32, scratch >> 2];
      const [left = 0, top = 0] = [floats[first], floats[first + 1]];
      const [right = 0, bottom = 0] = [floats[first + 2], floats[first + 3]];
      open.cover(left, bottom);
      open.cover(right, top);
      if (right > left && top > bottom) return;
    }
    pdfium._FPDFText_GetCharBox(text, at, scratch, scratch + 8, scratch + 16, scratch + 24);
    const [doubles, first] = [pdfium.HEAPF64, scratch >> 3];
    open.cover(doubles[first] ?? 0, doubles[first + 2] ?? 0);
    open.cover(doubles[first + 1] ?? 0, doubles[first + 3] ?? 0);
  }

  /** What is outside of the page cannot be seen. */
  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (!open || this.words.length >= WORDS_MAX) return;
    const [one, other] = [this.shown(open.left, open.bottom), this.shown(open.right, open.top)];
    const x = rounded(within(Math.min(one.x, other.x), this.width));
    const y = rounded(within(Math.min(one.y, other.y), this.height));
    const width = rounded(within(Math.max(one.x, other.x), this.width) - x);
    const height = rounded(within(Math.max(one.y, other.y), this.height) - y);
    if (!(width > 0 && height > 0)) return;
    const { first } = open;
    const text = withoutForms(open.text.toWellFormed());
    this.words.push({ x, y, width, height, text, baseline: this.originOf(first), quarter: this.quarterOf(first) });
  }

  private originOf(at: number): Point {
    const { text, scratch } = this.handles;
    this.pdfium._FPDFText_GetCharOrigin(text, at, scratch, scratch + 8);
    const { HEAPF64 } = this.pdfium;
    return this.shown(HEAPF64[scratch >> 3] ?? 0, HEAPF64[(scratch >> 3) + 1] ?? 0);
  }

  private quarterOf(at: number): number {
    const angle = this.pdfium._FPDFText_GetCharAngle(this.handles.text, at);
    return (8 - (Math.round(angle / (Math.PI / 2)) % 4) - this.rotation) % 4;
  }

  /** Where the origin of the page is on the page as it is shown: turned, cut, from the upper left corner. */
  private originOfPage(): Point {
    const { handle, scratch } = this.handles;
    const [width, height] = [this.width, this.height].map((points) => Math.round(points * PIXELS_PER_POINT));
    this.pdfium._FPDF_PageToDevice(handle, 0, 0, width ?? 0, height ?? 0, 0, 0, 0, scratch, scratch + 4);
    const { HEAP32 } = this.pdfium;
    const [x, y] = [HEAP32[scratch >> 2] ?? 0, HEAP32[(scratch >> 2) + 1] ?? 0];
    return { x: x / PIXELS_PER_POINT, y: y / PIXELS_PER_POINT };
  }

  private shown(x: number, y: number): Point {
    const { origin } = this;
    if (this.rotation === 1) return { x: origin.x + y, y: origin.y + x };
    if (this.rotation === 2) return { x: origin.x - x, y: origin.y + y };
    if (this.rotation === 3) return { x: origin.x - y, y: origin.y - x };
    return { x: origin.x + x, y: origin.y - y };
  }
}

/** Also what JSON or a text cannot hold. */
function isWhite(code: number): boolean {
  return code <= 32 || code > 0x10ffff || (code >= 0x7f && /\s|\p{Cc}/u.test(String.fromCodePoint(code)));
}

/** Of a script without spaces. */
function isAlone(code: number): boolean {
  if (code < 0x3000) return false;
  return code <= 0x30ff || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xff00 && code <= 0xffef);
}

function within(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

function rounded(points: number): number {
  return Math.round(points * PIXELS_PER_POINT) / PIXELS_PER_POINT;
}
