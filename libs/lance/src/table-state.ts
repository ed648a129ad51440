import type { Table } from '@lancedb/lancedb';
import { DataType, type Schema } from 'apache-arrow';
import type { Row } from './arrow-rows';
import { sqlIn } from './sql';
import { EMPTY_TAG } from './tags';

export interface TableState {
  /** Stored versions by resource. */
  readonly versions: ReadonlyMap<string, number>;
  /** The largest `write` of all rows; 0 when there are none. */
  readonly lastWrite: number;
  readonly rows: number;
}

const RIDS_PER_CONDITION = 1_000;

/** The resource id of rows that mark unfinished writes. */
export const UNFINISHED_RID = '';

/**
 * Marks a write of several commits as unfinished: it is written before the first commit, and removed together with the
 * rows that the write replaces. It belongs to no resource and matches no search.
 */
export function unfinishedRow(schema: Schema, write: number): Row {
  const texts = schema.fields.filter(({ type }) => DataType.isUtf8(type)).map(({ name }) => [name, '']);
  const dates = { version: 0, created: 0, modified: 0 };
  return { ...Object.fromEntries(texts), ...dates, rid: UNFINISHED_RID, tags: [EMPTY_TAG], write: -write };
}

/**
 * Loads the state that a writer needs before its first write, and after a failed one. Rolls back incomplete writes: all
 * rows of an unfinished write, otherwise the rows that the newest ones of a resource replace.
 */
export async function loadState(table: Table): Promise<TableState> {
  await takeBackUnfinished(table);
  const versions = new Map<string, number>();
  const newest = new Map<string, number>();
  const doubled = new Set<string>();
  let rows = 0;
  let lastWrite = 0;
  for await (const batch of table.query().select(['rid', 'version', 'write'])) {
    const [rids, held, writes] = [batch.getChild('rid'), batch.getChild('version'), batch.getChild('write')];
    for (let i = 0; i < batch.numRows; i += 1) {
      const rid = String(rids?.get(i));
      const write = Number(writes?.get(i));
      lastWrite = Math.max(lastWrite, write);
      const known = newest.get(rid);
      if (known !== undefined && known !== write) doubled.add(rid);
      if (known !== undefined && write < known) continue;
      // Its extensions have the same `write` and a later version.
      const before = write === known ? (versions.get(rid) ?? -Infinity) : -Infinity;
      newest.set(rid, write);
      versions.set(rid, Math.max(before, Number(held?.get(i))));
    }
    rows += batch.numRows;
  }
  for (const [write, rids] of Map.groupBy(doubled, (rid) => newest.get(rid)))
    for (let start = 0; start < rids.length; start += RIDS_PER_CONDITION)
      await table.delete(`write < ${write} AND ${sqlIn('rid', rids.slice(start, start + RIDS_PER_CONDITION))}`);
  return { versions, lastWrite, rows };
}

async function takeBackUnfinished(table: Table): Promise<void> {
  const marks = await table.query().select(['write']).where('write < 0').toArrow();
  const writes = Array.from(marks.getChild('write') ?? [], Number);
  if (writes.length > 0) await table.delete(`abs(write) IN (${writes.map((write) => -write).join(', ')})`);
}
