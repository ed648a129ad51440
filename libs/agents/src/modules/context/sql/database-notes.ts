import type { SqlModuleConfig } from '@lectern/contracts/agents';
import type { QueryRows, TableInfo } from '@lectern/foreign-databases';
import { rowTexts, shortened } from '../../query/query-context';

const TABLES_MAX = 60;
const NAMED_MAX = 300;
const TABLE_CHARS_MAX = 8_000;
const NOTES_CHARS_MAX = 200_000;

/** What a model sees of tables, by key: their columns, and examples of rows. */
export function databaseNotes(
  tables: readonly TableInfo[],
  { config, samples }: { readonly config: SqlModuleConfig; readonly samples: ReadonlyMap<string, QueryRows> },
): Readonly<Record<string, string>> {
  const notes: Record<string, string> = {};
  if (config.description) notes['about'] = config.description;
  let left = NOTES_CHARS_MAX;
  for (const table of tables.slice(0, TABLES_MAX)) {
    const text = tableText(table, config, samples.get(table.name)).slice(0, TABLE_CHARS_MAX);
    left -= text.length;
    if (left < 0) break;
    notes[`table-${table.name}`] = text;
  }
  return notes;
}

/** Names only, of tables that are not described. */
export function namedTables(tables: readonly TableInfo[]): Readonly<Record<string, string>> {
  const names = tables.slice(0, NAMED_MAX).map(({ name }) => name);
  return names.length === 0 ? {} : { 'further-tables': names.join(', ') };
}

/** Tables that are described. */
export function describedTables(tables: readonly TableInfo[]): readonly TableInfo[] {
  return tables.slice(0, TABLES_MAX);
}

function tableText(
  { name, kind, columns, indexes }: TableInfo,
  config: SqlModuleConfig,
  sample: QueryRows | undefined,
): string {
  const own = Object.entries(config.custom_table_info).find(([table]) => table.toLowerCase() === name.toLowerCase());
  if (own) return `${kind} ${name}\n${own[1]}`;
  const lines = columns.map(({ name: column, type, isNullable, isPrimaryKey, references }) =>
    [
      `- ${column} ${type}`,
      ...(isPrimaryKey ? ['primary key'] : []),
      ...(isNullable ? [] : ['not null']),
      ...(references ? [`references ${references}`] : []),
    ].join(', '),
  );
  const listed = config.indexes_in_table_info && indexes.length > 0 ? ['indexes:', ...indexes] : [];
  const rows =
    sample && sample.rows.length > 0 ? ['rows:', ...rowTexts(shortened(sample, config.max_string_length))] : [];
  return [`${kind} ${name}`, ...lines, ...listed, ...rows].join('\n');
}
