import type { Sheet } from './sheets-view';

/** The sheets of `extracted.file.file_rows_previews`, without those that have no rows. */
export function sheetsOf(file: Readonly<Record<string, unknown>> | undefined): readonly Sheet[] {
  const sheets = member(member(member(file, 'file_rows_previews'), 'rows'), 'sheets');
  if (typeof sheets !== 'object' || sheets === null) return [];
  return Object.entries(sheets)
    .map(([name, sheet]) => ({ name, rows: rowsOf(sheet) }))
    .filter(({ rows }) => rows.length > 0);
}

function rowsOf(sheet: unknown): string[][] {
  const rows = member(sheet, 'rows');
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => {
    const cells = member(row, 'cell');
    return Array.isArray(cells) ? cells.map(String) : [];
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
