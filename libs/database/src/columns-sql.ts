import type { DataSource, EntityTarget } from 'typeorm';

/** SQL generated from the columns of an entity, so that their names are in one place. */
export interface ColumnsSql {
  /** A record type for `json_to_record(set)` over JSON of the entity: `"rid" text, "createdAt" timestamptz`. */
  readonly record: string;
  /** Column names: `rid, created_at`. */
  readonly columns: string;
  /** Their values from the record `from`; `replaced` gives expressions for single members. */
  values(from: string, replaced?: Readonly<Record<string, string>>): string;
  /** Assignments of all non-key columns: `created_at = v."createdAt"`. */
  assignments(from: string): string;
  /** A select list that reads an entity from its row, numbers as numbers: `r.created_at AS "createdAt"`. */
  selected(row: string): string;
}

const made = new WeakMap<DataSource, Map<EntityTarget<object>, ColumnsSql>>();

/** Generated once per entity of a database. */
export function columnsSql(dataSource: DataSource, entity: EntityTarget<object>): ColumnsSql {
  const own = made.get(dataSource) ?? new Map<EntityTarget<object>, ColumnsSql>();
  made.set(dataSource, own);
  const sql = own.get(entity) ?? makeColumnsSql(dataSource, entity);
  own.set(entity, sql);
  return sql;
}

function makeColumnsSql(dataSource: DataSource, entity: EntityTarget<object>): ColumnsSql {
  const { columns } = dataSource.getMetadata(entity);
  const typed = columns.map((column) => ({
    member: column.propertyName,
    name: column.databaseName,
    isKey: column.isPrimary,
    type: `${dataSource.driver.normalizeType(column)}${column.isArray ? '[]' : ''}`,
    isNullableJson: column.type === 'jsonb' && column.isNullable,
    isSelected: column.isSelect,
  }));
  // A null in JSON is the JSON value `null`, not SQL null.
  const valueOf = (from: string, { member, isNullableJson }: (typeof typed)[number]) =>
    isNullableJson ? `nullif(${from}."${member}", 'null')` : `${from}."${member}"`;
  return {
    record: typed.map(({ member, type }) => `"${member}" ${type}`).join(', '),
    columns: typed.map(({ name }) => name).join(', '),
    values: (from, replaced = {}) => typed.map((column) => replaced[column.member] ?? valueOf(from, column)).join(', '),
    assignments: (from) =>
      typed
        .filter(({ isKey }) => !isKey)
        .map((column) => `${column.name} = ${valueOf(from, column)}`)
        .join(', '),
    selected: (row) =>
      typed
        .filter(({ isSelected }) => isSelected)
        .map(({ member, name, type }) => `${row}.${name}${type === 'bigint' ? '::float8' : ''} AS "${member}"`)
        .join(', '),
  };
}
