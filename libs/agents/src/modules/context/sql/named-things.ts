import type { ColumnInfo, TableInfo } from '@lectern/foreign-databases';
import { AskedStems } from '../../query/asked-names';

/** A table that a question is about. */
export interface NamedTable {
  readonly table: TableInfo;
  /** Whether the question has its name. */
  readonly isNamed: boolean;
  /** Columns whose names the question has. */
  readonly columns: readonly ColumnInfo[];
}

/** Tables that a question names, or whose columns it names, best first. */
export function tablesOfQuestion(question: string, tables: readonly TableInfo[]): readonly NamedTable[] {
  const asked = new AskedStems(question);
  return tables
    .map((table) => ({
      table,
      isNamed: asked.names(table.name),
      columns: table.columns.filter(({ name }) => asked.names(name)),
    }))
    .filter(({ isNamed, columns }) => isNamed || columns.length > 0)
    .toSorted((one, other) => rank(other) - rank(one));
}

function rank({ isNamed, columns }: NamedTable): number {
  return (isNamed ? 1_000 : 0) + columns.length;
}
