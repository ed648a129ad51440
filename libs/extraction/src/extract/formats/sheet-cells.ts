import type { CellObject, WorkSheet } from '@e965/xlsx';
import type { DocumentBuilder } from '../document-builder';
import type { SheetFacts } from './sheet-facts';
import type { SheetGrid } from './sheet-tables';

/** Rows that a merged cell names, and all merged cells of a sheet. */
const MERGED_ROWS_MAX = 1_000;
const MERGED_MAX = 200_000;
/** Of a sheet with its empty cells. */
const CELLS_MAX = 20_000_000;
const HIDDEN_ROW = '(hidden row)';
const HIDDEN_COLUMN = '(hidden column)';
const UNCOMPUTED =
  'Formulas without a stored value were kept as formulas: open the spreadsheet in Excel or LibreOffice, save it there ' +
  'and send it again';
const HIDDEN_ADVICE =
  'unhide them and send the spreadsheet again, or read it with an extract strategy that has include_hidden';
export const HIDDEN_SHEETS = `Hidden sheets were left out: ${HIDDEN_ADVICE}`;
const HIDDEN_ROWS = `Hidden rows of sheets were left out: ${HIDDEN_ADVICE}`;
const HIDDEN_COLUMNS = `Hidden columns of sheets were left out: ${HIDDEN_ADVICE}`;

type Cells = readonly (CellObject | undefined)[];

/** Which cells of a sheet are read. */
export interface CellChoice {
  readonly facts: SheetFacts;
  readonly includesHidden: boolean;
}

/** The cells of a sheet as it shows them. */
export class SheetCells {
  private readonly data: readonly (Cells | undefined)[];
  private readonly hiddenRows: ReadonlySet<number>;
  private readonly hiddenColumns: ReadonlySet<number>;

  constructor(
    private readonly sheet: WorkSheet,
    private readonly choice: CellChoice,
  ) {
    this.data = sheet['!data'] ?? [];
    this.hiddenRows = new Set([...choice.facts.hiddenRows, ...hiddenIn(sheet['!rows'])]);
    this.hiddenColumns = new Set([...choice.facts.hiddenColumns, ...hiddenIn(sheet['!cols'])]);
  }

  /**
   * Read from the cells that exist: the range a sheet declares may be a million rows by sixteen thousand columns.
   * Columns that are empty in all rows are left out, and so are hidden ones, unless they are wanted.
   */
  grid(document: DocumentBuilder): SheetGrid {
    const texts = Array.from(this.data, (cells) => cellTexts(cells ?? []));
    document.lose(UNCOMPUTED, putFormulas(texts, this.choice.facts));
    repeatMerged(texts, this.sheet, document);
    const rows = this.shown(texts, document);
    const used = new Set<number>();
    for (const { texts: row } of rows) for (const column of row.keys()) used.add(column);
    if (used.size * rows.length > CELLS_MAX) {
      document.warn(
        'The sheet is too wide and too long for its columns to be kept apart: rows are lists of their values',
      );
      return { rows: rows.map(({ texts: row }) => [...row.values()]), columns: [], covered: () => undefined };
    }
    const columns = [...used].sort((one, other) => one - other);
    const merged = mergedAcross(this.sheet, texts);
    return {
      rows: rows.map(({ texts: row }) => (row.size === 0 ? [] : columns.map((column) => row.get(column) ?? ''))),
      columns: this.choice.includesHidden ? columns : this.shownPlaces(columns),
      covered: (row, column) => merged(rows[row]?.at ?? 0, columns[column] ?? 0),
    };
  }

  *notes(): Generator<string> {
    for (const [row, cells] of this.data.entries()) {
      if (this.isLeftOut(this.hiddenRows, row)) continue;
      for (const [column, cell] of (cells ?? []).entries()) {
        const note = this.isLeftOut(this.hiddenColumns, column) ? '' : noteOf(cell);
        if (note) yield note;
      }
    }
  }

  private isLeftOut(hidden: ReadonlySet<number>, index: number): boolean {
    return !this.choice.includesHidden && hidden.has(index);
  }

  /** Where columns stand among those that are shown. @param columns ascending */
  private shownPlaces(columns: readonly number[]): number[] {
    const hidden = [...this.hiddenColumns].sort((one, other) => one - other);
    let before = 0;
    return columns.map((column) => {
      while ((hidden[before] ?? Infinity) < column) before += 1;
      return column - before;
    });
  }

  private shown(texts: readonly Map<number, string>[], document: DocumentBuilder) {
    const rows = texts.map((row, at) => ({ texts: row, at }));
    const hidden = rows.filter(({ at, texts: row }) => row.size > 0 && this.hiddenRows.has(at));
    const used = new Set<number>();
    for (const row of texts) for (const column of row.keys()) used.add(column);
    const columns = [...this.hiddenColumns].filter((column) => used.has(column));
    if (this.choice.includesHidden) {
      this.mark(hidden, columns, texts);
      return rows;
    }
    document.lose(HIDDEN_ROWS, hidden.length);
    document.lose(HIDDEN_COLUMNS, columns.length);
    for (const row of texts) for (const column of columns) row.delete(column);
    return rows.filter(({ at }) => !this.hiddenRows.has(at));
  }

  private mark(
    rows: readonly { readonly texts: Map<number, string> }[],
    columns: readonly number[],
    texts: readonly Map<number, string>[],
  ): void {
    const last = texts.reduce((most, row) => Math.max(most, ...row.keys()), 0);
    for (const { texts: row } of rows) row.set(last + 1, HIDDEN_ROW);
    for (const column of columns) {
      const first = texts.find((row) => row.size > 1 && row.has(column));
      first?.set(column, `${first.get(column)} ${HIDDEN_COLUMN}`);
    }
  }
}

function* hiddenIn(infos: readonly ({ readonly hidden?: boolean } | undefined)[] | undefined): Generator<number> {
  for (const [at, info] of (infos ?? []).entries()) if (info?.hidden) yield at;
}

function cellTexts(cells: Cells): Map<number, string> {
  const texts = new Map<number, string>();
  cells.forEach((cell, column) => {
    const text = cellText(cell);
    if (text !== '') texts.set(column, text);
  });
  return texts;
}

/** @returns how many */
function putFormulas(rows: Map<number, string>[], { formulas }: SheetFacts): number {
  for (const [index, formula] of formulas) {
    const [row = 0, column = 0] = index.split(',').map(Number);
    const line = rows[row];
    if (line && formula !== '' && !line.has(column)) line.set(column, formula);
  }
  return formulas.size;
}

/** A cell over several rows names each of them. */
function repeatMerged(rows: readonly Map<number, string>[], sheet: WorkSheet, document: DocumentBuilder): void {
  let repeated = 0;
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const text = rows[from.r]?.get(from.c);
    for (let row = from.r + 1; text !== undefined && row <= Math.min(to.r, from.r + MERGED_ROWS_MAX); row += 1) {
      const line = rows[row];
      if (line === undefined || line.has(from.c)) continue;
      if (repeated >= MERGED_MAX) return document.warn(`Merged cells were repeated in ${MERGED_MAX} rows only`);
      line.set(from.c, text);
      repeated += 1;
    }
  }
}

/** Texts of cells that reach over others to their right, by row and column of the sheet. */
function mergedAcross(
  sheet: WorkSheet,
  rows: readonly Map<number, string>[],
): (row: number, column: number) => string | undefined {
  const byRow = new Map<number, { readonly from: number; readonly to: number }[]>();
  for (const { s: from, e: to } of (sheet['!merges'] ?? []).slice(0, MERGED_MAX)) {
    if (to.c === from.c) continue;
    const spans = byRow.get(from.r) ?? [];
    spans.push({ from: from.c, to: to.c });
    byRow.set(from.r, spans);
  }
  return (row, column) => {
    const span = byRow.get(row)?.find(({ from, to }) => from < column && column <= to);
    return span && rows[row]?.get(span.from);
  };
}

function cellText(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'z') return '';
  if (cell.v instanceof Date) return isTime(cell) ? String(cell.w) : dateText(cell.v);
  // As the cell is too narrow to show it.
  if (typeof cell.v === 'number' && /\dE[+-]/.test(cell.w ?? '')) return String(cell.v);
  return String(cell.w ?? cell.v ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether its format shows hours or minutes and no day: a time of day, or how long something takes. */
function isTime({ z, w }: CellObject): boolean {
  const format = String(z ?? '').replace(/"[^"]*"|\\./g, '');
  return w !== undefined && /[hs]/i.test(format) && !/[dy]/i.test(format);
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
}

function noteOf(cell: CellObject | undefined): string {
  const notes = cell?.c?.map(({ a: author, t = '' }) => (author && !t.includes(author) ? `${author}: ${t}` : t));
  return notes?.join(' ').trim() ?? '';
}
