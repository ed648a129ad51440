import { withoutForms } from '../extract/pdf/runs';
import { WORD_CHARS_MAX, WORDS_MAX } from './page-structure';
import type { BoundedWord } from './reading-lines';
import type { Point, ShownPage } from './shown-page';

/** White space counts, too. */
const CHARS_MAX = 1_000_000;
/** How PDFium gives a hyphen that divides a word at the end of a line. */
const HYPHEN = 2;

/** The words of a page, at most `WORDS_MAX`, in the order in which they were drawn. */
export function pageWords(page: ShownPage): BoundedWord[] {
  const { pdfium, handle } = page;
  const text = pdfium._FPDFText_LoadPage(handle);
  if (text === 0) return [];
  try {
    return new WordReader(page, text).read();
  } finally {
    pdfium._FPDFText_ClosePage(text);
  }
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
  private readonly words: BoundedWord[] = [];
  private open: OpenWord | undefined;

  constructor(
    private readonly page: ShownPage,
    /** Handle of the text of the page. */
    private readonly text: number,
  ) {}

  read(): BoundedWord[] {
    const { text } = this;
    const { pdfium } = this.page;
    const chars = Math.min(pdfium._FPDFText_CountChars(text), CHARS_MAX);
    for (let at = 0; at < chars && this.words.length < WORDS_MAX; at += 1) {
      const code = pdfium._FPDFText_GetUnicode(text, at);
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

  /** Covers the place that the font gives the character, with room for accents; or its ink without such a place. */
  private take(char: string, at: number): void {
    if (this.open && this.open.text.length >= WORD_CHARS_MAX) this.close();
    const open = (this.open ??= new OpenWord(at));
    open.add(char);
    const { text } = this;
    const { pdfium, scratch } = this.page;
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

  private close(): void {
    const { open } = this;
    this.open = undefined;
    const bounds = open && this.words.length < WORDS_MAX ? this.page.rectangleOf(open) : undefined;
    if (!open || !bounds) return;
    const text = withoutForms(open.text.toWellFormed());
    this.words.push({ ...bounds, text, baseline: this.originOf(open.first), quarter: this.quarterOf(open.first) });
  }

  private originOf(at: number): Point {
    const { pdfium, scratch } = this.page;
    pdfium._FPDFText_GetCharOrigin(this.text, at, scratch, scratch + 8);
    const { HEAPF64 } = pdfium;
    return this.page.pointAt(HEAPF64[scratch >> 3] ?? 0, HEAPF64[(scratch >> 3) + 1] ?? 0);
  }

  private quarterOf(at: number): number {
    const angle = this.page.pdfium._FPDFText_GetCharAngle(this.text, at);
    return (8 - (Math.round(angle / (Math.PI / 2)) % 4) - this.page.rotation) % 4;
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
