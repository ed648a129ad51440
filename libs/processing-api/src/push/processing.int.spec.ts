import { randomUUID } from 'node:crypto';
import { openServiceDatabase, Transactions } from '@lectern/database';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { understandingSchema } from '../../../understanding/src/understanding.database';
import { ProcessingDeliveryRepository } from './processing-delivery.repository';
import { ProcessingFileRepository } from './processing-file.repository';
import { ProcessingRecordRepository } from './processing-record.repository';
import { ProcessingApiModule } from '../processing-api.module';

const HOUR_MS = 3_600_000;
const plenty = { waitingMax: 1_000, waitingBytesMax: 1_000_000 };

describe('rows of pushes', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  const records = new ProcessingRecordRepository();
  const deliveries = new ProcessingDeliveryRepository();
  const files = new ProcessingFileRepository();
  let account: string;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 4, statementTimeoutMs: 30_000 };
    const schema = { ...understandingSchema, entities: entitiesOf(ProcessingApiModule) };
    dataSource = await openServiceDatabase(database.url, schema, limits);
    transactions = new Transactions(dataSource);
  });
  beforeEach(() => (account = randomUUID()));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const push = (resourceId: string, backlog: object = {}) =>
    transactions.run(async (tx) => {
      const seq = await records.begin(account, { requestBytes: 10, ...plenty, ...backlog }, tx);
      if (seq === undefined) return undefined;
      const id = randomUUID();
      const sealed = { sealedRequest: 'sealed', sealedWebhook: null, requestBytes: 10 };
      const named = { id, account, client: 'c', kbid: '', resourceId, title: null, labels: [] };
      await records.insert({ ...named, ...sealed, seq, pushedAt: new Date() }, tx);
      return id;
    });
  const complete = (id: string, bytes = 1) =>
    transactions.run(async (tx) => {
      const ended = await records.end(id, { at: new Date(), message: Buffer.alloc(bytes) }, tx);
      if (ended) await deliveries.add(ended, tx);
      return ended;
    });
  const take = (now: Date, limit = 10, bytesMax = 100) => {
    const until = new Date(now.getTime() + HOUR_MS);
    return transactions.run((tx) => deliveries.take({ account, client: 'c' }, { limit, now, until, bytesMax }, tx));
  };

  it('count what an account has waiting, and admit no more than it may', async () => {
    const first = await push('r', { waitingMax: 2 });
    expect([first, await push('r', { waitingMax: 2 }), await push('r', { waitingMax: 2 })]).toEqual([
      expect.any(String),
      expect.any(String),
      undefined,
    ]);
    expect(await push('r', { waitingBytesMax: 29 })).toBeUndefined();
    await complete(first ?? '');
    expect(await push('r', { waitingMax: 2, waitingBytesMax: 20 })).toEqual(expect.any(String));
  });

  it('end once', async () => {
    const id = (await push('r')) ?? '';
    expect(await complete(id)).toMatchObject({ id, failed: false });
    expect(await complete(id)).toBeUndefined();
    const failed = transactions.run((tx) => records.end(id, { at: new Date(), failure: 'no' }, tx));
    expect(await failed).toBeUndefined();
    expect(await take(new Date())).toHaveLength(1);
  });

  it('are delivered again when nobody acknowledged them in time, and one of a resource at a time', async () => {
    for (const resource of ['a', 'a', 'b']) await complete((await push(resource)) ?? '');
    const now = new Date();
    const first = await take(now);
    expect(first).toHaveLength(2);
    expect(await take(now)).toEqual([]);
    const later = new Date(now.getTime() + HOUR_MS);
    const again = await take(later);
    expect(again.map(({ seq }) => seq)).toEqual(first.map(({ seq }) => seq));
    const owner = { account, client: 'c' };
    const acknowledge = (tokens: readonly string[]) =>
      transactions.run((tx) => deliveries.acknowledge(owner, tokens, tx));
    // A worker without the lease changes nothing.
    await acknowledge(first.map(({ token }) => token));
    expect(await transactions.read((tx) => deliveries.count(owner, tx))).toBe(3);
    await acknowledge(again.map(({ token }) => token));
    expect(await take(later)).toHaveLength(1);
    expect(await transactions.read((tx) => deliveries.count({ ...owner, client: 'other' }, tx))).toBe(0);
  });

  it('are delivered as far as there is room, and the rest at once to the next', async () => {
    for (const resource of ['a', 'b', 'c']) await complete((await push(resource)) ?? '', 60);
    const now = new Date();
    expect([await take(now), await take(now), await take(now), await take(now)].map(({ length }) => length)).toEqual([
      1, 1, 1, 0,
    ]);
  });

  it('keep files as long as a push needs them, for their account only', async () => {
    const now = new Date();
    const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
    await transactions.run((tx) => files.insert({ blobKey: `f/${account}`, account, expires: at(1) }, tx));
    const keep = (own: string, from: Date) =>
      transactions.run((tx) => files.keep({ account: own, blobKey: `f/${account}` }, { now: from, until: at(5) }, tx));
    expect([await keep(randomUUID(), now), await keep(account, at(2)), await keep(account, now)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await keep(account, at(4))).toBe(true);
  });
});
