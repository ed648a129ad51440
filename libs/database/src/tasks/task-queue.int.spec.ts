import { task } from '@lectern/contracts/core';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { installTaskSchema, openServiceDatabase, TaskQueue } from '..';

const work = task<{ name: string }>({ name: 'work', attemptsMax: 2, timeoutMs: 2_000 });

describe('TaskQueue', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let queue: TaskQueue;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 2, statementTimeoutMs: 5_000 };
    dataSource = await openServiceDatabase(database.url, { schema: 's', entities: [], migrations: [] }, limits);
    queue = new TaskQueue(dataSource, 's_tasks');
    await installTaskSchema(database.url, queue.schema);
  });
  afterEach(() => dataSource.query('delete from s_tasks.job'));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const names = (jobs: { readonly items: readonly { readonly payload: unknown }[] }) =>
    jobs.items.map(({ payload }) => payload);

  it('replaces a waiting job with the same key', async () => {
    await queue.add(work, { name: 'old' }, { key: 'k' });
    await queue.add(work, { name: 'new' }, { key: 'k' });
    await queue.add(work, { name: 'other' }, { key: 'l' });
    expect(names(await queue.list({}))).toEqual([{ name: 'new' }, { name: 'other' }]);
  });

  it('never puts a waiting job off', async () => {
    const soon = new Date(Date.now() + 60_000);
    await queue.add(work, { name: 'soon' }, { key: 'k', runAt: soon });
    await queue.addAll(work, [{ payload: { name: 'later' }, key: 'k', runAt: new Date(soon.getTime() + 60_000) }]);
    expect((await queue.list({})).items).toMatchObject([{ payload: { name: 'later' }, runAt: soon }]);
  });

  it('lists in pages', async () => {
    for (const name of ['a', 'b', 'c']) await queue.add(work, { name });
    const first = await queue.list({ task: 'work', limit: 2 });
    const second = await queue.list({ task: 'work', limit: 2, cursor: first.cursor });
    expect([names(first), names(second), second.cursor]).toEqual([
      [{ name: 'a' }, { name: 'b' }],
      [{ name: 'c' }],
      undefined,
    ]);
  });

  describe('of one tenant', () => {
    const own = { tenant: 'own', tasks: ['work'] };
    const ids = async () => (await queue.list({})).items.map(({ id }) => id);
    const set = (id: string | undefined, values: string) =>
      dataSource.query(`update s_tasks.job set ${values} where id = $1`, [id]);

    beforeEach(async () => {
      await queue.add(work, { name: 'other' }, { tenant: 'other' });
      const names = ['runs', 'fails', 'first', 'second', 'later'];
      for (const name of names) await queue.add(work, { name }, { tenant: 'own', key: name });
      const [, runs, fails, , second, later] = await ids();
      await set(runs, `locked_by = 'w', attempts = 1`);
      await set(fails, `attempts = 2, last_error = 'No'`);
      await set(second, 'priority = 1');
      await set(later, `run_at = now() + interval '1 hour'`);
    });

    it('tells what runs and what was given up', async () => {
      expect(await queue.listRunning(own)).toMatchObject([
        { payload: { name: 'runs' }, state: 'running', attempts: 1 },
      ]);
      expect(await queue.listGivenUp(own, 10)).toMatchObject([{ payload: { name: 'fails' }, state: 'failed' }]);
      expect(await queue.listGivenUp({ ...own, tasks: ['else'] }, 10)).toEqual([]);
      expect(await queue.listRunning({ ...own, tenant: 'other' })).toEqual([]);
    });

    it('tells what was given up, of all tenants', async () => {
      const [other, , fails] = await ids();
      await set(other, `attempts = 2`);
      const idsBehind = async (after: string, limit: number) =>
        (await queue.listAllGivenUp(['work'], { after, limit })).map(({ id }) => id);
      expect([await idsBehind('0', 10), await idsBehind('0', 1), await idsBehind(other ?? '', 10)]).toEqual([
        [other, fails],
        [other],
        [fails],
      ]);
      expect(await queue.listAllGivenUp(['else'], { after: '0', limit: 10 })).toEqual([]);
    });

    it('finds jobs by their keys', async () => {
      const found = await queue.listWithKeys(['first', 'fails', 'none']);
      expect(found.map(({ state }) => state).sort()).toEqual(['failed', 'waiting']);
    });

    it('tells the place in the line of what may run now', async () => {
      const all = await ids();
      const [, , , first, second] = all;
      const positionsOf = (positionsMax: number) => queue.positions(own, { ids: all, positionsMax });
      expect([...(await positionsOf(10))]).toEqual([
        [first, 1],
        [second, 2],
      ]);
      expect([...(await positionsOf(1))]).toEqual([[first, 1]]);
    });
  });
});
