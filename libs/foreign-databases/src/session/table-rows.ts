import type { Cell, ColumnInfo, QueryRows, TableInfo } from './sql-session';

/** Tables out of rows of their columns: table, kind, column, type, nullable, primary key, references. */
export function tablesOfRows({ rows }: QueryRows, indexes?: QueryRows): readonly TableInfo[] {
  const tables = new Map<string, { readonly kind: TableInfo['kind']; readonly columns: ColumnInfo[] }>();
  for (const [table, kind, name, type, isNullable, isPrimaryKey, references] of rows) {
    const known = tables.get(text(table)) ?? { kind: kind === 'view' ? 'view' : 'table', columns: [] };
    tables.set(text(table), known);
    known.columns.push({
      name: text(name),
      type: text(type),
      isNullable: isTrue(isNullable),
      isPrimaryKey: isTrue(isPrimaryKey),
      ...(references && { references: text(references) }),
    });
  }
  const described = (name: string) =>
    (indexes?.rows ?? []).filter(([table]) => table === name).map(([, definition]) => text(definition));
  return [...tables].map(([name, table]) => ({ name, ...table, indexes: described(name) }));
}

function text(cell: Cell | undefined): string {
  return String(cell ?? '');
}

function isTrue(cell: Cell | undefined): boolean {
  return cell === true || cell === 1 || cell === '1';
}
