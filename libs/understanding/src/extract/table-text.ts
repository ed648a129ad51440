/** Cells as read; the first row is the header only when `headed` says so. */
export interface Table {
  readonly caption?: string;
  readonly rows: readonly (readonly string[])[];
  /** Whether the first row is a header; looked at when absent. */
  readonly headed?: boolean;
}

const LABEL_CHARS_MAX = 60;
/** As many as a spreadsheet has. */
export const COLUMNS_MAX = 16_384;

/**
 * One line a row, cells separated by ` | `. Under a header every cell carries its column's name, `Price: 12`, so that
 * a row found alone still says what its numbers are.
 */
export function tableLines(table: Table): string[] {
  const rows = withoutEmptyColumns(table.rows.map(tidyRow).filter((row) => row.some((cell) => cell !== '')));
  const [first, ...body] = rows;
  if (!first) return table.caption ? [table.caption] : [];
  const headed = body.length > 0 && isHeader(first) && (table.headed ?? looksLikeHeader(first, body));
  const lines = headed ? body.map((row) => labelled(row, first)) : rows.map(plain);
  return table.caption ? [table.caption, ...lines] : lines;
}

function tidyRow(row: readonly string[]): string[] {
  return row.slice(0, COLUMNS_MAX).map((cell) => cell.replace(/\s+/g, ' ').trim());
}

/** Merged cells leave columns that hold nothing. */
function withoutEmptyColumns(rows: readonly string[][]): string[][] {
  const used: boolean[] = [];
  for (const row of rows) for (const [column, cell] of row.entries()) if (cell !== '') used[column] = true;
  return rows.map((row) => row.filter((_, column) => used[column]));
}

function plain(row: readonly string[]): string {
  return row.filter((cell) => cell !== '').join(' | ');
}

function labelled(row: readonly string[], header: readonly string[]): string {
  return row
    .map((cell, column) => {
      const label = header[column] ?? '';
      if (cell === '' || label === '' || label === cell) return cell;
      return /[:?]$/.test(label) ? `${label} ${cell}` : `${label}: ${cell}`;
    })
    .filter((cell) => cell !== '')
    .join(' | ');
}

/** Whether these could be names of columns at all. */
function isHeader(row: readonly string[]): boolean {
  const named = row.filter((cell) => cell !== '');
  return named.length >= 2 && named.length >= row.length / 2 && named.every((cell) => cell.length <= LABEL_CHARS_MAX);
}

/** Without a mark of its own: names over a column of numbers, or three and more distinct short names. */
function looksLikeHeader(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  const named = first.filter((cell) => cell !== '');
  if (named.some(isNumeric) || new Set(named).size < named.length) return false;
  const sample = body.slice(0, SAMPLE_ROWS);
  if (first.some((cell, column) => cell !== '' && isNumericColumn(sample, column))) return true;
  return named.length >= 3 && named.length === first.length && named.every((cell) => !/[.!?]$/.test(cell));
}

function isNumericColumn(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter(isNumeric).length >= cells.length * 0.6;
}

/** A number, an amount, a date: digits with at most a short unit. */
function isNumeric(cell: string): boolean {
  return cell.length <= NUMBER_CHARS_MAX && /^[^\p{L}]*\d[^\p{L}]*(\p{L}{1,3}[^\p{L}]*)?$/u.test(cell);
}

const SAMPLE_ROWS = 20;
const NUMBER_CHARS_MAX = 60;
