import { randomUUID } from 'node:crypto';
import { InProcessBus } from '@lectern/bus';
import { AppError, type BlockableFeature } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { RowsWorld } from '../../fixtures/rows-world';
import { AccountBlockRepository } from './account-block.repository';
import { AccountBlocks } from './account-blocks';

describe('the blocked features of an account', () => {
  let world: RowsWorld;
  let account: string;
  let said: readonly BlockableFeature[] | AppError | undefined;
  let asked: number;

  /** A process of the zone. */
  const newProcess = (): AccountBlocks => {
    const request = async () => {
      asked += 1;
      if (said instanceof AppError) throw said;
      return { id: account, slug: 'acme', blockedFeatures: said };
    };
    const bus = Object.assign(new InProcessBus(), { request });
    return new AccountBlocks(new Transactions(world.dataSource), new AccountBlockRepository(), bus);
  };
  const away = new AppError('unavailable', 'Nobody handles the operation');

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(() => {
    account = randomUUID();
    asked = 0;
  });
  afterAll(() => world.stop());

  it('are what the accounts service says, asked once by concurrent readers', async () => {
    said = ['search'];
    const blocks = newProcess();
    expect(await Promise.all([blocks.of(account), blocks.of(account)])).toEqual([['search'], ['search']]);
    expect(asked).toBe(1);
  });

  it('are read again when the account has changed', async () => {
    said = ['search'];
    const blocks = newProcess();
    await blocks.of(account);
    said = [];
    blocks.invalidate(account);
    expect(await blocks.of(account)).toEqual([]);
  });

  it('are its last answer while it is away, in every process and after a restart', async () => {
    said = ['processing', 'search'];
    await newProcess().of(account);
    said = away;
    expect(await newProcess().of(account)).toEqual(['processing', 'search']);
    said = [];
    await newProcess().of(account);
    said = away;
    expect(await newProcess().of(account)).toEqual([]);
  });

  it('are none when it never answered, or runs a version without blocks', async () => {
    said = away;
    expect(await newProcess().of(account)).toEqual([]);
    said = undefined;
    expect(await newProcess().of(account)).toEqual([]);
  });
});
