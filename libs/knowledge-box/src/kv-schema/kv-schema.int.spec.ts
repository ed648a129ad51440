import { randomUUID } from 'node:crypto';
import type { Transactions } from '@lectern/database';
import { boxRow } from '../../../resource-store/fixtures/box-row';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import {
  FieldRepository,
  newKeyValueField,
  newTextField,
  type NewField,
  KnowledgeBoxEntity,
  ResourceRepository,
} from '@lectern/resource-store';
import { KvSchemaModule } from './kv-schema.module';
import { KvSchemaRepository } from './kv-schema.repository';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';

const rid = 'a'.repeat(32);

describe('Schemas of key-value fields', () => {
  const schemas = new KvSchemaRepository();
  let world: RowsWorld;
  let transactions: Transactions;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start(KvSchemaModule);
    ({ transactions } = world);
  });
  beforeEach(async () => {
    kbid = randomUUID();
    // The entity has free-form JSON members.
    await world.dataSource.getRepository(KnowledgeBoxEntity).insert(boxRow(kbid) as object);
  });
  afterAll(() => world.stop());

  const insert = (id: string) =>
    transactions.run((tx) => schemas.insert({ kbid, id, description: '', fields: [] }, tx));
  const listed = async () => (await transactions.read((tx) => schemas.list(kbid, tx))).map(({ id }) => id);
  /** Waits until a transaction in the database waits for a lock. */
  const untilWaiting = async () => {
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      const [row]: { count: string }[] = await world.dataSource.query(
        `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (Number(row?.count) > 0) return;
    }
    throw new Error('Nothing waits');
  };

  it('are listed by id, of their box only', async () => {
    await insert('b');
    await insert('a');
    expect(await listed()).toEqual(['a', 'b']);
    expect(await transactions.read((tx) => schemas.list(randomUUID(), tx))).toEqual([]);
  });

  it.each([
    ['changed', (id: string) => transactions.run((tx) => schemas.lock({ kbid, id }, tx))],
    ['deleted', (id: string) => transactions.run((tx) => schemas.delete({ kbid, id }, tx))],
  ])('that are held are %s afterwards', async (_, change) => {
    await insert('held');
    const order: string[] = [];
    let changed: Promise<unknown> | undefined;
    await transactions.run(async (tx) => {
      expect(await schemas.hold(kbid, ['held', 'none'], tx)).toMatchObject([{ id: 'held' }]);
      changed = change('held').then(() => order.push('changed'));
      await untilWaiting();
      order.push('held');
    });
    await changed;
    expect(order).toEqual(['held', 'changed']);
  });

  it('are counted one after the other, in a box that is there', async () => {
    const add = () =>
      transactions.run(async (tx) => {
        const count = await schemas.lockCount(kbid, tx);
        await schemas.insert({ kbid, id: `s${count}`, description: '', fields: [] }, tx);
      });
    await Promise.all(Array.from({ length: 12 }, add));
    expect(await listed()).toHaveLength(12);
    await expect(transactions.run((tx) => schemas.lockCount(randomUUID(), tx))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('are not found when they are not there', async () => {
    const missing = { code: 'not_found', message: 'KV schema does not exist' };
    const key = { kbid, id: 'none' };
    await expect(transactions.read((tx) => schemas.get(key, tx))).rejects.toMatchObject(missing);
    await expect(transactions.run((tx) => schemas.lock(key, tx))).rejects.toMatchObject(missing);
    await expect(transactions.run((tx) => schemas.delete(key, tx))).rejects.toMatchObject(missing);
  });

  describe('and their fields', () => {
    const fields = new FieldRepository();
    const resources = new ResourceRepository();
    const sealed = ({ password: _, ...field }: NewField) => ({ ...field, sealedPassword: null, sealedSecrets: null });
    const values = sealed(newKeyValueField('book', { data: { pages: 1 } }));
    const text = sealed(newTextField('a', { body: 'a', format: 'PLAIN' }));
    const statuses = async () => {
      const rows = await transactions.read((tx) => fields.list(kbid, [rid], tx));
      return rows.map(({ letter, status }) => `${letter} ${status}`);
    };
    // An explicit title and summary would need a number in the processing queue.
    const provisional = () => resourceRow(kbid, rid, { titleIsProvisional: true, summaryIsProvisional: true });
    const create = (...given: (typeof text)[]) =>
      transactions.run((tx) => resources.insert(provisional(), given, { also: '1', by: 'ann', tx }));

    afterEach(() => world.dataSource.query('TRUNCATE resources, fields'));

    it('are stored with a resource that has nothing to process', async () => {
      expect(await create(values)).toBeUndefined();
      const resource = await transactions.read((tx) => resources.get({ kbid, rid }, tx));
      expect([resource.status, resource.lastSeqid, await statuses()]).toEqual(['PROCESSED', 0, ['k PROCESSED']]);
    });

    it('are stored beside those that are processed, and do not become pending with them', async () => {
      expect(await create(values, text)).toEqual(expect.any(Number));
      expect(await statuses()).toEqual(['k PROCESSED', 't PENDING']);
      const seqid = await transactions.run((tx) => resources.nextSeqid(tx));
      await transactions.run((tx) => fields.put({ kbid, rid, seqid }, [values, text], tx));
      expect(await statuses()).toEqual(['k PROCESSED', 't PENDING']);
      const pending = await transactions.run((tx) => fields.setPending({ kbid, rid }, { seqid }, tx));
      expect(pending.map(({ letter }) => letter)).toEqual(['t']);
      expect(await statuses()).toEqual(['k PROCESSED', 't PENDING']);
    });

    it('are left out of what processing goes by', async () => {
      await create(values, text);
      const states = await transactions.read((tx) => fields.listStates(kbid, [rid], tx));
      expect(states.map(({ letter }) => letter)).toEqual(['t']);
    });
  });
});
