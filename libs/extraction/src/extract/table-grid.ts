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

/**
 * Lays out cells that span. A cell over several rows is repeated in each, so that every row stands alone; one over
 * several columns is repeated in a header, where it names them all, and given once in the body. Several header rows
 * become one.
 */
export function tableOf(rows: readonly GridRow[], caption?: string): Table {
  const laid = layOut(rows);
  const headerCount = Math.min(leadingHeaders(rows), HEADER_ROWS_MAX);
  if (headerCount === 0 || headerCount === rows.length) return { caption, rows: laid };
  const header = mergedHeader(laid.slice(0, headerCount));
  return { caption, rows: [header, ...laid.slice(headerCount)], headed: true };
}

function leadingHeaders(rows: readonly GridRow[]): number {
  const firstBody = rows.findIndex((row) => !row.header);
  return firstBody === -1 ? rows.length : firstBody;
}

function layOut(rows: readonly GridRow[]): string[][] {
  const pending = new Map<number, { text: string; left: number }>();
  return rows.map((row) => {
    const line: string[] = [];
    const fromAbove = () => {
      for (let above = pending.get(line.length); above; above = pending.get(line.length)) {
        const column = line.length;
        line.push(above.text);
        if (above.left > 1) pending.set(column, { text: above.text, left: above.left - 1 });
        else pending.delete(column);
      }
    };
    for (const cell of row.cells) {
      fromAbove();
      placeCell(line, cell, { repeat: row.header === true, pending });
    }
    fromAbove();
    return line;
  });
}

function placeCell(
  line: string[],
  cell: GridCell,
  options: { repeat: boolean; pending: Map<number, { text: string; left: number }> },
): void {
  const columns = Math.min(Math.max(1, cell.columns ?? 1), SPAN_COLUMNS_MAX);
  const rowsBelow = Math.min(Math.max(1, cell.rows ?? 1), SPAN_ROWS_MAX) - 1;
  for (let column = 0; column < columns; column += 1) {
    const text = column === 0 || options.repeat ? cell.text : '';
    if (rowsBelow > 0) options.pending.set(line.length, { text, left: rowsBelow });
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
