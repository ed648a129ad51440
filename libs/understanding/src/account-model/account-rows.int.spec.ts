import { randomUUID } from 'node:crypto';
import { openServiceDatabase, Transactions } from '@lectern/database';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { UnderstandingModule } from '../understanding.module';
import { understandingSchema } from '../understanding.database';
import { AssumedRoleRepository } from '../assumed-role/assumed-role.repository';
import { LearningConfigurationEntity } from '../configuration/learning-configuration.entity';
import { LearningConfigurationRepository } from '../configuration/learning-configuration.repository';
import type { StrategyEntity } from '../configuration/strategy.entity';
import { StrategyRepository } from '../configuration/strategy.repository';
import type { GuardrailPolicyEntity } from '../guardrail/guardrail-policy.entity';
import { GuardrailPolicyRepository } from '../guardrail/guardrail-policy.repository';
import { CustomModelEntity } from './custom-model.entity';
import { CustomModelRepository } from './custom-model.repository';
import type { ModelConfigurationEntity } from './model-configuration.entity';
import { ModelConfigurationRepository } from './model-configuration.repository';

describe('rows of accounts', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let account: string;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const schema = { ...understandingSchema, entities: entitiesOf(UnderstandingModule) };
    dataSource = await openServiceDatabase(database.url, schema, { poolMax: 6, statementTimeoutMs: 30_000 });
    transactions = new Transactions(dataSource);
  });
  beforeEach(() => (account = randomUUID()));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const run = <T>(work: Parameters<typeof transactions.run<T>>[0]) => transactions.run(work);
  const read = <T>(work: Parameters<typeof transactions.read<T>>[0]) => transactions.read(work);
  /** As many of these happen at the same time as there are numbers; how many succeed. */
  const succeeding = async (count: number, work: () => Promise<unknown>) => {
    const results = await Promise.allSettled(Array.from({ length: count }, work));
    return results.filter(({ status }) => status === 'fulfilled').length;
  };

  describe('with learning configurations', () => {
    const repository = new LearningConfigurationRepository();
    const rowOf = (members: Partial<LearningConfigurationEntity> = {}): LearningConfigurationEntity => ({
      ...{ account, kbid: 'box', choices: { generative_model: 'local' }, sealedUserKeys: null },
      ...members,
    });
    const put = (members: Partial<LearningConfigurationEntity> = {}) => run((tx) => repository.put(rowOf(members), tx));
    const find = (kbid = 'box', of = account) => read((tx) => repository.find({ account: of, kbid }, tx));

    it('have one for each box, which the last one replaces', async () => {
      await put();
      await put({ choices: { summary: 'extended' }, sealedUserKeys: 'sealed' });
      expect(await find()).toEqual(rowOf({ choices: { summary: 'extended' }, sealedUserKeys: 'sealed' }));
    });

    it('reach none of other accounts or boxes', async () => {
      await put();
      expect([await find('other'), await find('box', randomUUID())]).toEqual([undefined, undefined]);
      expect(await run((tx) => repository.delete({ account: randomUUID(), kbid: 'box' }, tx))).toBe(false);
      expect(await find()).toBeDefined();
    });

    it('delete each once', async () => {
      await put();
      const remove = () => run((tx) => repository.delete({ account, kbid: 'box' }, tx));
      expect([await remove(), await remove()]).toEqual([true, false]);
    });

    it('may have names in any script, and choices of any text', async () => {
      const choices = { summary_prompt: { prompt: 'Fasse "{text}" zusammen 🌊 \\' } };
      await put({ kbid: 'bücher 🌊', choices });
      expect(await find('bücher 🌊')).toMatchObject({ choices });
    });

    it('have a bounded number, and replace one when they are full', async () => {
      await dataSource.query(
        `INSERT INTO learning_configurations (account, kbid, choices) SELECT $1, 'box' || i, '{}' FROM generate_series(1, 9999) i`,
        [account],
      );
      let number = 0;
      expect(await succeeding(3, () => put({ kbid: `new${(number += 1)}` }))).toBe(1);
      await put({ kbid: 'box1', choices: { summary: 'extended' } });
      await expect(put({ kbid: 'another' })).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: 'An account has at most 10000 learning configurations',
      });
    });
  });

  describe('with strategies', () => {
    const repository = new StrategyRepository();
    const place = (members: object = {}) => ({ account, kbid: 'box', kind: 'split' as const, ...members });
    const insert = async (members: Partial<StrategyEntity> = {}) => {
      const id = randomUUID();
      const row = { ...place(), id, config: { name: id }, sealedUserKeys: null, createdAt: new Date(), ...members };
      await run((tx) => repository.insert(row, tx));
      return row.id;
    };

    it('list them oldest first, those of the same instant by id', async () => {
      const createdAt = new Date(1_000);
      const late = await insert({ createdAt: new Date(2_000) });
      const same = [await insert({ createdAt }), await insert({ createdAt })].toSorted();
      const ids = (await read((tx) => repository.list(place(), tx))).map(({ id }) => id);
      expect(ids).toEqual([...same, late]);
    });

    it('find each in its account, box and kind, and nowhere else', async () => {
      const id = await insert();
      const others = [{ account: randomUUID() }, { kbid: 'other' }, { kind: 'extract' as const }, { id: randomUUID() }];
      for (const other of others) {
        const key = { ...place(), id, ...other };
        expect(await read((tx) => repository.find(key, tx))).toBeUndefined();
        expect(await run((tx) => repository.delete(key, tx))).toBe(false);
      }
      expect(await read((tx) => repository.find({ ...place(), id }, tx))).toMatchObject({ id });
    });

    it('purge all of a box, of both kinds, and none of the next', async () => {
      await insert();
      await insert({ kind: 'extract' });
      const other = await insert({ kbid: 'box2' });
      for (let i = 0; i < 2; i += 1) await run((tx) => repository.purge({ account, kbid: 'box' }, tx));
      expect(await read((tx) => repository.list(place(), tx))).toEqual([]);
      expect(await read((tx) => repository.find({ ...place({ kbid: 'box2' }), id: other }, tx))).toBeDefined();
    });

    it('have a bounded number of each kind in a box, also when several are added at the same time', async () => {
      for (let i = 0; i < 98; i += 1) await insert();
      expect(await succeeding(5, () => insert())).toBe(2);
      await expect(insert()).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: 'A knowledge box has at most 100 split strategies',
      });
      await insert({ kind: 'extract' });
      await insert({ kbid: 'other' });
    });

    it('have a bounded number in all boxes together, whatever these are called', async () => {
      await dataSource.query(
        `INSERT INTO strategies (account, kbid, kind, id, config, created_at)
        SELECT $1, 'box' || i, 'split', gen_random_uuid(), '{}', now() FROM generate_series(1, 9999) i`,
        [account],
      );
      await insert({ kbid: 'last' });
      await expect(insert({ kbid: 'next' })).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: 'An account has at most 10000 strategies',
      });
    });
  });

  describe('with custom models', () => {
    const repository = new CustomModelRepository();
    const insert = async (members: Partial<CustomModelEntity> = {}) => {
      const id = randomUUID();
      const row: CustomModelEntity = {
        ...{ account, id, location: `custom:${id}`, description: null, trainedDate: null, trainedKbid: null },
        ...{ sealedServer: 'sealed', kbids: [], createdAt: new Date() },
        ...members,
      };
      await run((tx) => repository.insert(row, tx));
      return row;
    };

    it('find each by id or location, in its account', async () => {
      const row = await insert({ description: 'Unser 🌊', kbids: ['b', 'a'] });
      expect(await read((tx) => repository.find({ account, id: row.id }, tx))).toEqual(row);
      expect(await read((tx) => repository.find({ account, location: row.location }, tx))).toEqual(row);
      const other = randomUUID();
      expect(await read((tx) => repository.find({ account: other, id: row.id }, tx))).toBeUndefined();
      expect(await read((tx) => repository.find({ account: other, location: row.location }, tx))).toBeUndefined();
    });

    it('have one of each location, also when two are added at the same time', async () => {
      expect(await succeeding(3, () => insert({ location: 'custom:ours' }))).toBe(1);
      await expect(insert({ location: 'custom:ours' })).rejects.toMatchObject({
        code: 'conflict',
        message: 'The account has a model custom:ours already',
      });
      await insert({ location: 'custom:ours', account: randomUUID() });
    });

    it('neither change nor delete those of others', async () => {
      const row = await insert();
      const other = randomUUID();
      await run((tx) => repository.update({ ...row, account: other, description: 'Theirs' }, tx));
      expect(await run((tx) => repository.delete({ account: other, id: row.id }, tx))).toBe(false);
      expect(await read((tx) => repository.list(account, tx))).toEqual([row]);
      expect(await run((tx) => repository.delete({ account, id: row.id }, tx))).toBe(true);
    });

    it('have a bounded number', async () => {
      await dataSource.query(
        `INSERT INTO custom_models (account, id, location, sealed_server, kbids, created_at)
        SELECT $1, gen_random_uuid(), 'custom:' || i, '', '{}', now() FROM generate_series(1, 998) i`,
        [account],
      );
      expect(await succeeding(4, () => insert())).toBe(2);
      await expect(insert()).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: 'An account has at most 1000 custom models',
      });
    });
  });

  describe('with model configurations', () => {
    const repository = new ModelConfigurationRepository();
    const insert = async (members: Partial<ModelConfigurationEntity> = {}) => {
      const row: ModelConfigurationEntity = {
        ...{ account, id: randomUUID(), model: 'gpt-4o', description: null, sealedUserKeys: null, userPrompts: {} },
        ...{ assumeRole: false, kbids: [], nuaClientIds: [], createdAt: new Date() },
        ...members,
      };
      await run((tx) => repository.insert(row, tx));
      return row;
    };

    it('list them oldest first, as they were stored', async () => {
      const late = await insert({
        createdAt: new Date(2_000),
        userPrompts: { openai: { prompt: 'Sag "{question}" 🌊' } },
      });
      const early = await insert({ createdAt: new Date(1_000), kbids: ['b', 'a'], nuaClientIds: ['c'] });
      expect(await read((tx) => repository.list(account, tx))).toEqual([early, late]);
    });

    it('reach none of others', async () => {
      const row = await insert();
      const theirs = { account: randomUUID(), id: row.id };
      expect(await read((tx) => repository.find(theirs, tx))).toBeUndefined();
      expect(await read((tx) => repository.list(theirs.account, tx))).toEqual([]);
      await run((tx) => repository.update({ ...row, ...theirs, model: 'other' }, tx));
      expect(await run((tx) => repository.delete(theirs, tx))).toBe(false);
      expect(await read((tx) => repository.find(row, tx))).toEqual(row);
    });

    it('change one after the other under a lock', async () => {
      const row = await insert();
      const add = () =>
        run(async (tx) => {
          const before = await repository.find(row, tx, { isLocked: true });
          if (before) await repository.update({ ...before, kbids: [...before.kbids, 'box'] }, tx);
        });
      await Promise.all(Array.from({ length: 6 }, add));
      expect((await read((tx) => repository.find(row, tx)))?.kbids).toHaveLength(6);
    });
  });

  describe('with guardrail policies', () => {
    const repository = new GuardrailPolicyRepository();
    const put = async (members: Partial<GuardrailPolicyEntity> = {}) => {
      const row: GuardrailPolicyEntity = {
        ...{ account, id: randomUUID(), name: 'n', description: '', instruction: '', query: 'q' },
        ...{ enabled: true, blocking: false, ...members },
      };
      await run(async (tx) => {
        await repository.hold(row.account, tx);
        await repository.put(row, tx);
      });
      return row;
    };
    const applying = async (of = account) => (await read((tx) => repository.applying(of, tx))).map(({ id }) => id);

    it('apply those that are enabled and block, in one order', async () => {
      const ids = [await put({ blocking: true }), await put({ blocking: true })].map(({ id }) => id).toSorted();
      await put();
      await put({ blocking: true, enabled: false });
      expect([await applying(), await applying(randomUUID())]).toEqual([ids, []]);
    });

    it('have at most ten that apply, also when several are added at the same time', async () => {
      for (let i = 0; i < 8; i += 1) await put({ blocking: true });
      expect(await succeeding(5, () => put({ blocking: true }))).toBe(2);
      await expect(put({ blocking: true })).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: 'At most 10 guardrail policies are enabled and block',
      });
      const idle = await put();
      await expect(put({ ...idle, blocking: true })).rejects.toMatchObject({ code: 'quota_exceeded' });
      expect(await read((tx) => repository.find(idle, tx))).toEqual(idle);
    });

    it('have a bounded number, and change one when they are full', async () => {
      for (let i = 0; i < 99; i += 1) await put();
      const last = await put();
      await expect(put()).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: 'An account has at most 100 guardrail policies',
      });
      await put({ ...last, name: 'renamed' });
      expect((await read((tx) => repository.find(last, tx)))?.name).toBe('renamed');
    });

    it('say with each configuration whether some apply', async () => {
      const configurations = new LearningConfigurationRepository();
      const guarded = () => read((tx) => configurations.findGuarded({ account, kbid: 'box' }, tx));
      expect(await guarded()).toEqual({ row: undefined, isGuarded: false });
      const { id } = await put({ blocking: true });
      expect((await guarded()).isGuarded).toBe(true);
      expect(await run((tx) => repository.delete({ account: randomUUID(), id }, tx))).toBe(false);
      expect(await run((tx) => repository.delete({ account, id }, tx))).toBe(true);
      expect((await guarded()).isGuarded).toBe(false);
    });
  });

  describe('with the role of a cloud account', () => {
    const repository = new AssumedRoleRepository();
    const start = (externalId: string) => run((tx) => repository.start(account, externalId, tx));
    const find = () => read((tx) => repository.find(account, tx));

    it('have one, which keeps the id that it was started with', async () => {
      const [first, second] = [randomUUID(), randomUUID()];
      await start(first);
      await start(second);
      expect(await find()).toEqual({ account, externalId: first, roleRef: null });
    });

    it('have the same one when two start at the same time', async () => {
      const results = await Promise.allSettled([1, 2, 3].map(() => start(randomUUID())));
      expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
      expect(await find()).toMatchObject({ roleRef: null });
    });

    it('name it once it is started, and forget it', async () => {
      const finish = (role: string) => run((tx) => repository.finish(account, role, tx));
      expect(await finish('arn')).toBe(false);
      await start(randomUUID());
      expect([await finish('arn'), await finish('arn2')]).toEqual([true, true]);
      expect(await find()).toMatchObject({ roleRef: 'arn2' });
      for (let i = 0; i < 2; i += 1) await run((tx) => repository.delete(account, tx));
      expect(await find()).toBeUndefined();
    });
  });
});
