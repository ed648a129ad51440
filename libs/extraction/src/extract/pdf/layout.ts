import type { DocumentBuilder } from '../document-builder';
import { regionsOf } from './columns';
import { type Group, groupsOf, textOf } from './paragraphs';
import type { Row } from './rows';
import { type Piece, piecesOf } from './tables';

/** Rows of one page; those of other directions apart. */
export interface PageRows {
  readonly sheets: readonly (readonly Row[])[];
  /** Notes, form values and the like: read after the page. */
  readonly extras: readonly string[];
  /** Text of a page that is a picture. */
  readonly recognized?: string;
  readonly bottom: number;
  readonly height: number;
}

interface Typography {
  readonly size: number;
  readonly font: string;
  /** Sizes above that of the text, largest first. */
  readonly headings: readonly number[];
}

/** What is known of the pages before. */
export interface LayoutState {
  /** Characters set in each size. */
  readonly sizes: readonly (readonly [size: number, chars: number])[];
  /** Heads and feet, and those of them that were given once. */
  readonly running: readonly string[];
  readonly shown: readonly string[];
}

const SIZES_MAX = 200;
const RUNNING_MAX = 500;
const KEY_CHARS_MAX = 200;
const REPEATS_MIN = 3;
/** Heads and feet stand in the outer tenth of a page. */
const MARGIN_SHARE = 0.1;
const HEADING_CHARS_MAX = 200;
/** `7`, `xii`, `- 7 -`, `Page 7 of 9`. */
const PAGE_NUMBER =
  /^[\s|–—-]*(?:(?:page|seite|página|pagina|p\.)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|of|von|de|di|sur)\s*\d{1,4})?[\s|–—-]*$/i;
const VOCABULARY_MAX = 200_000;

/**
 * Writes pages, some at a time: reading order, paragraphs, headings, tables; running heads once, page numbers never.
 * The same pages in the same portions give the same text, also when another layout continues from this one's state.
 */
export class Layout {
  private readonly sizes: Map<number, number>;
  private readonly running: Set<string>;
  private readonly shown: Set<string>;

  constructor(
    private readonly document: DocumentBuilder,
    state?: LayoutState,
  ) {
    this.sizes = new Map(state?.sizes);
    this.running = new Set(state?.running);
    this.shown = new Set(state?.shown);
  }

  get state(): LayoutState {
    return { sizes: [...this.sizes], running: [...this.running], shown: [...this.shown] };
  }

  write(pages: readonly PageRows[]): void {
    const rows = pages.flatMap(({ sheets }) => sheets.flat());
    this.countSizes(rows);
    const knowledge = { typography: typographyOf(this.sizes, rows), vocabulary: vocabularyOf(rows) };
    for (const key of runningRows(pages, knowledge.typography))
      if (this.running.size < RUNNING_MAX) this.running.add(key);
    for (const page of pages) {
      this.document.startPage();
      page.sheets.forEach((sheet, at) => {
        const kept = at === 0 ? sheet.filter((row) => this.keeps(row, page)) : sheet;
        for (const region of regionsOf(kept)) {
          for (const piece of piecesOf(region)) writePiece(piece, this.document, knowledge);
        }
      });
      for (const block of page.recognized?.split(/\n\s*\n/) ?? []) this.document.verbatim('ocr', block.trim());
      for (const extra of page.extras) this.document.paragraph(extra);
    }
  }

  private countSizes(rows: readonly Row[]): void {
    for (const { segments } of rows) {
      for (const { size, text } of segments) {
        const rounded = Math.round(size * 2) / 2;
        const chars = this.sizes.get(rounded);
        if (!Number.isFinite(rounded)) continue;
        if (chars !== undefined || this.sizes.size < SIZES_MAX) this.sizes.set(rounded, (chars ?? 0) + text.length);
      }
    }
  }

  private keeps(row: Row, page: PageRows): boolean {
    if (!inMargin(row, page)) return true;
    const text = row.segments.map((segment) => segment.text).join(' ');
    if (text.length <= KEY_CHARS_MAX && PAGE_NUMBER.test(text)) return false;
    const key = keyOf(row);
    if (!this.running.has(key)) return true;
    if (this.shown.has(key)) return false;
    this.shown.add(key);
    return true;
  }
}

interface Knowledge {
  readonly typography: Typography;
  readonly vocabulary: ReadonlySet<string>;
}

function writePiece(piece: Piece, document: DocumentBuilder, knowledge: Knowledge): void {
  if ('table' in piece) return document.table({ rows: piece.table });
  for (const group of groupsOf(piece.lines)) {
    const level = headingLevel(group, knowledge.typography);
    const text = textOf(group, knowledge.vocabulary);
    if (level > 0) document.heading(text, level);
    else if (group.listItem) document.listItem(text.replace(/^[•●○▪■◦‣➢✓*–—-]\s+/, '').replace(/\n/g, ' '));
    else document.paragraph(text);
  }
}

function headingLevel(group: Group, { size, font, headings }: Typography): number {
  const [first] = group.lines;
  const chars = group.lines.reduce((sum, { text }) => sum + text.length, 0);
  if (!first || group.lines.length > 3 || chars > HEADING_CHARS_MAX || !/\p{L}{2}/u.test(first.text)) return 0;
  if (first.size >= size * 1.12)
    return Math.min(6, headings.findIndex((larger) => first.size >= larger - 0.3) + 1 || headings.length);
  const distinct = first.font !== font && first.size >= size * 0.97 && group.lines.length === 1 && chars <= 80;
  const titled = /^[\p{Lu}\d]/u.test(first.text) && !/[.,;:)]$/.test(first.text) && !group.listItem;
  return distinct && titled ? Math.min(6, headings.length + 1) : 0;
}

/**
 * What most of the text is set in: sizes of all pages so far; the font of these pages, because a font's name is good
 * for one opening of a file.
 */
function typographyOf(sizes: ReadonlyMap<number, number>, rows: readonly Row[]): Typography {
  const fonts = new Map<string, number>();
  for (const { segments } of rows) {
    for (const { font, text } of segments) fonts.set(font, (fonts.get(font) ?? 0) + text.length);
  }
  const size = mostFrequent(sizes) ?? 10;
  const headings = [...sizes.keys()].filter((larger) => larger >= size * 1.12).sort((one, other) => other - one);
  return { size, font: mostFrequent(fonts) ?? '', headings: headings.slice(0, 5) };
}

function mostFrequent<K>(counts: ReadonlyMap<K, number>): K | undefined {
  return [...counts].reduce<[K, number] | undefined>(
    (best, entry) => (best && best[1] >= entry[1] ? best : entry),
    undefined,
  )?.[0];
}

function vocabularyOf(rows: readonly Row[]): Set<string> {
  const words = new Set<string>();
  for (const { segments } of rows) {
    for (const { text } of segments) {
      for (const [word] of text.matchAll(/\p{L}[\p{L}-]*\p{L}/gu)) {
        if (words.size >= VOCABULARY_MAX) return words;
        words.add(word.toLowerCase());
      }
    }
  }
  return words;
}

/** Rows in the margins that say the same, save for numbers, on several pages, and are no headings. */
function runningRows(pages: readonly PageRows[], { size }: Typography): Set<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const margins = (page.sheets[0] ?? []).filter((row) => inMargin(row, page) && row.size < size * 1.15);
    for (const key of new Set(margins.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([, count]) => count >= Math.max(REPEATS_MIN, pages.length * 0.3));
  return new Set(repeated.map(([key]) => key));
}

function inMargin({ baseline }: Row, { bottom, height }: PageRows): boolean {
  const share = (baseline - bottom) / Math.max(1, height);
  return share < MARGIN_SHARE || share > 1 - MARGIN_SHARE;
}

function keyOf({ segments }: Row): string {
  const text = segments.map((segment) => segment.text.replace(/\d+/g, '#')).join(' ');
  return text.slice(0, KEY_CHARS_MAX);
}
