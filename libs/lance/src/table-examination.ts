import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, Session, type Table } from '@lancedb/lancedb';
import { messageOf } from '@lectern/contracts/core';
import { isMissingTable } from './lance-errors';
import { isSuspicious, namesDamage } from './table-damage';
import { TableFiles } from './table-files';
import { queryBatches } from './updated-pages';

const cacheSizeBytes = 16n << 20n;
const EXAMINATIONS = 2;
/** After this pause, a table that was being dropped by another process is gone. */
const PAUSE_MS = 300;
const REASON_CHARS_MAX = 300;

export type Examined<T> =
  | { readonly state: 'sound'; readonly value: T }
  | { readonly state: 'absent' }
  | { readonly state: 'damaged'; readonly reason: string };

export interface ExaminedTable {
  readonly folder: string;
  readonly name: string;
  /** Columns that every table has. */
  readonly columns: readonly string[];
}

/**
 * Repeats a failed query twice without cached state of the table. The table is damaged when LanceDB reports damage both
 * times, or when the query fails for an unknown reason and the table cannot be read as a whole either.
 *
 * @throws the error of LanceDB when the table is not the cause
 */
export async function examine<T>(of: ExaminedTable, query: (table: Table) => Promise<T>): Promise<Examined<T>> {
  for (let rest = EXAMINATIONS - 1; ; rest -= 1) {
    const found = await examineOnce(of, query);
    if (found.state !== 'damaged' || rest === 0) return found;
    await sleep(PAUSE_MS);
  }
}

/** Reads all rows and indexes, and throws LanceDB's errors. Takes seconds for a table of 300,000 paragraphs. */
export async function readWhole(table: Table): Promise<void> {
  await readDescriptions(table);
  for (const { name } of await table.listIndices()) await table.prewarmIndex(name);
  for await (const _ of queryBatches(table.query()));
}

/** Reads only metadata: the newest version, and its descriptions of files and indexes. Takes milliseconds. */
export async function readDescriptions(table: Table): Promise<void> {
  await table.schema();
  await table.listIndices();
  await table.stats();
}

/** For LanceDB, a description filled with zeros is valid and describes a table without columns. */
export async function refuseIncomplete(table: Table, columns: readonly string[]): Promise<void> {
  const { fields } = await table.schema();
  const missing = columns.filter((column) => fields.every(({ name }) => name !== column));
  if (missing.length > 0) throw new Error(`corrupt: the table lacks the columns ${missing.join(', ')}`);
}

async function examineOnce<T>(
  { folder, name, columns }: ExaminedTable,
  query: (table: Table) => Promise<T>,
): Promise<Examined<T>> {
  const unreadable = await new TableFiles(tablePath(folder, name)).problem();
  if (unreadable) return { state: 'damaged', reason: unreadable };
  const connection = await connect(folder, { session: new Session(cacheSizeBytes, cacheSizeBytes) });
  let table: Table | undefined;
  try {
    table = await connection.openTable(name);
    await refuseIncomplete(table, columns);
    return { state: 'sound', value: await query(table) };
  } catch (error) {
    if (isMissingTable(error)) return { state: 'absent' };
    if (!isSuspicious(error)) throw error;
    const cause = namesDamage(error) || !table ? error : await readWhole(table).catch((other: unknown) => other);
    if (cause === undefined || !isSuspicious(cause)) throw error;
    return { state: 'damaged', reason: damageReason(cause) };
  } finally {
    connection.close();
  }
}

/** Path of a table's files. */
export function tablePath(folder: string, name: string): string {
  return join(folder, `${name}.lance`);
}

/** LanceDB repeats itself, and includes locations in its own code. */
function damageReason(error: unknown): string {
  const [first = ''] = messageOf(error).split(/, \/(?:usr|rustc)\/|\n|\s*Caused by:/);
  return first.slice(0, REASON_CHARS_MAX);
}
