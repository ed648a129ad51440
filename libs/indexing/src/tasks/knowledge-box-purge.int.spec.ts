import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { boxTables } from '@lectern/resource-store';
import { IndexWorld } from '../../fixtures/index-world';
import { KnowledgeBoxPurge } from './knowledge-box-purge';

const rid = 'a'.repeat(32);

/** Example values by column type. */
const values: Readonly<Record<string, unknown>> = {
  text: 'a',
  int4: 0,
  int8: 0,
  float4: 0,
  float8: 0,
  bool: false,
  jsonb: '{}',
  bytea: Buffer.from('a'),
  timestamptz: new Date(),
};

describe('The purge of a knowledge box', () => {
  let world: IndexWorld;
  let folder: string;
  let blobs: FilesystemBlobStore;
  let purge: KnowledgeBoxPurge;

  beforeAll(async () => {
    world = await IndexWorld.start();
    folder = await mkdtemp(join(tmpdir(), 'lectern-purge-'));
    blobs = new FilesystemBlobStore(folder);
    const { dataSource, transactions, keywords, vectors } = world;
    purge = new KnowledgeBoxPurge(dataSource, transactions, keywords, vectors, blobs);
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });

  const tables = () => boxTables(world.dataSource);
  const rowsOf = async (table: string, kbid: string): Promise<number> => {
    const [row] = await world.dataSource.query(`SELECT count(*)::int AS rows FROM ${table} WHERE kbid = $1`, [kbid]);
    return row.rows;
  };

  async function addRow(table: string, kbid: string): Promise<void> {
    const given: { name: string; type: string }[] = await world.dataSource.query(
      `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
       WHERE format('%s.%s', table_schema, table_name) = $1 AND is_nullable = 'NO'
         AND is_identity = 'NO' AND column_default IS NULL`,
      [table],
    );
    const valueOf = ({ type }: { type: string }) => (type.startsWith('_') ? [] : type === 'uuid' ? kbid : values[type]);
    const names = given.map(({ name }) => `"${name}"`).join(', ');
    const places = given.map((_, i) => `$${i + 1}`).join(', ');
    await world.dataSource.query(`INSERT INTO ${table} (${names}) VALUES (${places})`, given.map(valueOf));
  }

  async function filledBox(): Promise<string> {
    const kbid = await world.newBox();
    for (const table of await tables()) await addRow(table, kbid);
    await world.newResource(kbid, { rid });
    await world.indexes.put(await world.load(kbid, rid));
    await blobs.write(`kb/${kbid}/a`, Readable.from(['a']), { sizeBytesMax: 10 });
    return kbid;
  }

  it('leaves no row in any table, nothing in the indexes, and no blob, and nothing of other boxes goes', async () => {
    const [gone, other] = [await filledBox(), await world.newBox()];
    await world.newResource(other, { rid: 'b'.repeat(32) });
    const all = await tables();
    expect(await Promise.all(all.map((table) => rowsOf(table, gone)))).not.toContain(0);
    await purge.remove(gone, new AbortController().signal);
    expect(await Promise.all(all.map((table) => rowsOf(table, gone)))).toEqual(all.map(() => 0));
    expect(await world.heldIds(gone)).toEqual([]);
    await expect(blobs.read(`kb/${gone}/a`)).rejects.toMatchObject({ code: 'not_found' });
    expect(await rowsOf('knowledge_box.resources', other)).toBe(1);
  });
});
