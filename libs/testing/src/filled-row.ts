import type { DataSource } from 'typeorm';

/** Example values by type of column. */
const values: Readonly<Record<string, unknown>> = {
  int4: 0,
  int8: 0,
  float4: 0,
  float8: 0,
  bool: false,
  jsonb: '{}',
  bytea: Buffer.from('a'),
  date: '2026-11-01',
  timestamptz: new Date(0),
};

/**
 * Inserts a row with an example value in each column that needs one: `id` in those of the types `uuid` and `text`.
 *
 * @throws the error of the database, for tables whose rows refer to others that are not there yet
 */
export async function insertFilledRow(
  dataSource: DataSource,
  { schema, table, id }: { readonly schema: string; readonly table: string; readonly id: string },
): Promise<void> {
  const columns: { name: string; type: string }[] = await dataSource.query(
    `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
      WHERE table_schema = $1 AND table_name = $2 AND is_identity = 'NO' AND column_default IS NULL
        AND (is_nullable = 'NO' OR column_name = 'account')`,
    [schema, table],
  );
  const valueOf = ({ type }: { type: string }) => {
    if (type.startsWith('_')) return [];
    return type === 'uuid' || type === 'text' ? id : values[type];
  };
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  await dataSource.query(`INSERT INTO "${schema}"."${table}" (${names}) VALUES (${places})`, columns.map(valueOf));
}

/** A row in each of the tables; those that others refer to come first, whatever their order. */
export async function insertFilledRows(
  dataSource: DataSource,
  { schema, tables, id }: { readonly schema: string; readonly tables: readonly string[]; readonly id: string },
): Promise<void> {
  let waiting = tables;
  while (waiting.length > 0) {
    const failed: { readonly table: string; readonly error: unknown }[] = [];
    for (const table of waiting)
      await insertFilledRow(dataSource, { schema, table, id }).catch((error: unknown) => failed.push({ table, error }));
    if (failed.length === waiting.length) throw failed[0]?.error;
    waiting = failed.map(({ table }) => table);
  }
}
