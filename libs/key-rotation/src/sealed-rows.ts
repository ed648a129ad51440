import { AppError, type ResealPayload, type Resealed, type SealedKeys } from '@lectern/contracts/core';
import type { Transactions } from '@lectern/database';
import { envelopesIn, type SecretEnvelope } from '@lectern/secrets';
import { type SealedColumns, type SealedRow, SealedTable } from './sealed-table';

/** Any envelope. */
const ENVELOPE = '\\m(v1|v2|w2)\\.[0-9a-f]{12}\\.';
const COUNTED_ROWS = 1_000;
const BATCH_MS = 10_000;

interface Place {
  /** Number of the table. */
  readonly table: number;
  /** Key of the last row. */
  readonly after?: readonly string[];
}

/** The sealed rows of a service. */
export class SealedRows {
  private readonly tables: readonly (readonly [name: string, columns: readonly string[]])[];

  /** @param schema of tables without one */
  constructor(
    private readonly transactions: Transactions,
    private readonly envelope: SecretEnvelope,
    { schema, sealed }: { readonly schema: string; readonly sealed: SealedColumns },
  ) {
    this.tables = Object.entries(sealed).map(([name, columns]) => [
      name.includes('.') ? name : `${schema}.${name}`,
      columns,
    ]);
  }

  /** Envelopes by master key. */
  async count(): Promise<SealedKeys> {
    const counts = new Map<string, number>(this.envelope.keyIds.map((id) => [id, 0]));
    for (const [name, columns] of this.tables) {
      let after: readonly string[] | undefined;
      do {
        const rows = await this.read(name, columns, { pattern: ENVELOPE, max: COUNTED_ROWS, after });
        for (const text of rows.flatMap(({ texts }) => texts))
          for (const { keyId, count } of envelopesIn(text ?? '')) counts.set(keyId, (counts.get(keyId) ?? 0) + count);
        after = rows.length === COUNTED_ROWS ? rows.at(-1)?.key : undefined;
      } while (after);
    }
    const { keyIds } = this.envelope;
    return { keys: [...counts].map(([id, envelopes]) => ({ id, configured: keyIds.includes(id), envelopes })) };
  }

  /** A batch of rows that name another master key than the newest. @throws AppError `invalid_request` for a wrong cursor */
  async reseal({ cursor, rows: rowsMax }: ResealPayload): Promise<Resealed> {
    const endsMs = performance.now() + BATCH_MS;
    let place: Place | undefined = cursor ? this.placeIn(cursor) : { table: 0 };
    let [resealed, left, rowsLeft] = [0, 0, rowsMax];
    while (place && rowsLeft > 0 && performance.now() < endsMs) {
      const found = await this.batch(place, rowsLeft);
      resealed += found.resealed;
      left += found.left;
      rowsLeft -= found.rows;
      place = found.next;
    }
    return { resealed, left, cursor: place ? cursorAt(place) : null };
  }

  private async batch({ table, after }: Place, max: number) {
    const [name, columns] = this.tables[table] ?? [];
    if (name === undefined || columns === undefined) return { resealed: 0, left: 0, rows: 0, next: undefined };
    const pattern = `\\m(v1|v2|w2)\\.(?!${this.envelope.keyIds[0]})[0-9a-f]{12}\\.`;
    const rows = await this.read(name, columns, { pattern, max, after });
    let [resealed, left] = [0, 0];
    for (const row of rows) {
      const result = await this.resealRow(name, columns, row);
      resealed += result.resealed;
      left += result.left;
    }
    const last = rows.at(-1)?.key;
    const next = rows.length === max && last ? { table, after: last } : { table: table + 1 };
    return { resealed, left, rows: rows.length, next: next.table < this.tables.length ? next : undefined };
  }

  /** In a transaction of its own, so that a kill loses one row at most, which is found again. */
  private async resealRow(name: string, columns: readonly string[], row: SealedRow) {
    const results = row.texts.map((text) => (text === null ? undefined : this.envelope.reseal(text)));
    const sum = (member: 'changed' | 'left') => results.reduce((total, result) => total + (result?.[member] ?? 0), 0);
    if (sum('changed') === 0) return { resealed: 0, left: sum('left') };
    const texts = results.map((result) => result?.text ?? null);
    const isDone = await this.transactions.run(async (tx) =>
      (await SealedTable.of(name, columns, tx)).replace(row, texts, tx),
    );
    // Whoever changed it sealed it with the newest key, or left another for the next run.
    return { resealed: isDone ? sum('changed') : 0, left: sum('left') };
  }

  private read(
    name: string,
    columns: readonly string[],
    { after, ...wanted }: { readonly pattern: string; readonly max: number; readonly after?: readonly string[] },
  ) {
    return this.transactions.read(async (tx) => (await SealedTable.of(name, columns, tx)).rows(after, wanted, tx));
  }

  private placeIn(cursor: string): Place {
    const { table, after } = placeNamed(cursor);
    const isText = (value: unknown) => typeof value === 'string';
    if (!Number.isInteger(table) || table < 0 || table >= this.tables.length) throw wrongCursor();
    if (after !== undefined && !(Array.isArray(after) && after.every(isText))) throw wrongCursor();
    return { table, ...(after && { after }) };
  }
}

function cursorAt(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function placeNamed(cursor: string): Place {
  try {
    return { table: -1, ...JSON.parse(Buffer.from(cursor, 'base64url').toString()) };
  } catch {
    throw wrongCursor();
  }
}

function wrongCursor(): AppError {
  return new AppError('invalid_request', 'The cursor is not one of an answer');
}
