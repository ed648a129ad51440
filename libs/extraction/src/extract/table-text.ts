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
 * a row found alone still says what its numbers are. Made one by one: all of them may be more than the memory holds.
 */
export function* tableLines(table: Table): Generator<string> {
  if (table.caption) yield table.caption;
  const header = headerOf(table);
  let isFirst = true;
  for (const row of table.rows) {
    const line = rowLine(row, isFirst ? undefined : header);
    if (line !== '' && !(isFirst && header)) yield line;
    isFirst &&= line === '';
  }
}

/** @param header names of the columns @returns nothing for an empty row */
export function rowLine(row: readonly string[], header?: readonly string[]): string {
  const cells = row.slice(0, COLUMNS_MAX).map(tidyCell);
  return (header ? labelled(cells, header) : cells).filter((cell) => cell !== '').join(' | ');
}

function tidyCell(cell: string): string {
  return cell.replace(/\s+/g, ' ').trim();
}

/** The names of the columns, when the first row that is not empty holds them. */
export function headerOf({ rows, headed }: Table): readonly string[] | undefined {
  const opening: string[][] = [];
  for (const row of rows) {
    if (opening.length > SAMPLE_ROWS) break;
    if (row.some((cell) => /\S/.test(cell))) opening.push(row.slice(0, COLUMNS_MAX).map(tidyCell));
  }
  const [header] = opening;
  if (!header || opening.length < 2) return undefined;
  // Merged cells leave columns that hold nothing.
  const used = usedColumns(rows);
  const [first = [], ...body] = opening.map((row) => row.filter((_, column) => used[column]));
  return isHeader(first) && (headed ?? looksLikeHeader(first, body)) ? header : undefined;
}

function usedColumns(rows: Table['rows']): boolean[] {
  const used: boolean[] = [];
  for (const row of rows)
    for (let column = 0; column < Math.min(row.length, COLUMNS_MAX); column += 1)
      if (!used[column] && /\S/.test(row[column] ?? '')) used[column] = true;
  return used;
}

function labelled(row: readonly string[], header: readonly string[]): string[] {
  return row.map((cell, column) => {
    const label = header[column] ?? '';
    if (cell === '' || label === '' || label === cell) return cell;
    return /[:?]$/.test(label) ? `${label} ${cell}` : `${label}: ${cell}`;
  });
}

/** Whether these could be names of columns at all. */
function isHeader(row: readonly string[]): boolean {
  const named = row.filter((cell) => cell !== '');
  return named.length >= 2 && named.length >= row.length / 2 && named.every((cell) => cell.length <= LABEL_CHARS_MAX);
}

/** Without a mark: names over a column of numbers, or three and more distinct short names. */
function looksLikeHeader(first: readonly string[], sample: readonly (readonly string[])[]): boolean {
  const named = first.filter((cell) => cell !== '');
  if (named.some(isNumeric) || new Set(named).size < named.length) return false;
  if (first.some((cell, column) => cell !== '' && isNumericColumn(sample, column))) return true;
  return named.length >= 3 && named.length === first.length && named.every((cell) => !/[.!?]$/.test(cell));
}

/** Whether a column mostly has numbers, amounts or dates. */
export function isNumericColumn(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter(isNumeric).length >= cells.length * 0.6;
}

/** A number, an amount, a date: digits with at most a short unit. */
function isNumeric(cell: string): boolean {
  return cell.length <= NUMBER_CHARS_MAX && /^[^\p{L}]*\d[^\p{L}]*(\p{L}{1,3}[^\p{L}]*)?$/u.test(cell);
}

const SAMPLE_ROWS = 20;
const NUMBER_CHARS_MAX = 60;
