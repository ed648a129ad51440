import { randomUUID } from 'node:crypto';
import type { Transactions } from '@lectern/database';
import { ChangeLogRepository } from '@lectern/resource-store';
import { DeletionReceiptRepository } from '@lectern/indexing';
import type { EntityManager } from 'typeorm';
import { ChangeModule } from './change.module';
import { ChangeLogPruning } from './change-log-pruning';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';

const rid = (n: number) => n.toString(16).padStart(32, '0');
const at = new Date('2026-05-01T10:00:00Z');

describe('The change log', () => {
  const log = new ChangeLogRepository();
  let world: RowsWorld;
  let transactions: Transactions;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start(ChangeModule);
    ({ transactions } = world);
  });
  beforeEach(() => (kbid = randomUUID()));
  afterAll(() => world.stop());

  const append = (ns: readonly number[], tx: EntityManager, when = at) =>
    log.append(
      ns.map((n) => ({ kbid, id: rid(n) })),
      { kind: 'modified', by: 'ann', at: when },
      tx,
    );
  const list = (after?: number, limit = 100) => transactions.run((tx) => log.list(kbid, { after, limit }, tx));
  const numbers = (changes: readonly { rid: string }[]) => changes.map((change) => Number.parseInt(change.rid, 16));

  it('says what happened to which resource, when, and by whom', async () => {
    await transactions.run((tx) => append([1], tx));
    expect(await list()).toEqual([{ rid: rid(1), kind: 'modified', by: 'ann', at, seq: expect.any(Number) }]);
    expect(await transactions.run((tx) => log.list(randomUUID(), { limit: 100 }, tx))).toEqual([]);
  });

  it('is read page by page, each change once', async () => {
    for (let n = 0; n < 7; n += 1) await transactions.run((tx) => append([n, n + 100], tx));
    const read: number[] = [];
    for (let after: number | undefined, pages = 0; pages < 10; pages += 1) {
      const page = await list(after, 3);
      read.push(...numbers(page));
      after = page.at(-1)?.seq ?? after;
    }
    expect(read).toEqual([0, 100, 1, 101, 2, 102, 3, 103, 4, 104, 5, 105, 6, 106]);
  });

  it('shows a change that is committed late behind those that were read before', async () => {
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = transactions.run(async (tx) => {
      await append([1], tx);
      begun.resolve();
      await late.promise;
    });
    await begun.promise;
    await transactions.run((tx) => append([2], tx));
    const before = await list();
    late.resolve();
    await slow;
    const seen = [...before, ...(await list(before.at(-1)?.seq))];
    expect(numbers(seen)).toEqual([2, 1]);
  });

  it('gives each change one position, however many read at once', async () => {
    for (let n = 0; n < 20; n += 1) await transactions.run((tx) => append([n], tx));
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => list()));
    expect(numbers(first ?? [])).toEqual(Array.from({ length: 20 }, (_, n) => n));
    for (const other of others) expect(other).toEqual(first);
  });

  it('logs nothing of a transaction that is rolled back', async () => {
    const failed = transactions.run(async (tx) => {
      await append([1], tx);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await list()).toEqual([]);
  });

  it('forgets what is older than it is kept', async () => {
    const now = new Date('2026-09-01T00:00:00Z');
    await transactions.run((tx) => append([1], tx, new Date('2026-05-30T00:00:00Z')));
    await transactions.run((tx) => append([2], tx, new Date('2026-06-10T00:00:00Z')));
    await new ChangeLogPruning(transactions, log, new DeletionReceiptRepository()).prune(now);
    expect(numbers(await list())).toEqual([2]);
  });

  it('knows up to where it was forgotten, also what nobody had read', async () => {
    const now = new Date('2026-09-01T00:00:00Z');
    const old = new Date('2026-05-30T00:00:00Z');
    const bounds = () => transactions.run((tx) => log.bounds(kbid, tx));
    expect(await bounds()).toEqual({ newest: 0, forgotten: 0 });
    await transactions.run((tx) => append([1], tx, old));
    const [read] = await list();
    await transactions.run((tx) => append([2], tx, old));
    await new ChangeLogPruning(transactions, log, new DeletionReceiptRepository()).prune(now);
    const { newest, forgotten } = await bounds();
    expect(forgotten).toBeGreaterThan(read?.seq ?? Infinity);
    expect(newest).toBe(forgotten);
    await transactions.run((tx) => append([3], tx, now));
    const [late] = await list();
    expect(late?.seq).toBeGreaterThan(forgotten);
    await new ChangeLogPruning(transactions, log, new DeletionReceiptRepository()).prune(now);
    expect(await bounds()).toEqual({ newest: late?.seq, forgotten });
  });
});
