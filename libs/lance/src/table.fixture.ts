import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Table } from '@lancedb/lancedb';
import { Field, Schema, Utf8 } from 'apache-arrow';
import type { Row } from './arrow-rows';
import type { Change } from './batch-plan';
import { commonFields } from './index-row';

export const schema = new Schema([...commonFields(), new Field('text', new Utf8(), false)]);

/** A table for one test. */
export async function temporaryTable(): Promise<{
  readonly table: Table;
  readonly path: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'lance-'));
  const connection = await connect(folder);
  const table = await connection.createEmptyTable('table', schema);
  const remove = async () => {
    connection.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { table, path: join(folder, 'table.lance'), remove };
}

/** Paragraphs of a resource, tagged with its version. */
export function rowsOf(rid: string, count: number, { version = 1, write = 1, text = 'text' } = {}): Row[] {
  const shared = { rid, field: 't/body', version, write, created: 0, modified: 0, tags: [`v${version}`], text };
  return Array.from({ length: count }, (_, i) => ({ ...shared, id: `${rid}/t/body/${i}` }));
}

export const put = (rid: string, count: number, version: number): Change => ({
  kind: 'put',
  rid,
  version,
  rows: rowsOf(rid, count, { version }),
});

/** A hundred rows of 100 kB, created one by one. */
export function largePut(rid: string, version: number, { failsAfter = Infinity } = {}): Change {
  const rows = rowsOf(rid, 100, { version, text: 'x'.repeat(100_000) });
  function* made(): Generator<Row> {
    for (const [i, row] of rows.entries()) {
      if (i >= failsAfter) throw new Error('No more rows');
      yield row;
    }
  }
  return { kind: 'put', rid, version, rows: { length: rows.length, [Symbol.iterator]: made } };
}

/** @param fails after this many rows; by default never */
export function update(rid: string, version: number, fails = Infinity): Change {
  let rows = 0;
  return {
    kind: 'update',
    rid,
    version,
    update: () => {
      if ((rows += 1) > fails) throw new Error('No more rows');
      return { version, tags: [`v${version}`] };
    },
  };
}

/** By resource: the number of rows per version, and the number of their paragraphs. */
export async function contentOf(table: Table): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
  const content: Record<string, Record<string, number>> = {};
  const ids = new Set<string>();
  for (const { rid, id, version, tags } of await table.query().toArray()) {
    expect([...tags]).toEqual([`v${version}`]);
    expect(ids.has(id)).toBe(false);
    ids.add(id);
    const versions = (content[rid] ??= {});
    versions[`v${version}`] = (versions[`v${version}`] ?? 0) + 1;
  }
  return content;
}
