import type { Table } from './table-text';

const TITLE_ROWS_MAX = 5;

const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '');

/**
 * A table whose first rows have one cell each, such as a title over all columns, with them as its caption: the next row
 * is its header.
 */
export function titledTable(table: Table): Table {
  if (table.headed) return table;
  const rows = table.rows.filter((row) => filled(row).length > 0);
  const body = rows.findIndex((row) => filled(row).length > 1);
  if (body < 1 || body > TITLE_ROWS_MAX) return table;
  const title = rows.slice(0, body).flatMap(filled);
  return { ...table, caption: [table.caption, ...title].filter(Boolean).join('\n'), rows: rows.slice(body) };
}
