import { levelledHeader } from './table-levels';
import type { Table } from './table-text';

export interface GridCell {
  readonly text: string;
  readonly columns?: number;
  readonly rows?: number;
}

export interface GridRow {
  readonly cells: readonly GridCell[];
  readonly header?: boolean;
}

const SPAN_COLUMNS_MAX = 100;
const SPAN_ROWS_MAX = 500;
const HEADER_ROWS_MAX = 5;
const TITLE_ROWS_MAX = 5;

/**
 * Lays out cells that span. A cell over several rows is repeated in each, so that every row stands alone; one over
 * several columns is repeated in a header, where it names them all, and given once in the body. Several header rows
 * become one.
 */
export function tableOfRows(rows: readonly GridRow[], caption?: string): Table {
  const laid = layOut(rows);
  const headerCount = Math.min(leadingHeaders(rows), HEADER_ROWS_MAX);
  if (headerCount === 0) return unmarkedTable(rows, laid, caption);
  if (headerCount === rows.length) return { caption, rows: laid };
  const header = mergedHeader(laid.slice(0, headerCount));
  return { caption, rows: [header, ...laid.slice(headerCount)], headed: true };
}

/** Where no row says that it is a header, names that reach over others show it. */
function unmarkedTable(rows: readonly GridRow[], laid: readonly string[][], caption?: string): Table {
  const filled = laid.map((row) => row.filter((text) => text.trim() !== ''));
  const body = filled.findIndex((texts) => texts.length > 1);
  const titles = filled.slice(0, Math.max(0, body)).flat();
  if (body === -1 || body > TITLE_ROWS_MAX) return { caption, rows: laid };
  const covered = (row: number, column: number) => spanOver(rows[body + row]?.cells ?? [], column);
  const levelled = levelledHeader({ rows: laid.slice(body), covered });
  if (!levelled) return { caption, rows: laid };
  const named = [caption, ...titles].filter(Boolean).join('\n');
  return { caption: named || undefined, rows: [levelled.header, ...laid.slice(body + levelled.rows)], headed: true };
}

/** The text of the cell that reaches from the left over a column. Only rows that no cell reaches into from above. */
function spanOver(cells: readonly GridCell[], column: number): string | undefined {
  let left = 0;
  for (const { text, columns } of cells) {
    const right = left + Math.min(Math.max(1, columns ?? 1), SPAN_COLUMNS_MAX);
    if (column > left && column < right) return text;
    left = right;
  }
  return undefined;
}

function leadingHeaders(rows: readonly GridRow[]): number {
  const firstBody = rows.findIndex((row) => !row.header);
  return firstBody === -1 ? rows.length : firstBody;
}

/** Cells that reach into rows below, by column. */
type Spans = Map<number, { readonly text: string; readonly lastRow: number }>;

function layOut(rows: readonly GridRow[]): string[][] {
  const spans: Spans = new Map();
  return rows.map((row, at) => {
    const line: string[] = [];
    for (const cell of row.cells) {
      for (let above = spans.get(line.length); above && above.lastRow >= at; above = spans.get(line.length))
        line.push(above.text);
      putCell(line, cell, { repeat: row.header === true, spans, at });
    }
    endFromAbove(line, spans, at);
    return line;
  });
}

function putCell(
  line: string[],
  cell: GridCell,
  { repeat, spans, at }: { readonly repeat: boolean; readonly spans: Spans; readonly at: number },
): void {
  const columns = Math.min(Math.max(1, cell.columns ?? 1), SPAN_COLUMNS_MAX);
  const lastRow = at + Math.min(Math.max(1, cell.rows ?? 1), SPAN_ROWS_MAX) - 1;
  for (let column = 0; column < columns; column += 1) {
    const text = column === 0 || repeat ? cell.text : '';
    if (lastRow > at) spans.set(line.length, { text, lastRow });
    line.push(text);
  }
}

/** Cells that reach into a row after its last cell. A row may have too few cells: the missing ones are empty. */
function endFromAbove(line: string[], spans: Spans, at: number): void {
  const rest: (readonly [column: number, text: string])[] = [];
  for (const [column, { text, lastRow }] of spans) {
    if (lastRow < at) spans.delete(column);
    else if (column >= line.length) rest.push([column, text]);
  }
  for (const [column, text] of rest.sort(([one], [other]) => one - other)) {
    while (line.length < column) line.push('');
    line.push(text);
  }
}

function mergedHeader(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => {
    const names = rows.map((row) => row[column]?.trim() ?? '').filter((name) => name !== '');
    return [...new Set(names)].join(' ');
  });
}
