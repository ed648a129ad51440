import type { SqlDialect, TableName } from './dialect';
import type { TableInfo } from './session/sql-session';

/** Which tables of a database may be read. */
export interface TableChoice {
  /** All when empty. */
  readonly include: readonly string[];
  readonly ignore: readonly string[];
  /** Whether views may be read, too. */
  readonly views: boolean;
}

/** The tables that a choice leaves. Names are compared without regard to case: some databases do so, too. */
export function chosenTables(
  tables: readonly TableInfo[],
  { include, ignore, views }: TableChoice,
): readonly TableInfo[] {
  const included = new Set(include.map(plain));
  const ignored = new Set(ignore.map(plain));
  return tables.filter(
    ({ name, kind }) =>
      (views || kind === 'table') && (included.size === 0 || included.has(plain(name))) && !ignored.has(plain(name)),
  );
}

/**
 * The first table of a statement that it may not read.
 *
 * @param chosen tables that it may read, of `schema`
 * @param all tables of the schema
 */
export function forbiddenTable(
  named: readonly TableName[],
  {
    chosen,
    all,
    schema,
  }: { readonly chosen: readonly TableInfo[]; readonly all: readonly TableInfo[]; readonly schema: string | undefined },
  dialect: SqlDialect,
): string | undefined {
  const same = dialect === 'postgresql' ? (name: string) => name : plain;
  const allowed = new Set(chosen.map(({ name }) => same(name)));
  // Where a database tells case apart and this does not, a forbidden table counts.
  for (const { name } of all) if (!chosen.some((one) => one.name === name)) allowed.delete(same(name));
  const schemas = dialect === 'sqlite' ? ['main'] : [schema];
  const wrong = named.find(
    (one) => !allowed.has(same(one.name)) || (one.schema !== undefined && !schemas.includes(one.schema)),
  );
  return wrong && [wrong.schema, wrong.name].filter(Boolean).join('.');
}

function plain(name: string): string {
  return name.toLowerCase();
}
