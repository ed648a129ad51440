import { type GridCell, tableOfRows } from '../table-grid';
import { joinedText } from './paragraphs';
import { type Row, type RuledCell, medianOf } from './rows';

export type Piece =
  | { readonly table: readonly (readonly string[])[]; readonly rows: readonly Row[]; readonly caption?: string }
  | { readonly lines: readonly Row[] };

const ROWS_MIN = 2;
/** More rows on one page are no table that anybody could read. */
const ROWS_MAX = 100;
const CELL_CHARS_MAX = 300;
const TYPICAL_SHARE = 0.4;
/** Of the size of text: so narrow is the room between columns at least. */
const GUTTER = 0.5;
/** Lines of one cell are close to each other, and rows are farther apart by this factor. */
const [CLOSE_SIZES, ROW_GAP] = [1.4, 1.2];
const GROUPS_MIN = 3;

interface Span {
  left: number;
  right: number;
}

/** Distinguishes tables from running text: neighbouring rows whose pieces are in the same columns. */
export function tablePieces(region: readonly Row[], vocabulary: ReadonlySet<string> = new Set()): Piece[] {
  const pieces: Piece[] = [];
  let text: Row[] = [];
  for (let at = 0; at < region.length;) {
    const ruled = region[at];
    if (ruled?.table) {
      if (text.length > 0) pieces.push({ lines: text });
      text = [];
      pieces.push({ ...ruledTable(ruled.table, vocabulary), rows: [ruled] });
      at += 1;
      continue;
    }
    const rows = tableRowsFrom(region, at);
    const table = rows.length > 0 ? cellsOf(rows, vocabulary) : undefined;
    if (!table) {
      const row = region[at];
      if (row) text.push(row);
      at += 1;
      continue;
    }
    if (text.length > 0) pieces.push({ lines: text });
    text = [];
    pieces.push({ table, rows });
    at += rows.length;
  }
  if (text.length > 0) pieces.push({ lines: text });
  return pieces;
}

/** Cells that span are repeated as in other tables; a first row of one cell is the title. */
function ruledTable(rows: readonly (readonly RuledCell[])[], vocabulary: ReadonlySet<string>) {
  const grid = rows.map((cells) =>
    cells.map(({ lines, columns, rows: spanned }) => {
      const text = lines.reduce((all, line) => (all === '' ? line : joinedText(all, line, vocabulary)), '');
      return { text, columns, rows: spanned };
    }),
  );
  const [first = [], ...others] = grid;
  if (first.length === 1 && others.length > 1 && (first[0]?.rows ?? 1) === 1)
    return { caption: first[0]?.text, table: gridTable(others) };
  return { table: gridTable(grid) };
}

/** A first row whose cells span is the upper part of a header of two rows. */
function gridTable(grid: readonly (readonly GridCell[])[]): readonly (readonly string[])[] {
  const [first = []] = grid;
  const isTwoLevel = first.some(({ columns = 1 }) => columns > 1);
  const deepest = Math.max(...first.map(({ rows = 1 }) => rows), isTwoLevel ? 2 : 1);
  const header = isTwoLevel && grid.length > deepest ? deepest : 0;
  return tableOfRows(grid.map((cells, at) => ({ cells, header: at < header }))).rows;
}

/** Rows from `from` on that may be one table: those of several pieces, and what lies between them. */
function tableRowsFrom(region: readonly Row[], from: number): Row[] {
  const first = region[from];
  if (!first || first.table || first.segments.length < 2) return [];
  const rows: Row[] = [first];
  let columns = columnsOf(rows);
  let whole = 1;
  for (let at = from + 1; at < Math.min(region.length, from + ROWS_MAX); at += 1) {
    const row = region[at];
    const previous = region[at - 1];
    if (!row || !previous || row.table || previous.baseline - row.baseline > Math.max(row.size, previous.size) * 3.2)
      break;
    const wider = columnsOf([...rows, row]);
    if (row.segments.length < 2 && !fitsOneColumn(row, columns)) break;
    if (wider.length < 2 || wider.length < columns.length - 1) break;
    rows.push(row);
    columns = wider;
    if (row.segments.length >= 2) whole = rows.length;
  }
  return rows.slice(0, withTrailing(rows, whole));
}

/** One line after the last whole row may be the rest of its wrapped cell. */
function withTrailing(rows: readonly Row[], whole: number): number {
  const last = rows[whole - 1];
  const next = rows[whole];
  const close = last && next && last.baseline - next.baseline < last.size * 1.4;
  return close && (next.segments[0]?.left ?? 0) > (last.segments[0]?.right ?? 0) ? whole + 1 : whole;
}

/** Touches one column, and leaves room to those beside it. */
function fitsOneColumn(row: Row, columns: readonly Span[]): boolean {
  const [segment] = row.segments;
  if (!segment) return false;
  const touched = columns.filter(({ left, right }) => segment.left < right && segment.right > left);
  const isFree = columns.every(
    (column) =>
      touched.includes(column) || segment.right < column.left - row.size * GUTTER || segment.left > column.right,
  );
  return touched.length === 1 && isFree;
}

/** Stretches of the width that are covered by any piece, merged where they touch. */
function columnsOf(rows: readonly Row[]): Span[] {
  const spans = rows.flatMap(({ segments }) => segments).map(({ left, right }) => ({ left, right }));
  spans.sort((one, other) => one.left - other.left);
  const columns: Span[] = [];
  for (const span of spans) {
    const last = columns.at(-1);
    if (last && span.left <= last.right + 1) last.right = Math.max(last.right, span.right);
    else columns.push({ ...span });
  }
  return columns;
}

function cellsOf(rows: readonly Row[], vocabulary: ReadonlySet<string>): string[][] | undefined {
  const columns = columnsOf(typicalRows(rows));
  const filled = rows.filter(({ segments }) => segments.length >= 2).length;
  if (columns.length < 2 || filled < ROWS_MIN || (columns.length === 2 && filled < 3)) return undefined;
  if (isNumberedList(rows, columns)) return undefined;
  const groups = groupsByGaps(rows);
  if (groups && groups.every((lines) => linesIn(lines, columns)[0] === 1))
    return short(groups.map((lines) => joinedRow(lines, columns, vocabulary)));
  const pitch = medianOf(rows.slice(1).map((row, at) => (rows[at]?.baseline ?? 0) - row.baseline));
  const table: string[][] = [];
  rows.forEach((row, at) => {
    const cells = columnTexts(row, columns);
    const previous = table.at(-1);
    const gap = (rows[at - 1]?.baseline ?? 0) - row.baseline;
    if (previous && continues(cells, gap, { pitch, size: row.size })) appendTo(previous, cells, vocabulary);
    else table.push(cells);
  });
  return short(table);
}

/** Long cells do not count. */
function short(table: string[][]): string[][] | undefined {
  return table.some((cells) => cells.some((cell) => cell.length > CELL_CHARS_MAX)) ? undefined : table;
}

/**
 * Lines that stand close to each other, where there are wider gaps between rows: cells may be set at the bottom or in
 * the middle of their row. Undefined where the gaps are all alike, or nothing wraps.
 */
function groupsByGaps(rows: readonly Row[]): Row[][] | undefined {
  const gaps = rows.slice(1).map((row, at) => (rows[at]?.baseline ?? 0) - row.baseline);
  const close = Math.min(...gaps);
  if (close <= 0 || close > (rows[0]?.size ?? 0) * CLOSE_SIZES) return undefined;
  const groups: Row[][] = [];
  rows.forEach((row, at) => {
    if (at > 0 && (gaps[at - 1] ?? 0) <= close * ROW_GAP) groups.at(-1)?.push(row);
    else groups.push([row]);
  });
  return groups.length >= GROUPS_MIN && groups.length < rows.length ? groups : undefined;
}

/** How many lines each column has. */
function linesIn(rows: readonly Row[], columns: readonly Span[]): number[] {
  const texts = rows.map((row) => columnTexts(row, columns));
  return columns.map((_, column) => texts.filter((cells) => cells[column] !== '').length);
}

function joinedRow(rows: readonly Row[], columns: readonly Span[], vocabulary: ReadonlySet<string>): string[] {
  const cells = columns.map(() => '');
  for (const row of rows) appendTo(cells, columnTexts(row, columns), vocabulary);
  return cells;
}

/** Rows with as many pieces as most have: headings over several columns would join them. */
function typicalRows(rows: readonly Row[]): readonly Row[] {
  const counts = new Map<number, number>();
  for (const { segments } of rows)
    if (segments.length > 1) counts.set(segments.length, (counts.get(segments.length) ?? 0) + 1);
  const [usual] = [...counts].sort(([few, one], [many, other]) => other - one || many - few);
  const typical = rows.filter(({ segments }) => segments.length >= (usual?.[0] ?? 0));
  return typical.length >= Math.max(ROWS_MIN, rows.length * TYPICAL_SHARE) ? typical : rows;
}

/** Every piece in the column that it covers most. */
function columnTexts(row: Row, columns: readonly Span[]): string[] {
  const cells = columns.map(() => '');
  for (const segment of row.segments) {
    const covered = columns.map(
      (column) => Math.min(segment.right, column.right) - Math.max(segment.left, column.left),
    );
    const at = covered.indexOf(Math.max(...covered));
    cells[at] = `${cells[at] ?? ''} ${segment.text}`.trim();
  }
  return cells;
}

/** Bullets or numbers before lines of text look like a first column. */
function isNumberedList(rows: readonly Row[], columns: readonly Span[]): boolean {
  const marks = rows.map((row) => columnTexts(row, columns)[0] ?? '').filter((mark) => mark !== '');
  return columns.length === 2 && marks.every((mark) => /^([•●○▪■◦‣*–-]|\(?[\dA-Za-z]{1,3}[.)]|\[\d+\])$/.test(mark));
}

/** Has nothing in the first column and follows closely: the rest of wrapped cells. */
function continues(cells: readonly string[], gap: number, { pitch, size }: { pitch: number; size: number }): boolean {
  const filled = cells.filter((cell) => cell !== '').length;
  if (cells[0] !== '' || filled === cells.length) return false;
  return filled === 1 ? gap < Math.max(pitch * 1.05, size * 1.5) : gap < Math.max(pitch * 0.95, size * 1.35);
}

function appendTo(row: string[], cells: readonly string[], vocabulary: ReadonlySet<string>): void {
  cells.forEach((cell, column) => {
    if (cell !== '') row[column] = joinedText(row[column] ?? '', cell, vocabulary).trim();
  });
}
