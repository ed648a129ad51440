import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { purgeResource } from '@lectern/contracts/knowledge-box';
import type { StoredPicture } from '@lectern/contracts/understanding';
import { itemsIn, writeItems } from '../../fixtures/transfer-file';
import { run, TransferWorld } from '../../fixtures/transfer-world';
import type { Frame } from './frame';

/** Replaces an item of a file with others. */
type ItemChange = (item: Frame) => readonly Frame[];

const rid = 'ab'.repeat(16);
const names = [
  'file_thumbnail',
  'generated/extracted_images_0.png',
  'generated/extracted_images_1.png',
  'generated/structures.json',
];
const understood = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };

describe('Pictures of files, and titles, in files', () => {
  let world: TransferWorld;
  let kbid: string;
  let target: string;

  beforeAll(async () => {
    world = await TransferWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    [kbid, target] = [await world.index.newBox(), await world.index.newBox()];
    await world.index.dataSource.query('DELETE FROM knowledge_box_tasks.job');
    await world.newFile(kbid, rid);
    await found(1);
  });

  const query = <T>(sql: string, box: string): Promise<T[]> => world.index.dataSource.query(sql, [box]);
  /** A file with pictures and results of this version; the title is embedded. */
  async function found(seqid: number): Promise<void> {
    const pictures: StoredPicture[] = [];
    for (const name of names) {
      const key = `kb/${kbid}/generated/${rid}/${randomUUID()}`;
      const { sizeBytes, md5 } = await world.blobs.write(key, Readable.from([`bytes of ${name}`]), {
        sizeBytesMax: 1_000,
      });
      const page = /_(\d)/.exec(name)?.[1];
      const contentType = name.endsWith('.json') ? 'application/json' : 'image/png';
      pictures.push({ name, key, contentType, sizeBytes, md5, ...(page && { page: Number(page) }) });
    }
    const finding = { ...understood, pages: 2, pictures };
    const at = { kbid, rid, extractedAt: new Date(), paragraphs: [], text: '' };
    await world.index.transactions.run(async (tx) => {
      await world.index.fields.putExtracted([{ ...at, letter: 'f', id: 'f', seqid, understood: finding }], tx);
      const [resource] = await world.content.listResources(kbid, { after: '', limit: 1 }, tx);
      if (!resource) throw new Error('The resource is gone');
      await world.content.putGenerics(resource, tx);
    });
    await query(`INSERT INTO vectorsets VALUES ($1, 'model', 2, now()) ON CONFLICT DO NOTHING`, kbid);
    await query(
      `INSERT INTO field_vectors (kbid, rid, letter, id, vectorset, part, seqid, vectors)
       SELECT kbid, rid, letter, id, 'model', 0, seqid, decode('0000003d0000803d', 'hex') FROM extracted_fields
       WHERE kbid = $1 AND letter = 'a' ON CONFLICT DO NOTHING`,
      kbid,
    );
  }
  const picturesOf = async (box: string) => {
    const sql = `SELECT understood -> 'pictures' AS pictures FROM extracted_fields WHERE kbid = $1 AND letter = 'f'`;
    const [row] = await query<{ pictures: readonly StoredPicture[] }>(sql, box);
    return row?.pictures ?? [];
  };
  const titlesOf = (box: string) =>
    query(
      `SELECT e.id, e.text, e.paragraphs, v.vectorset, encode(v.vectors, 'hex') AS vectors, e.seqid = r.version AS now
       FROM extracted_fields e JOIN resources r ON r.kbid = e.kbid AND r.id = e.rid
       LEFT JOIN field_vectors v ON v.kbid = e.kbid AND v.rid = e.rid AND v.letter = 'a' AND v.id = e.id
         AND v.seqid = e.seqid WHERE e.kbid = $1 AND e.letter = 'a' ORDER BY e.id`,
      box,
    );
  const imported = async (file: Parameters<typeof world.newImport>[1]) => {
    const key = await world.newImport(target, file);
    await world.importTask.run(key, run());
    return world.importOf(key);
  };
  const withChange = async (change: ItemChange) => {
    const { blobKey } = await world.exported(kbid);
    const items = await itemsIn(world.blobs, blobKey);
    return imported(await writeItems(world.blobs, blobKey, items.flatMap(change)));
  };

  it('are there again under keys of their own, as is whether names are looked for', async () => {
    await query('UPDATE fields SET ml_text = false WHERE kbid = $1', kbid);
    const file = await world.exported(kbid);
    for (const _ of ['a new resource', 'one that replaces another']) {
      expect(await imported(file)).toMatchObject({ status: 'finished', reason: null, notes: [] });
      const [before, after] = [await picturesOf(kbid), await picturesOf(target)];
      const shown = (pictures: readonly StoredPicture[]) => pictures.map(({ key: _key, ...picture }) => picture);
      expect(shown(after)).toEqual(shown(before));
      expect(await query('SELECT ml_text FROM fields WHERE kbid = $1', target)).toEqual([{ ml_text: false }]);
      expect(after.map(({ key }) => key.startsWith(`kb/${target}/import/`))).toEqual([true, true, true, true]);
      const bytes = await Promise.all(after.map(async ({ key }) => text(await world.blobs.read(key))));
      expect(bytes).toEqual(names.map((name) => `bytes of ${name}`));
      const titles = await titlesOf(target);
      expect(titles).toEqual(await titlesOf(kbid));
      expect(titles).toMatchObject([{ id: 'title', vectorset: 'model', vectors: '0000003d0000803d', now: true }]);
    }
  });

  it('are left out where they show an earlier version of the file', async () => {
    await query('UPDATE fields SET seqid = 2, content_seqid = 2 WHERE kbid = $1', kbid);
    expect(await imported(await world.exported(kbid))).toMatchObject({ status: 'finished', reason: null });
    expect(await picturesOf(target)).toEqual([]);
    expect((await world.blobsBelow(`kb/${target}/import`)).length).toBe(1);
  });

  it('are removed where what was found in the file is missing', async () => {
    expect(await withChange((item) => (item.type === 'EXT' ? [] : [item]))).toMatchObject({ status: 'finished' });
    expect(await picturesOf(target)).toEqual([]);
    const { items } = await world.index.tasks.list({ task: purgeResource.name });
    // the payload of this task
    const blobs = items.flatMap(({ payload }) => (payload as { readonly blobs: readonly string[] }).blobs);
    expect(blobs.filter((key) => key.startsWith(`kb/${target}/import/`))).toHaveLength(4);
  });

  it.each<[string, ItemChange]>([
    ['GEN', (item) => (item.type === 'GEN' ? [item, item] : [item])],
    ['VEC', (item) => (item.type === 'VEC' ? [item, item] : [item])],
  ])('are refused when an item %s is there twice', async (_, change) => {
    expect(await withChange(change)).toMatchObject({ status: 'errored', reason: expect.stringContaining('twice') });
  });
});
