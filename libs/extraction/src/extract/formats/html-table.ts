import type { DocumentBuilder } from '../document-builder';
import { type GridRow, tableOfRows } from '../table-grid';
import { tableLines } from '../table-text';
import type { Attributes } from './html-attributes';
import { areLineNumbers, isCodeCell } from './html-code';

const parts = new Set(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);
const DEPTH_MAX = 20;
/** A cell with more than this is prose: the table only lays out a page. */
const CELL_CHARS_MAX = 800;

interface Piece {
  readonly text: string;
  readonly heading: boolean;
  readonly code: boolean;
}

interface Cell {
  readonly pieces: Piece[];
  readonly columns: number;
  readonly rows: number;
  readonly header: boolean;
  /** Whether it says that it has lines of code. */
  readonly isCode: boolean;
}

interface Frame {
  readonly rows: { readonly cells: Cell[]; readonly inHead: boolean }[];
  caption: string;
  inCaption: boolean;
  inHead: boolean;
  cell?: Cell;
  /** Declares, or shows, that it is not a data table. */
  layout: boolean;
}

/** Collects tables from tags, tells data from layout, and writes either to the document. */
export class HtmlTables {
  private readonly frames: Frame[] = [];
  private ignored = 0;

  constructor(private readonly document: DocumentBuilder) {}

  takesTag(name: string): boolean {
    return name === 'table' || (this.frames.length > 0 && parts.has(name));
  }

  takesText(): boolean {
    const frame = this.frames.at(-1);
    return frame !== undefined && (frame.inCaption || frame.cell !== undefined);
  }

  /** Whether white space is to be kept. */
  get isInCode(): boolean {
    return this.frames.at(-1)?.cell?.isCode ?? false;
  }

  text(text: string, kind: Omit<Piece, 'text'>): void {
    const frame = this.frames.at(-1);
    if (frame?.inCaption) frame.caption += text;
    else frame?.cell?.pieces.push({ text, ...kind });
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'table') return this.openTable(attributes);
    const frame = this.frames.at(-1);
    if (!frame || this.ignored > 0) return;
    if (name === 'caption') frame.inCaption = true;
    else if (name === 'thead') frame.inHead = true;
    else if (name === 'tr') frame.rows.push({ cells: [], inHead: frame.inHead });
    else if (name === 'td' || name === 'th') openCell(frame, name === 'th', attributes);
  }

  close(name: string): void {
    if (name === 'table') return this.closeTable();
    const frame = this.frames.at(-1);
    if (!frame || this.ignored > 0) return;
    if (name === 'caption') frame.inCaption = false;
    else if (name === 'thead') frame.inHead = false;
    else if (name === 'td' || name === 'th' || name === 'tr') frame.cell = undefined;
  }

  endAll(): void {
    while (this.frames.length > 0) this.closeTable();
  }

  private openTable(attributes: Attributes): void {
    if (this.frames.length >= DEPTH_MAX) {
      this.ignored += 1;
      return;
    }
    for (const outer of this.frames) outer.layout = true;
    const layout = attributes['role'] === 'presentation' || attributes['role'] === 'none';
    this.frames.push({ rows: [], caption: '', inCaption: false, inHead: false, layout });
  }

  private closeTable(): void {
    if (this.ignored > 0) {
      this.ignored -= 1;
      return;
    }
    const frame = this.frames.pop();
    if (!frame) return;
    const outer = this.frames.at(-1);
    if (outer) this.writeInto(outer, frame);
    else this.write(frame);
  }

  /** A table within a cell becomes lines of that cell. */
  private writeInto(outer: Frame, frame: Frame): void {
    const lines = isLayout(frame)
      ? framePieces(frame)
      : Array.from(tableLines(gridOf(frame)), (text) => ({ text, heading: false, code: false }));
    for (const line of lines) outer.cell?.pieces.push(line);
  }

  private write(frame: Frame): void {
    const code = numberedCode(frame);
    if (code === undefined && !isLayout(frame)) return this.document.table(gridOf(frame));
    if (frame.caption !== '') this.document.paragraph(frame.caption);
    if (code !== undefined) return this.document.code(code);
    for (const { text, heading, code: isCode } of framePieces(frame)) {
      if (heading) this.document.heading(text, 3);
      else if (isCode) this.document.code(text);
      else this.document.paragraph(text);
    }
  }
}

function openCell(frame: Frame, header: boolean, attributes: Attributes): void {
  if (frame.rows.length === 0) frame.rows.push({ cells: [], inHead: frame.inHead });
  const [columns, rows] = [spanOf(attributes['colspan']), spanOf(attributes['rowspan'])];
  frame.cell = { pieces: [], header, columns, rows, isCode: isCodeCell(attributes) };
  frame.rows.at(-1)?.cells.push(frame.cell);
}

function spanOf(value: string | undefined): number {
  return Math.max(1, Number.parseInt(value ?? '1', 10) || 1);
}

/** Code whose lines are numbered in the cells beside it; nothing for any other table. */
function numberedCode({ rows }: Frame): string | undefined {
  const filled = rows.filter(({ cells }) => cells.length > 0);
  const isNumbered = filled.every(({ cells: [gutter, code, ...more] }) => {
    const isCode = code?.isCode || (code?.pieces.length !== 0 && code?.pieces.every((piece) => piece.code));
    return more.length === 0 && gutter && isCode && areLineNumbers(gutter.pieces.map(({ text }) => text).join('\n'));
  });
  const isLong = filled.length > 1 || filled.some(({ cells }) => cells[1]?.pieces.some(({ text }) => /\n/.test(text)));
  if (filled.length === 0 || !isNumbered || !isLong) return undefined;
  return filled.map(({ cells }) => cells[1]?.pieces.map(({ text }) => text.trimEnd()).join('\n') ?? '').join('\n');
}

function isLayout(frame: Frame): boolean {
  if (frame.layout) return true;
  if (frame.rows.every(({ cells }) => cells.length <= 1)) return true;
  return frame.rows.some(({ cells }) => cells.some(isProse));
}

function isProse({ pieces }: Cell): boolean {
  return (
    pieces.some(({ heading }) => heading) || pieces.reduce((sum, { text }) => sum + text.length, 0) > CELL_CHARS_MAX
  );
}

function framePieces(frame: Frame): Piece[] {
  return frame.rows.flatMap(({ cells }) => cells.flatMap(({ pieces }) => pieces));
}

function gridOf(frame: Frame) {
  const rows: GridRow[] = frame.rows
    .filter(({ cells }) => cells.length > 0)
    .map(({ cells, inHead }) => ({
      header: inHead || cells.every(({ header }) => header),
      cells: cells.map(({ pieces, columns, rows }) => ({
        text: pieces.map(({ text }) => text).join(' '),
        columns,
        rows,
      })),
    }));
  return tableOfRows(rows, frame.caption.trim() || undefined);
}
