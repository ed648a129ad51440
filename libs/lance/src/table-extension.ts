import type { Table } from '@lancedb/lancedb';
import type { Row } from './arrow-rows';
import type { Extension } from './batch-plan';
import type { HeldVersions } from './held-versions';
import { sqlIn, sqlText } from './sql';

/** What one resource is extended by. */
export interface PlannedExtension {
  readonly rid: string;
  readonly version: number;
  readonly rows: readonly Row[];
}

/** What comes of extensions, taken in order; those that are older than what is held come to nothing. */
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

/** The `write` that all rows of a resource have; undefined when there are none. */
export async function writeOf(table: Table, rid: string): Promise<number | undefined> {
  const found = await table
    .query()
    .select(['write'])
    .where(`rid = ${sqlText(rid)}`)
    .limit(1)
    .toArrow();
  return found.numRows === 0 ? undefined : Number(found.getChild('write')?.get(0));
}

/** Which rows an extension replaces. */
export function replacedBy({ rid, rows }: PlannedExtension): string {
  const ids = rows.map(({ id }) => String(id));
  return `rid = ${sqlText(rid)} AND ${sqlIn('id', ids)}`;
}
