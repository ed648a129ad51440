import type { EntityManager } from 'typeorm';

/** Columns with envelopes, by table. A table of another schema of the database is `schema.table`. */
export type SealedColumns = Readonly<Record<string, readonly string[]>>;

interface KeyColumn {
  readonly name: string;
  /** As in SQL. */
  readonly type: string;
}

/** A row with envelopes. */
export interface SealedRow {
  /** Values of its primary key, as texts. */
  readonly key: readonly string[];
  /** Texts of its sealed columns; null where there is none. */
  readonly texts: readonly (string | null)[];
}

const KEY_SQL = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
    WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY array_position(i.indkey::int2[], a.attnum)`;
const TYPES_SQL = `
  SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
    WHERE attrelid = $1::regclass AND attname = ANY($2)`;

/** Finds and changes the rows of a table whose sealed columns name a master key other than the newest. */
export class SealedTable {
  private constructor(
    private readonly name: string,
    private readonly columns: readonly KeyColumn[],
    private readonly key: readonly KeyColumn[],
  ) {}

  /** @param name with its schema */
  static async of(name: string, columns: readonly string[], tx: EntityManager): Promise<SealedTable> {
    const quoted = name.split('.').map(quote).join('.');
    const key = await tx.query<KeyColumn[]>(KEY_SQL, [quoted]);
    const types = await tx.query<KeyColumn[]>(TYPES_SQL, [quoted, columns]);
    const typed = columns.map((column) => {
      const found = types.find((one) => one.name === column);
      if (!found) throw new Error(`The table ${name} has no column ${column}`);
      return found;
    });
    if (key.length === 0) throw new Error(`The table ${name} has no primary key`);
    return new SealedTable(quoted, typed, key);
  }

  /** Rows after this key, in its order. @param pattern that one of the columns matches */
  async rows(
    after: readonly string[] | undefined,
    { pattern, max }: { readonly pattern: string; readonly max: number },
    tx: EntityManager,
  ): Promise<readonly SealedRow[]> {
    const names = this.key.map(({ name }) => quote(name));
    const placed = this.key.map(({ type }, index) => `$${index + 3}::text::${type}`);
    const from = after ? `AND (${names.join(', ')}) > (${placed.join(', ')})` : '';
    const matches = this.columns.map(({ name }) => `${quote(name)}::text ~ $1`).join(' OR ');
    const rows = await tx.query<{ key: string[]; texts: (string | null)[] }[]>(
      `SELECT array[${names.map((name) => `${name}::text`).join(', ')}] AS key,
          array[${this.columns.map(({ name }) => `${quote(name)}::text`).join(', ')}] AS texts
        FROM ${this.name} WHERE (${matches}) ${from} ORDER BY ${names.join(', ')} LIMIT $2`,
      [pattern, max, ...(after ?? [])],
    );
    return rows;
  }

  /** Changes columns of a row, unless somebody else has changed or deleted it. @returns whether it did */
  async replace({ key, texts }: SealedRow, changed: readonly (string | null)[], tx: EntityManager): Promise<boolean> {
    const parameters: (string | null)[] = [...key];
    const place = (value: string | null) => `$${parameters.push(value)}::text`;
    const sets = this.columns.map(
      ({ name, type }, index) => `${quote(name)} = ${place(changed[index] ?? null)}::${type}`,
    );
    const same = this.columns.map(
      ({ name }, index) => `${quote(name)}::text IS NOT DISTINCT FROM ${place(texts[index] ?? null)}`,
    );
    const keys = this.key.map(({ name, type }, index) => `${quote(name)} = $${index + 1}::text::${type}`);
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE ${this.name} SET ${sets.join(', ')} WHERE ${[...keys, ...same].join(' AND ')}`,
      parameters,
    );
    return count === 1;
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
