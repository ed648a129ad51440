import { randomUUID } from 'node:crypto';
import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { purgeAccountRows } from '@lectern/contracts/understanding';
import { ownedTables } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { insertFilledRows } from '@lectern/testing';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { FormerAccountRows, zoneRowsOfAccounts } from './former-account-rows';

const schema = 'knowledge_box';

describe('The rows of an account that is gone', () => {
  let world: RowsWorld;
  let asked: object[];
  let failure: AppError | undefined;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(() => {
    [asked, failure] = [[], undefined];
  });
  afterAll(() => world.stop());

  const newRows = () => {
    const request = async ({ name }: { name: string }, { body }: { body: object }) => {
      asked.push({ name, ...body });
      if (failure) throw failure;
      return null;
    };
    const bus = Object.assign(new InProcessBus(), { request });
    return new FormerAccountRows(world.transactions, new KnowledgeBoxRepository(world.transactions), bus);
  };
  const { signal } = new AbortController();
  const tables = () => ownedTables(world.dataSource, zoneRowsOfAccounts);
  const counts = async (account: string) => {
    const all = await tables();
    const rows = all.map((table) =>
      world.dataSource.query(`SELECT count(*)::int AS rows FROM ${schema}."${table}" WHERE account = $1`, [account]),
    );
    return (await Promise.all(rows)).map(([{ rows: count }]) => count);
  };
  const filled = async () => {
    const account = randomUUID();
    await insertFilledRows(world.dataSource, { schema, tables: await tables(), id: account });
    return account;
  };

  it('are in these tables, and in those of boxes and NUA clients, which end one by one with their keys', async () => {
    expect(await tables()).toEqual(['account_blocks', 'account_uses', 'backups', 'exports']);
    expect(zoneRowsOfAccounts.except).toEqual(['knowledge_boxes', 'nua_clients']);
  });

  it('are all deleted, none of other accounts, and the service understanding deletes its own', async () => {
    const [gone, other] = [await filled(), await filled()];
    expect(await counts(gone)).toEqual([1, 1, 1, 1]);
    await newRows().purge(gone, signal);
    expect(await counts(gone)).toEqual([0, 0, 0, 0]);
    expect(await counts(other)).toEqual([1, 1, 1, 1]);
    expect(asked).toEqual([{ name: purgeAccountRows.name, account: gone }]);
    await newRows().purge(gone, signal);
  });

  it('keep the question open while that service is away', async () => {
    failure = new AppError('unavailable', 'away');
    await expect(newRows().purge(await filled(), signal)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
