import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { purgeResource } from '@lectern/contracts/knowledge-box';
import { InterruptedError } from '@lectern/database';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FilePurge } from '../../../indexing/src/tasks/file-purge';
import { KnowledgeBoxPurge } from '../../../indexing/src/tasks/knowledge-box-purge';
import { RunningExports } from '@lectern/resource-store';
import { DeletionReceiptRepository } from '@lectern/indexing';
import { PurgeTask } from '../../../indexing/src/tasks/purge.task';
import { run, TransferWorld } from '../../fixtures/transfer-world';

const rid = (n: number) => String(n).padStart(32, '0');

describe('Exports and imports', () => {
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
    for (const n of [1, 2, 3]) await world.newFile(kbid, rid(n), `file ${n}`);
  });
  afterEach(() => jest.restoreAllMocks());

  const idsIn = async (box: string) => {
    const page = { after: '', limit: 50 };
    const rows = await world.index.transactions.read((tx) => world.content.listResources(box, page, tx));
    return rows.map(({ id }) => id);
  };
  const blobKeysIn = async (box: string) => {
    const rows: { key: string }[] = await world.index.dataSource.query(
      'SELECT blob_key AS key FROM fields WHERE kbid = $1 ORDER BY rid',
      [box],
    );
    return rows.map(({ key }) => key);
  };

  const imported = async (file: Parameters<typeof world.newImport>[1]) => {
    const key = await world.newImport(target, file);
    await world.importTask.run(key, run());
    return key;
  };

  it('that a process left are made again, and leave one file', async () => {
    const { export_id: id } = await world.service.start(kbid);
    const stopping = new AbortController();
    const alive = () => stopping.abort(new InterruptedError());
    await expect(world.exportTask.run({ kbid, id }, run({ signal: stopping.signal, alive }))).rejects.toThrow();
    expect(await world.exportOf({ kbid, id })).toMatchObject({ status: 'running', sizeBytes: null });
    expect(await world.blobsBelow(`kb/${kbid}/export`)).toEqual([]);
    await world.exportTask.run({ kbid, id }, run({ attempt: 2 }));
    expect(await world.exportOf({ kbid, id })).toMatchObject({
      status: 'finished',
      retries: 1,
      total: 3,
      processed: 3,
    });
    expect(await world.blobsBelow(`kb/${kbid}/export`)).toEqual([id]);
  });

  it('fail with a reason when a file of the box is lost', async () => {
    const [lost = ''] = await blobKeysIn(kbid);
    await world.blobs.delete(lost);
    const { export_id: id } = await world.service.start(kbid);
    await world.exportTask.run({ kbid, id }, run());
    expect(await world.exportOf({ kbid, id })).toMatchObject({ status: 'errored', reason: expect.any(String) });
    await expect(world.service.download({ kbid, id })).rejects.toMatchObject({ code: 'internal' });
  });

  it('leave no file when their box is deleted while they run', async () => {
    const { export_id: id } = await world.service.start(kbid);
    const write = world.blobs.write.bind(world.blobs);
    jest.spyOn(world.blobs, 'write').mockImplementation(async (...given) => {
      const info = await write(...given);
      await world.index.dataSource.query('DELETE FROM exports WHERE kbid = $1', [kbid]);
      return info;
    });
    await world.exportTask.run({ kbid, id }, run());
    expect(await world.blobsBelow(`kb/${kbid}/export`)).toEqual([]);
  });

  it('keep files of deleted resources until those are written', async () => {
    const { index } = world;
    const { export_id: id } = await world.service.start(kbid);
    const purge = new PurgeTask(
      index.indexes,
      new FilePurge(
        index.transactions,
        new RunningExports(),
        new DeletionReceiptRepository(),
        world.blobs,
        index.ingest,
      ),
      new KnowledgeBoxPurge(index.dataSource, index.transactions, index.keywords, index.vectors, world.blobs),
      new InProcessBus(),
    );
    const [first = '', second = ''] = await blobKeysIn(kbid);
    const work = { kbid, rid: rid(1), version: 3 };
    await index.dataSource.query(`UPDATE exports SET status = 'running', alive_at = now() WHERE id = $1`, [id]);
    await purge.purgeResource({ ...work, blobs: [first] });
    expect(await world.blobs.stat(first)).toEqual({ sizeBytes: 6 });
    const { items } = await index.tasks.list({ task: purgeResource.name });
    expect(items.map(({ payload }) => payload)).toEqual([{ ...work, blobs: [first] }]);
    for (const since of ['1 hour', '0']) {
      const status = since === '0' ? 'finished' : 'running';
      const values = [status, since, id];
      await index.dataSource.query(
        `UPDATE exports SET status = $1, alive_at = now() - $2::interval WHERE id = $3`,
        values,
      );
      await purge.purgeResource({ ...work, blobs: [since === '0' ? second : first] });
    }
    for (const key of [first, second]) await expect(world.blobs.stat(key)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('go on behind what is stored, with new files', async () => {
    const file = await world.exported(kbid);
    const key = await world.newImport(target, file);
    const { replace } = world.index.changes;
    let replaced = 0;
    jest.spyOn(world.index.changes, 'replace').mockImplementation(async (...given) => {
      replaced += 1;
      if (replaced === 2) throw new AppError('unavailable', 'The database is away');
      await replace.apply(world.index.changes, given);
    });
    await expect(world.importTask.run(key, run())).rejects.toThrow('The database is away');
    expect(await idsIn(target)).toEqual([rid(1)]);
    expect(await world.importOf(key)).toMatchObject({
      status: 'running',
      processed: 1,
      reason: 'The database is away',
    });
    await world.importTask.run(key, run({ attempt: 2 }));
    expect(replaced).toBe(4);
    expect(await world.importOf(key)).toMatchObject({ status: 'finished', processed: 3, total: 3, retries: 1 });
    expect(await idsIn(target)).toEqual([1, 2, 3].map(rid));
    expect(await world.purged()).toEqual([file.blobKey]);
    const keys = await blobKeysIn(target);
    expect(await world.blobsBelow(`kb/${target}`)).toHaveLength(3);
    for (const blob of keys) expect(blob.startsWith(`kb/${target}/import/${key.id}/`)).toBe(true);
  });

  it('that fail for good purge what no field names, and keep their file', async () => {
    const file = await world.exported(kbid);
    const key = await world.newImport(target, file);
    const failure = new AppError('unavailable', 'The database is away');
    jest.spyOn(world.index.changes, 'replace').mockRejectedValue(failure);
    await expect(world.importTask.run(key, run())).rejects.toThrow(failure);
    const { looseBlobs } = await world.importOf(key);
    expect(looseBlobs).toHaveLength(1);
    await expect(world.importTask.run(key, run({ attempt: 2 }))).rejects.toThrow(failure);
    expect(await world.importOf(key)).toMatchObject({ status: 'errored', looseBlobs: [], reason: failure.message });
    expect(await world.purged()).toEqual(looseBlobs);
    jest.restoreAllMocks();
    await world.importTask.run(key, run({ isReplay: true }));
    expect(await world.importOf(key)).toMatchObject({ status: 'finished', reason: null });
  });

  it('leave no files when their box is deleted while they run', async () => {
    const key = await world.newImport(target, await world.exported(kbid));
    const write = world.blobs.write.bind(world.blobs);
    jest.spyOn(world.blobs, 'write').mockImplementation(async (...given) => {
      for (const table of ['knowledge_boxes WHERE id', 'imports WHERE kbid']) {
        await world.index.dataSource.query(`DELETE FROM ${table} = $1`, [target]);
      }
      return write(...given);
    });
    await world.importTask.run(key, run());
    expect(await world.blobsBelow(`kb/${target}`)).toEqual([]);
  });

  it('read a resource again when its transaction has to be repeated', async () => {
    const key = await world.newImport(target, await world.exported(kbid));
    const proceed = world.imports.proceed.bind(world.imports);
    let calls = 0;
    jest.spyOn(world.imports, 'proceed').mockImplementation(async (...given) => {
      calls += 1;
      if (calls === 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      return proceed(...given);
    });
    await world.importTask.run(key, run());
    expect(await world.importOf(key)).toMatchObject({ status: 'finished', processed: 3, notes: [] });
    expect(await idsIn(target)).toEqual([1, 2, 3].map(rid));
  });

  it('carry texts, paragraphs and vectors of any size in pieces, as they are', async () => {
    const { index } = world;
    const [paragraphs, chars] = [1_300, 4_000];
    const place = (n: string) => `jsonb_build_object('start', ${n} * ${chars}, 'end', (${n} + 1) * ${chars}, 'key',
      concat('${rid(1)}/f/f/', ${n} * ${chars}, '-', (${n} + 1) * ${chars}), 'kind', 'TEXT', 'language', 'en',
      'headings', '[]'::jsonb, 'sentences', '[]'::jsonb, 'classifications', '[]'::jsonb, 'start_seconds', '[]'::jsonb,
      'end_seconds', '[]'::jsonb, 'page', null, 'representation', null, 'relations', null)`;
    await index.dataSource.query(
      `INSERT INTO extracted_fields SELECT $1, $2, 'f', 'f', 1, repeat('\u{1f410}é+x', $3),
         (SELECT jsonb_agg(${place('n')} ORDER BY n) FROM generate_series(0, $4::int - 1) n),
         '{"summary":"","language":"en","languages":[],"mimeType":"","entities":[],"links":[],"errors":[]}', now()`,
      [kbid, rid(1), (paragraphs * chars) / 4, paragraphs],
    );
    await index.dataSource.query(`INSERT INTO vectorsets VALUES ($1, 'model', 2, now())`, [kbid]);
    await index.dataSource.query(
      `INSERT INTO field_vectors (kbid, rid, letter, id, vectorset, part, seqid, vectors)
         SELECT $1, $2, 'f', 'f', 'model', part, 1,
         decode(repeat('0000003d', 2 * least(64, $3 - part * 64)), 'hex') FROM generate_series(0, 20) part`,
      [kbid, rid(1), paragraphs],
    );
    const file = await world.exported(kbid);
    expect(await world.importOf(await imported(file))).toMatchObject({ status: 'finished', processed: 3 });
    const contents = (box: string) =>
      index.dataSource.query(
        `SELECT md5(text), md5(paragraphs::text), understood, (SELECT md5(string_agg(vectors, '' ORDER BY part)) FROM
           field_vectors v WHERE v.kbid = e.kbid AND v.seqid = e.seqid) AS vectors FROM extracted_fields e WHERE kbid = $1 AND letter = 'f'`,
        [box],
      );
    expect(await contents(target)).toEqual(await contents(kbid));
  });

  it.each(Array.from({ length: 15 }, (_, seed) => seed + 1))(
    'fail for a file with any bytes changed (seed %i)',
    async (seed) => {
      const { blobKey } = await world.exported(kbid);
      const bytes = await buffer(await world.blobs.read(blobKey));
      for (let change = 0, state = seed; change < 3; change += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        // The first item is read before the task starts.
        const at = 400 + (state % (bytes.length - 400));
        bytes[at] = (bytes[at] ?? 0) ^ (1 + ((state >>> 8) % 255));
      }
      const { sizeBytes } = await world.blobs.write(blobKey, Readable.from([bytes]), { sizeBytesMax: bytes.length });
      const { status, reason, looseBlobs } = await world.importOf(await imported({ blobKey, sizeBytes }));
      expect([status, looseBlobs]).toEqual(['errored', []]);
      expect(reason).not.toMatch(/log says/);
    },
  );

  it('bring edges of the knowledge graph along, also when they replace resources', async () => {
    const { dataSource } = world.index;
    await dataSource.query(
      `UPDATE resources SET classifications = '[{"labelset": "topics", "label": "sea", "cancelled_by_user": false}]'
        WHERE kbid = $1 AND id = $2`,
      [kbid, rid(1)],
    );
    const file = await world.exported(kbid);
    for (let times = 0; times < 2; times++) {
      await imported(file);
      const sql = 'SELECT rid, relation, target_value AS label FROM graph_edges WHERE kbid = $1';
      expect(await dataSource.query(sql, [target])).toEqual([{ rid: rid(1), relation: 'ABOUT', label: 'topics/sea' }]);
    }
  });

  it('replace resources with their files, in one change', async () => {
    const file = await world.exported(kbid);
    await imported(file);
    const before = await blobKeysIn(target);
    await imported(file);
    const { items } = await world.index.tasks.list({ task: purgeResource.name });
    const orphans = items.flatMap(({ payload }) => (payload as { readonly blobs: readonly string[] }).blobs);
    expect(orphans.toSorted()).toEqual(before.toSorted());
    const log: { kind: string }[] = await world.index.dataSource.query(
      "SELECT kind FROM changes WHERE kbid = $1 AND rid = $2 AND kind <> 'started' ORDER BY id",
      [target, rid(1)],
    );
    expect(log.map(({ kind }) => kind)).toEqual(['created', 'modified']);
  });

  it('are forgotten with their files when they expire, and backups say that they failed', async () => {
    const file = await world.exported(kbid);
    const account = randomUUID();
    const past = new Date(0);
    const key = await world.newImport(target, { blobKey: 'kb/a/file', sizeBytes: 1 }, { expires: past });
    const backup = { account, id: randomUUID(), blobKey: 'account/a/backup/b' };
    const source = { sourceId: target, slug: 's', title: 't', started: past, finished: null };
    await world.index.transactions.run(async (tx) => {
      const open = { status: 'running' as const, reason: null, sizeBytes: null };
      await world.backups.insert({ ...backup, ...source, ...open }, tx);
      await world.service.startBackup(target, backup, tx);
      await world.exports.update({ kbid: target, id: backup.id }, { expires: past }, tx);
    });
    expect(await world.expired.sweep(new Date())).toBe(2);
    await world.index.dataSource.query('UPDATE exports SET expires = $1 WHERE kbid = $2', [past, kbid]);
    expect(await world.expired.sweep(new Date())).toBe(1);
    expect((await world.purged()).toSorted()).toEqual(['kb/a/file', file.blobKey].toSorted());
    await expect(world.importOf(key)).rejects.toThrow('gone');
    const [row] = await world.index.transactions.read((tx) => world.backups.list(account, tx));
    expect(row).toMatchObject({ status: 'errored', reason: expect.any(String) });
  });

  it('keep the file of a deleted backup as long as a restore reads it', async () => {
    const blobKey = `account/${randomUUID()}/backup/${randomUUID()}`;
    await world.blobs.write(blobKey, Readable.from([Buffer.from('x')]), { sizeBytesMax: 1 });
    const key = await world.newImport(target, { blobKey, sizeBytes: 1 });
    await world.index.transactions.run((tx) => world.imports.update(key, { backup: 'b' }, tx));
    await world.purge.purgeBackup({ blobKey });
    expect(await world.blobs.stat(blobKey)).toEqual({ sizeBytes: 1 });
    await world.index.transactions.run((tx) => world.imports.update(key, { status: 'finished' }, tx));
    await world.purge.purgeBackup({ blobKey });
    await expect(world.blobs.stat(blobKey)).rejects.toMatchObject({ code: 'not_found' });
  });
});
