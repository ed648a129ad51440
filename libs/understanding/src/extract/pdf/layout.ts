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
}

interface Typography {
  readonly size: number;
  readonly font: string;
  /** Sizes above that of the text, largest first. */
  readonly headings: readonly number[];
}

const REPEATS_MIN = 3;
const HEADING_CHARS_MAX = 200;
const VOCABULARY_MAX = 200_000;

/** Writes the pages: reading order, paragraphs, headings, tables; running heads once, page numbers never. */
export function writePages(pages: readonly PageRows[], document: DocumentBuilder): void {
  const rows = pages.flatMap(({ sheets }) => sheets.flat());
  const typography = typographyOf(rows);
  const vocabulary = vocabularyOf(rows);
  const running = runningRows(pages);
  const shown = new Set<string>();
  for (const page of pages) {
    document.startPage();
    if (document.full) return;
    page.sheets.forEach((sheet, at) => {
      const kept = at === 0 ? sheet.filter((row, index) => keepsRow(row, { index, sheet, running, shown })) : sheet;
      for (const region of regionsOf(kept)) {
        for (const piece of piecesOf(region)) writePiece(piece, document, { typography, vocabulary });
      }
    });
    for (const extra of page.extras) document.paragraph(extra);
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
  if (first.size >= size * 1.12) return Math.min(6, headings.findIndex((larger) => first.size >= larger - 0.3) + 1 || headings.length);
  const distinct = first.font !== font && first.size >= size * 0.97 && group.lines.length === 1 && chars <= 80;
  const titled = /^[\p{Lu}\d]/u.test(first.text) && !/[.,;:)]$/.test(first.text) && !group.listItem;
  return distinct && titled ? Math.min(6, headings.length + 1) : 0;
}

/** What most of the text is set in. */
function typographyOf(rows: readonly Row[]): Typography {
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  for (const { segments } of rows) {
    for (const { size, font, text } of segments) {
      const rounded = Math.round(size * 2) / 2;
      sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length);
      fonts.set(font, (fonts.get(font) ?? 0) + text.length);
    }
  }
  const size = mostFrequent(sizes) ?? 10;
  const headings = [...sizes.keys()].filter((larger) => larger >= size * 1.12).sort((one, other) => other - one);
  return { size, font: mostFrequent(fonts) ?? '', headings: headings.slice(0, 5) };
}

function mostFrequent<K>(counts: ReadonlyMap<K, number>): K | undefined {
  return [...counts].reduce<[K, number] | undefined>((best, entry) => (best && best[1] >= entry[1] ? best : entry), undefined)?.[0];
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

/** Heads and feet: the first and last rows of pages that say the same, save for numbers, on several pages. */
function runningRows(pages: readonly PageRows[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { sheets } of pages) {
    const sheet = sheets[0] ?? [];
    const edges = new Set([...sheet.slice(0, 2), ...sheet.slice(-2)].map(keyOf));
    for (const key of edges) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([, count]) => count >= Math.max(REPEATS_MIN, pages.length * 0.3));
  return new Set(repeated.map(([key]) => key));
}

function keyOf({ segments }: Row): string {
  return segments.map(({ text }) => text.replace(/\d+/g, '#')).join(' ');
}

interface EdgeContext {
  readonly index: number;
  readonly sheet: readonly Row[];
  readonly running: ReadonlySet<string>;
  readonly shown: Set<string>;
}

function keepsRow(row: Row, { index, sheet, running, shown }: EdgeContext): boolean {
  const atEdge = index < 2 || index >= sheet.length - 2;
  if (!atEdge) return true;
  const key = keyOf(row);
  if (!running.has(key)) return true;
  if (shown.has(key) || !/\p{L}{3}/u.test(key.replace(/\b(page|seite|página|of|von|de)\b/gi, ''))) return false;
  shown.add(key);
  return true;
}
