import { type DrawnPicture, STRUCTURES_NAME } from './drawn-picture';

/** Where a word stands. Units are those of its page, from the upper left corner; y grows downwards. */
export interface WordPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** Number of its line on the page, from 0, in reading order. */
  readonly line: number;
}

/**
 * The words of a page as it is shown, in reading order. Of a PDF in points; of a page or picture whose text was
 * recognised in pixels of the picture that was read.
 */
export interface PageStructure {
  readonly page: { readonly width: number; readonly height: number };
  readonly tokens: readonly WordPlace[];
}

/** Words of one page. */
export const WORDS_MAX = 10_000;
/** UTF-16 units of one word; a longer one becomes several. */
export const WORD_CHARS_MAX = 64;
/** Of all pages of one file, as JSON; a page that does not fit is the end. */
export const STRUCTURES_BYTES_MAX = 8 * 1024 * 1024;

/** Gathers the pages of one file, the first one first. */
export class Structures {
  private readonly lines: string[] = [];
  private bytes = 0;
  private words = 0;

  add({ page, tokens }: PageStructure): void {
    const kept = tokens.slice(0, WORDS_MAX);
    const line = JSON.stringify({ page, tokens: kept });
    this.bytes += Buffer.byteLength(line) + ',\n'.length;
    // Once a page does not fit, none behind it does: places in the list are numbers of pages.
    if (this.bytes > STRUCTURES_BYTES_MAX - '[\n]\n'.length) return;
    this.lines.push(line);
    this.words += kept.length;
  }

  /** JSON with a line for each page; undefined without words. */
  get file(): DrawnPicture | undefined {
    if (this.words === 0) return undefined;
    const bytes = Buffer.from(`[\n${this.lines.join(',\n')}\n]\n`);
    return { name: STRUCTURES_NAME, contentType: 'application/json', bytes };
  }
}
