import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { openServiceDatabase, ownedTables, Transactions } from '@lectern/database';
import { entitiesOf, insertFilledRows, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { understandingSchema } from '@lectern/understanding';
import type { DataSource } from 'typeorm';
import { DatasetsModule } from '../datasets.module';
import { AccountRowsPurge, understandingOfAccounts } from './account-rows-purge';

const { schema } = understandingOfAccounts;

describe('The purge of a deleted account', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let folder: string;
  let blobs: FilesystemBlobStore;
  let purge: AccountRowsPurge;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const rows = { ...understandingSchema, entities: entitiesOf(DatasetsModule) };
    dataSource = await openServiceDatabase(database.url, rows, { poolMax: 4, statementTimeoutMs: 30_000 });
    folder = await mkdtemp(join(tmpdir(), 'account-purge-'));
    blobs = new FilesystemBlobStore(folder);
    purge = new AccountRowsPurge(new Transactions(dataSource), blobs);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const tables = () => ownedTables(dataSource, understandingOfAccounts);
  const rowsOf = async (account: string) => {
    const counts: number[] = [];
    for (const table of await tables()) {
      const sql = `SELECT count(*)::int AS rows FROM ${schema}."${table}" WHERE account = $1`;
      counts.push((await dataSource.query(sql, [account]))[0].rows);
    }
    return counts;
  };
  const filled = async () => {
    const account = randomUUID();
    await insertFilledRows(dataSource, { schema, tables: await tables(), id: account });
    await blobs.write(`account/${account}/upload/a`, Readable.from(['a']), { sizeBytesMax: 10 });
    return account;
  };

  it('leaves no row in any table of the service, and no file, and nothing of other accounts goes', async () => {
    const [gone, other] = [await filled(), await filled()];
    const all = await tables();
    expect(all).toEqual(expect.arrayContaining(['datasets', 'processing_records', 'model_configurations']));
    expect(await rowsOf(gone)).toEqual(all.map(() => 1));
    await purge.purge(gone, new AbortController().signal);
    expect(await rowsOf(gone)).toEqual(all.map(() => 0));
    expect(await rowsOf(other)).toEqual(all.map(() => 1));
    await expect(blobs.read(`account/${gone}/upload/a`)).rejects.toMatchObject({ code: 'not_found' });
    await blobs.read(`account/${other}/upload/a`);
    await purge.purge(gone, new AbortController().signal);
  });

  it('covers every table whose rows name an account, by this name of the column', async () => {
    const named: { name: string }[] = await dataSource.query(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
        WHERE table_schema = $1 AND column_name ~ 'account' ORDER BY 1`,
      [schema],
    );
    expect(await tables()).toEqual(named.map(({ name }) => name));
  });

  it('ends when its question is given up', async () => {
    const account = await filled();
    await expect(purge.purge(account, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    expect(await rowsOf(account)).not.toContain(0);
  });
});
