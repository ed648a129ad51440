import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { CreateResourcePayload } from '@lectern/contracts/knowledge-box';
import { installTaskSchema, openServiceDatabase, TaskQueue, Transactions } from '@lectern/database';
import { KnowledgeBoxEntity, knowledgeBoxSchema } from '@lectern/resource-store';
import { TusUploadRepository } from './tus-upload.repository';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { boxRow } from '../../../resource-store/fixtures/box-row';
import { ActiveUploads, fieldUploadId } from './active-uploads';
import { ExpiredUploads } from './expired-uploads';
import { TusUploads } from './tus-uploads';
import { UploadModule } from './upload.module';

const file = { filename: 'a.txt', contentType: 'text/plain', password: 'hidden-secret' };
const now = new Date('2026-05-01T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe('Resumable uploads', () => {
  const rows = new TusUploadRepository();
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let tasks: TaskQueue;
  let uploads: TusUploads;
  let kbid: string;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const schema = { ...knowledgeBoxSchema, entities: entitiesOf(UploadModule) };
    dataSource = await openServiceDatabase(database.url, schema, { poolMax: 6, statementTimeoutMs: 5_000 });
    await installTaskSchema(database.url, 'knowledge_box_tasks');
    transactions = new Transactions(dataSource);
    tasks = new TaskQueue(dataSource, 'knowledge_box_tasks');
    uploads = new TusUploads(rows, new SecretEnvelope([masterKeyOf(randomSecret())]), tasks);
  });
  beforeEach(async () => {
    kbid = randomUUID();
    await dataSource.getRepository(KnowledgeBoxEntity).insert(boxRow(kbid));
    await dataSource.query('DELETE FROM knowledge_box_tasks.job');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const begin = (id: string, at = now, isOverride = false) =>
    transactions.run((tx) => uploads.begin({ kbid, id, file, length: 10, isOverride }, at, tx));
  const find = (id: string, at = now) => transactions.read((tx) => rows.find({ kbid, id }, at, tx));
  const addPart = (id: string, start: number, blobKey: string) =>
    transactions.run((tx) => rows.addPart({ kbid, uploadId: id, start, blobKey }, tx));
  const purged = async () => {
    const jobs: { payload: { blobs: string[] } }[] = await dataSource.query(
      'SELECT payload FROM knowledge_box_tasks.job ORDER BY id',
    );
    return jobs.flatMap(({ payload }) => payload.blobs);
  };

  it('keep what the file will be, and no password that can be read', async () => {
    const payload = { ...new CreateResourcePayload(), summary: 'hidden-summary' };
    await transactions.run((tx) =>
      uploads.begin({ kbid, id: 'a', file, payload, length: null, isOverride: false }, now, tx),
    );
    const upload = await find('a');
    expect(upload).toMatchObject({ length: null, offset: 0, finished: false, rid: null });
    expect(JSON.stringify(upload)).not.toContain('hidden');
    expect(upload && uploads.planOf(upload)).toEqual({ file, payload });
  });

  it('are there for four hours after they were continued last', async () => {
    await begin('a');
    expect(await find('a', later(14_999))).toBeDefined();
    expect(await find('a', later(15_001))).toBeUndefined();
  });

  it('are one at a time for an id, unless the earlier one expired or is to be replaced with its parts', async () => {
    await begin('a');
    await addPart('a', 0, 'one');
    await expect(begin('a')).rejects.toMatchObject({ code: 'precondition_failed' });
    await begin('a', now, true);
    expect(await purged()).toEqual(['one']);
    await begin('a', later(20_000));
    expect(await transactions.read((tx) => rows.listParts({ kbid, id: 'a' }, tx))).toEqual([]);
  });

  it('begin once, however many begin at once', async () => {
    const begun = await Promise.allSettled([begin('a'), begin('a'), begin('a')]);
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('do not begin in a box that is gone', async () => {
    await dataSource.getRepository(KnowledgeBoxEntity).delete({ id: kbid });
    await expect(begin('a')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('let go of their parts and secrets when they are complete, and are known for some time', async () => {
    await begin('a');
    await addPart('a', 4, 'two');
    await addPart('a', 0, 'one');
    const stored = { rid: '1'.repeat(32), fieldId: 'f' };
    await transactions.run(async (tx) =>
      uploads.finish(await rows.lock({ kbid, id: 'a' }, now, tx), { offset: 10, stored, spare: ['last'], now }, tx),
    );
    expect(await find('a')).toMatchObject({ ...stored, finished: true, offset: 10, length: 10, sealedFile: '' });
    expect(await purged()).toEqual(['one', 'two', 'last']);
  });

  it('are not completed by a request for one that they took the place of', async () => {
    await begin('a');
    const first = await transactions.read((tx) => rows.get({ kbid, id: 'a' }, now, tx));
    const lock = (upload: typeof first) => transactions.run((tx) => uploads.lockUnchanged(upload, now, tx));
    await lock(first);
    await expect(lock({ ...first, offset: 5 })).rejects.toMatchObject({ code: 'conflict' });
    await begin('a', now, true);
    await expect(lock(first)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are unknown by ids that no text of the database can have', async () => {
    expect(await find('a\0b')).toBeUndefined();
    const lock = transactions.run((tx) => rows.lock({ kbid, id: 'a\0b' }, now, tx));
    await expect(lock).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keep others from the same field while they are active', async () => {
    const field = { kbid, rid: '2'.repeat(32), fieldId: 'f' };
    const active = new ActiveUploads(rows);
    const refuse = () => transactions.read((tx) => active.refuse(field, tx));
    await refuse();
    await begin(fieldUploadId(field), new Date());
    await expect(refuse()).rejects.toMatchObject({ code: 'precondition_failed' });
    await expect(transactions.read((tx) => active.refuse({ ...field, fieldId: 'other' }, tx))).resolves.toBeUndefined();
  });

  it('are removed with their blobs when they have expired', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-uploads-'));
    const blobs = new FilesystemBlobStore(folder);
    const expired = new ExpiredUploads(transactions, uploads, blobs);
    await blobs.write('kb/a/one', Readable.from([Buffer.from('1')]), { sizeBytesMax: 1 });
    await begin('old');
    await addPart('old', 0, 'kb/a/one');
    await begin('new', later(10_000));
    expect(await expired.sweep(later(15_001))).toBeGreaterThanOrEqual(1);
    expect([await find('old'), await find('new')]).toEqual([undefined, expect.anything()]);
    const run = { id: '1', signal: new AbortController().signal, alive: () => undefined, isReplay: false };
    await expired.purge({ blobs: await purged() }, { ...run, attempt: 1, attemptsMax: 1 });
    await expect(blobs.stat('kb/a/one')).rejects.toMatchObject({ code: 'not_found' });
    rmSync(folder, { recursive: true });
  });
});
