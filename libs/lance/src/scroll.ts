import type { Table } from '@lancedb/lancedb';
import { sqlText } from './sql';

const ROWS_PER_PAGE = 20_000;

export interface ScrollPage {
  readonly resources: readonly { readonly rid: string; readonly version: number; readonly rows: number }[];
  /** Absent when this was the last page. */
  readonly cursor?: string;
}

/** Resources by id; the cursor is the last id of the previous page. `rows` counts rows with a field. */
export async function scrollResources(table: Table, limit: number, after = ''): Promise<ScrollPage> {
  const query = table
    .query()
    .select(['rid', 'version', 'field'])
    .where(`rid > ${sqlText(after)}`)
    .orderBy({ columnName: 'rid', ascending: true })
    .limit(ROWS_PER_PAGE);
  const found = new Map<string, { rid: string; version: number; rows: number }>();
  let read = 0;
  for await (const batch of query) {
    const [rids, versions, fields] = [batch.getChild('rid'), batch.getChild('version'), batch.getChild('field')];
    read += batch.numRows;
    for (let i = 0; i < batch.numRows; i += 1) {
      const rid = String(rids?.get(i));
      const entry = found.get(rid) ?? { rid, version: -Infinity, rows: 0 };
      entry.version = Math.max(entry.version, Number(versions?.get(i)));
      if (fields?.get(i) !== '') entry.rows += 1;
      found.set(rid, entry);
    }
  }
  const all = [...found.values()];
  const cut = read === ROWS_PER_PAGE;
  const last = all.at(-1);
  if (cut && all.length === 1 && last) last.rows = await table.countRows(`rid = ${sqlText(last.rid)} AND field <> ''`);
  const whole = cut && all.length > 1 ? all.slice(0, -1) : all;
  const resources = whole.slice(0, limit);
  const more = cut || resources.length < whole.length;
  return { resources, ...(more ? { cursor: resources.at(-1)?.rid } : {}) };
}
