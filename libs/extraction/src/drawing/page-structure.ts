import type { PageStructure } from '@lectern/contracts/knowledge-box';
import { type DrawnPicture, STRUCTURES_NAME } from './drawn-picture';

export type WordBounds = PageStructure['tokens'][number];

/** Words of one page. */
export const WORDS_MAX = 10_000;
/** UTF-16 units of one word; a longer one becomes several. */
export const WORD_CHARS_MAX = 64;
/** Of all pages of one file, as JSON; a page that does not fit is the end. */
export const STRUCTURES_BYTES_MAX = 8 * 1024 * 1024;

/** Words that are kept of all pages that are pictures: they are in every resume token. */
export const RECOGNIZED_WORDS_MAX = 20_000;

/** Words of pages that were recognised, by number of the page. */
export class RecognizedPages {
  private words = 0;
  private readonly pages = new Map<number, PageStructure>();

  /** @param earlier what an earlier reading of the file found */
  constructor(
    private readonly pagesMax: number,
    earlier: readonly (readonly [page: number, structure: PageStructure])[] = [],
  ) {
    for (const [page, structure] of earlier) this.put(page, structure);
  }

  get all(): ReadonlyMap<number, PageStructure> {
    return this.pages;
  }

  /** Pages that are not drawn, and those that are too much, are left out. */
  put(page: number, structure: PageStructure): void {
    const words = this.words + structure.tokens.length;
    if (page >= this.pagesMax || words > RECOGNIZED_WORDS_MAX) return;
    this.words = words;
    this.pages.set(page, structure);
  }
}

/** Gathers the pages of one file, the first one first. */
export class Structures {
  private readonly lines: string[] = [];
  private bytes = 0;
  private words = 0;

  add({ page, tokens }: PageStructure): void {
    const kept = tokens.slice(0, WORDS_MAX);
    const line = JSON.stringify({ page, tokens: kept });
    this.bytes += Buffer.byteLength(line) + ',\n'.length;
    // Once a page does not fit, no later one is added: positions in the list are numbers of pages.
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
