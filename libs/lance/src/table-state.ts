import type { Table } from '@lancedb/lancedb';
import { HeldVersions } from './held-versions';
import { sqlIn } from './sql';

export interface TableState {
  readonly held: HeldVersions;
  readonly nextWrite: number;
  readonly rows: number;
}

/** What a writer must know before its first write; takes back what a crash left half replaced. */
export async function loadState(table: Table): Promise<TableState> {
  const held = new HeldVersions();
  const newest = new Map<string, number>();
  const doubled = new Set<string>();
  let rows = 0;
  let lastWrite = 0;
  for await (const batch of table.query().select(['rid', 'version', 'write'])) {
    const [rids, versions, writes] = [batch.getChild('rid'), batch.getChild('version'), batch.getChild('write')];
    for (let i = 0; i < batch.numRows; i += 1) {
      const rid = String(rids?.get(i));
      const write = Number(writes?.get(i));
      const known = newest.get(rid);
      if (known !== undefined && known !== write) doubled.add(rid);
      if (known === undefined || write > known) {
        newest.set(rid, write);
        held.setHeld(rid, Number(versions?.get(i)));
      }
      lastWrite = Math.max(lastWrite, write);
    }
    rows += batch.numRows;
  }
  for (const rid of doubled) await table.delete(`write < ${newest.get(rid)} AND ${sqlIn('rid', [rid])}`);
  return { held, nextWrite: lastWrite + 1, rows };
}
