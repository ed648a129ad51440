import type { Table } from '@lancedb/lancedb';
import type { Row } from './arrow-rows';
import type { Extension } from './batch-plan';
import type { HeldVersions } from './held-versions';
import { sqlIn, sqlText } from './sql';

/** The extension of one resource. */
export interface PlannedExtension {
  readonly rid: string;
  readonly version: number;
  readonly rows: readonly Row[];
}

/** Combines extensions in order; those older than the stored version are ignored. */
export function planExtensions(extensions: readonly Extension[], held: HeldVersions): readonly PlannedExtension[] {
  const planned = new Map<string, { version: number; readonly rows: Map<unknown, Row> }>();
  for (const { rid, version, since, rows, onUnfit } of extensions) {
    const before = planned.get(rid);
    const known = before?.version ?? held.floorOf(rid);
    if (rows.length === 0 || version < known) continue;
    if (!held.has(rid) || known < since) {
      onUnfit();
      continue;
    }
    const merged = before ?? { version, rows: new Map<unknown, Row>() };
    merged.version = version;
    for (const row of rows) merged.rows.set(row['id'], row);
    planned.set(rid, merged);
  }
  return [...planned].map(([rid, { version, rows }]) => ({ rid, version, rows: [...rows.values()] }));
}

/** The `write` shared by all rows of a resource; undefined when there are none. */
export async function writeOf(table: Table, rid: string): Promise<number | undefined> {
  const found = await table
    .query()
    .select(['write'])
    .where(`rid = ${sqlText(rid)}`)
    .limit(1)
    .toArrow();
  return found.numRows === 0 ? undefined : Number(found.getChild('write')?.get(0));
}

/** Condition for the rows that an extension replaces. */
export function replacedBy({ rid, rows }: PlannedExtension): string {
  const ids = rows.map(({ id }) => String(id));
  return `rid = ${sqlText(rid)} AND ${sqlIn('id', ids)}`;
}
