import type { DocumentBuilder } from '../document-builder';
import { joinedText } from './paragraphs';

/** Content of a page, in reading order, before it is written. */
export type Written =
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[]; readonly caption?: string }
  | { readonly kind: 'heading'; readonly text: string; readonly level: number }
  | { readonly kind: 'ocr'; readonly text: string }
  | Prose;

export interface Prose {
  readonly kind: 'paragraph' | 'item';
  readonly text: string;
  readonly size: number;
  readonly lines: number;
  /** Whether its last line reaches the end of its column. */
  readonly isFull: boolean;
  /** Whether it stands beside the text, as notes do at the foot of a page. */
  readonly isNote?: boolean;
}

/** Longer ends of pages are not kept back for what may follow them. */
const HELD_CHARS_MAX = 20_000;
const SENTENCE_END = /[.!?:;…。！？][\s"'”’»)\]]*$/u;

/**
 * Writes the content of pages, and joins sentences that continue in the next column or on the next page. They belong to
 * the page on which they begin.
 */
export class Flow {
  /** From the last prose of the page on: not written yet. */
  private held: Written[];

  constructor(
    private readonly document: DocumentBuilder,
    held: readonly Written[] = [],
  ) {
    this.held = [...held];
  }

  get state(): readonly Written[] {
    return this.held;
  }

  /**
   * @param columns of a page, in reading order
   * @param rest what stands beside the text of the page
   */
  page(columns: readonly (readonly Written[])[], rest: readonly Written[], vocabulary: ReadonlySet<string>): void {
    let isStarted = false;
    for (const column of columns) {
      const [first, ...others] = column;
      if (!first) continue;
      const isJoined = this.join(first, vocabulary);
      if (isJoined && others.length === 0) continue;
      this.flush();
      if (!isStarted) this.document.startPage();
      isStarted = true;
      this.hold(isJoined ? others : column);
    }
    if (!isStarted) {
      this.flush();
      this.document.startPage();
    }
    this.held.push(...rest);
    if (heldChars(this.held) > HELD_CHARS_MAX) this.flush();
  }

  /** Nothing follows. */
  flush(): void {
    for (const written of this.held) write(written, this.document);
    this.held = [];
  }

  private hold(column: readonly Written[]): void {
    const last = column.findLastIndex((written) => !isProse(written) || !written.isNote);
    const from = isProse(column[last]) ? last : column.length;
    for (const written of column.slice(0, from)) write(written, this.document);
    this.held = column.slice(from);
  }

  private join(after: Written, vocabulary: ReadonlySet<string>): boolean {
    const [before] = this.held;
    if (!isProse(before) || !isProse(after) || !goesOn(before, after)) return false;
    const text = joinedText(before.text, after.text, vocabulary);
    this.held[0] = { ...before, text, lines: before.lines + after.lines, isFull: after.isFull };
    return true;
  }
}

/** Whether the second one is the rest of the first one. */
export function goesOn(before: Prose, after: Prose): boolean {
  if (after.kind !== 'paragraph' || after.isNote || Math.abs(before.size - after.size) > before.size * 0.06)
    return false;
  if (/\p{L}[-\u00ad\u2010]$/u.test(before.text)) return /^\p{L}/u.test(after.text);
  if (SENTENCE_END.test(before.text.slice(-10)) || !before.isFull) return false;
  if (/^\p{Ll}/u.test(after.text)) return true;
  // A noun may begin the line: both of them have to look like running text.
  const isText = after.lines > 1 || SENTENCE_END.test(after.text.slice(-10));
  return before.lines > 1 && isText && /^[\p{L}(]/u.test(after.text);
}

function isProse(written: Written | undefined): written is Prose {
  return written?.kind === 'paragraph' || written?.kind === 'item';
}

function heldChars(held: readonly Written[]): number {
  return held.reduce((sum, written) => sum + ('text' in written ? written.text.length : 0), 0);
}

function write(given: Written, document: DocumentBuilder): void {
  // One that ends a page or column after all.
  const written = 'text' in given ? { ...given, text: given.text.replace(/\u00ad/g, '') } : given;
  if (written.kind === 'table') document.table({ caption: written.caption, rows: written.rows });
  else if (written.kind === 'heading') document.heading(written.text, written.level);
  else if (written.kind === 'ocr') document.verbatim('ocr', written.text);
  else if (written.kind === 'item') document.listItem(written.text);
  else document.paragraph(written.text);
}
