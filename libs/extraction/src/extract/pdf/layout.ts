import type { DocumentBuilder } from '../document-builder';
import { regionsOf } from './columns';
import { Flow, type Written } from './flow';
import { type Group, rowGroups, fillsColumn, paragraphText } from './paragraphs';
import type { PageRows } from './page-rows';
import type { Row } from './rows';
import { type Running, RunningRows } from './running';
import { type Piece, tablePieces } from './tables';

interface Typography {
  readonly size: number;
  readonly font: string;
  /** Sizes above that of the text, largest first. */
  readonly headings: readonly number[];
}

/** State of the pages before. */
export interface LayoutState {
  /** Characters set in each size. */
  readonly sizes: readonly (readonly [size: number, chars: number])[];
  readonly running: readonly Running[];
  /** Content that is not written yet, because it may continue. */
  readonly held: readonly Written[];
}

const SIZES_MAX = 200;
const HEADING_CHARS_MAX = 200;
/** Size of footnotes at most, as a share of the size of the text. */
const NOTE_SIZES = 0.93;
const asNote = { size: 0, lines: 1, isFull: false, isNote: true };
const VOCABULARY_MAX = 200_000;

/**
 * Writes pages, some at a time: reading order, paragraphs, headings, tables; no heads, feet and page numbers. The same
 * pages in the same portions give the same text, also when another layout continues from this one's state.
 */
export class Layout {
  private readonly sizes: Map<number, number>;
  private readonly running: RunningRows;
  private readonly flow: Flow;

  constructor(document: DocumentBuilder, state?: LayoutState) {
    this.sizes = new Map(state?.sizes);
    this.running = new RunningRows(state?.running);
    this.flow = new Flow(document, state?.held);
  }

  get state(): LayoutState {
    return { sizes: [...this.sizes], running: this.running.known, held: this.flow.state };
  }

  /** The end of the last page is written with the next one, or by `end`. */
  write(pages: readonly PageRows[]): void {
    const rows = pages.flatMap(({ sheets }) => sheets.flat());
    this.countSizes(rows);
    const knowledge = { typography: typographyOf(this.sizes, rows), vocabulary: vocabularyOf(rows) };
    this.running.learn(pages, knowledge.typography.size);
    for (const page of pages) {
      const writtenOf = (sheet: readonly Row[]) =>
        regionsOf(sheet).map((region) =>
          tablePieces(region, knowledge.vocabulary).flatMap((piece) => writtenPiece(piece, knowledge)),
        );
      const recognized = page.recognized?.split(/\n\s*\n/) ?? [];
      const rest: Written[] = [
        ...page.sheets.slice(1).flatMap(writtenOf).flat(),
        ...recognized.map((block) => ({ kind: 'ocr' as const, text: block.trim() })),
        ...page.extras.map((text) => ({ kind: 'paragraph' as const, text, ...asNote })),
      ];
      this.flow.page(writtenOf(this.running.without(page)), rest, knowledge.vocabulary);
    }
  }

  /** After the last page. */
  end(): void {
    this.flow.flush();
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
}

interface Knowledge {
  readonly typography: Typography;
  readonly vocabulary: ReadonlySet<string>;
}

function writtenPiece(piece: Piece, knowledge: Knowledge): Written[] {
  if ('table' in piece) return [{ kind: 'table', rows: piece.table, caption: piece.caption }];
  return rowGroups(piece.lines).map((group) => {
    const level = headingLevel(group, knowledge.typography);
    const text = paragraphText(group, knowledge.vocabulary);
    if (level > 0) return { kind: 'heading', text, level };
    const size = group.lines[0]?.size ?? 0;
    const isNote = size < knowledge.typography.size * NOTE_SIZES;
    const prose = { size, lines: group.lines.length, isFull: fillsColumn(group), isNote };
    if (!group.listItem) return { ...prose, kind: 'paragraph', text };
    return { ...prose, kind: 'item', text: text.replace(/^[•●○▪■◦‣➢✓*–—-]\s+/, '').replace(/\n/g, ' ') };
  });
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
 * Usual type of the text: sizes of all pages so far; the font of these pages, because a font's name is good
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
