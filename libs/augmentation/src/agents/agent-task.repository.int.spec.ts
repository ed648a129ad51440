import { randomUUID } from 'node:crypto';
import { AgentTaskEntity } from './agent-task.entity';
import { AgentTaskRepository } from './agent-task.repository';
import { openAgentWorld } from './agent-world.fixture';
import { JsonWriter } from './json-writer.fixture';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

describe('rows of tasks of agents', () => {
  const repository = new AgentTaskRepository();
  let world: Awaited<ReturnType<typeof openAgentWorld>>;
  let kbid: string;

  beforeAll(async () => {
    world = await openAgentWorld(new JsonWriter(() => ({})));
  });
  beforeEach(() => (kbid = randomUUID()));
  afterAll(() => world.close());

  const run = <T>(work: Parameters<typeof world.transactions.run<T>>[0]) => world.transactions.run(work);
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);

  function taskOf(members: Partial<AgentTaskEntity> = {}): AgentTaskEntity {
    const tally = { progress: null, report: null, sealed: null };
    const unset = {
      ...tally,
      scheduledAt: null,
      completedAt: null,
      stoppedAt: null,
      failedAt: null,
      log: null,
      lease: null,
    };
    return {
      ...unset,
      id: randomUUID(),
      kbid,
      account: randomUUID(),
      kind: 'request',
      name: 'labeler',
      parameters: {},
      configId: null,
      cleanupOf: null,
      nuaClient: null,
      startedBy: 'me',
      enabled: true,
      created: new Date(),
      retries: 0,
      report: null,
      cursor: '',
      dueAt: inHours(-1),
      ...members,
    };
  }
  async function add(...some: readonly Partial<AgentTaskEntity>[]) {
    const tasks = some.map(taskOf);
    await run((tx) => repository.insert(tasks, tx));
    return tasks.map(({ id }) => id);
  }
  const find = async (id: string, box = kbid) => read((tx) => repository.find(box, id, tx));
  const begin = async (lease: string, box = kbid) => (await run((tx) => repository.begin(box, lease, tx))).toSorted();
  const released = (id: string, members: object = {}) => ({
    id,
    cursor: 'b',
    retries: 0,
    log: null,
    dueAt: null,
    ...members,
  });

  it('are read as they were stored, in any script', async () => {
    const parameters = { name: 'Täg 🌊', deep: { list: [null, 1.5, '"\\'] } };
    const task = taskOf({ parameters, log: 'a\nb', nuaClient: 'client' });
    await run((tx) => repository.insert([task], tx));
    expect(await find(task.id)).toEqual(task);
  });

  it('are none where none is inserted', async () => {
    await run((tx) => repository.insert([], tx));
    expect(await read((tx) => repository.list(kbid, tx))).toEqual([]);
  });

  it('of other boxes are neither found, changed nor deleted', async () => {
    const [id = ''] = await add({});
    const stranger = randomUUID();
    expect(await find(id, stranger)).toBeUndefined();
    await run((tx) => repository.update({ kbid: stranger, id }, { log: 'x' }, tx));
    await run((tx) => repository.delete(stranger, id, tx));
    await run((tx) => repository.deleteOfBox(stranger, tx));
    expect(await begin(randomUUID(), stranger)).toEqual([]);
    expect(await find(id)).toMatchObject({ log: null, lease: null });
  });

  it('are listed newest first, those of the same instant by id', async () => {
    const created = new Date(1_000);
    const same = await add({ created }, { created });
    const [newer = ''] = await add({ created: new Date(2_000) });
    const ids = (await read((tx) => repository.list(kbid, tx))).map(({ id }) => id);
    expect(ids).toEqual([newer, ...same.toSorted()]);
  });

  it('for new resources that are enabled are listed oldest first, all or those that are named', async () => {
    const config = { kind: 'config' } as const;
    const [late = '', early = '', off = '', request = ''] = await add(
      { ...config, created: new Date(2_000) },
      { ...config, created: new Date(1_000) },
      { ...config, enabled: false },
      {},
    );
    const ids = async (...named: readonly string[]) =>
      (await read((tx) => repository.listEnabled(kbid, tx, named.length > 0 ? named : undefined))).map(({ id }) => id);
    expect([await ids(), await ids(late, off, request)]).toEqual([[early, late], [late]]);
    expect(await read((tx) => repository.listEnabled(kbid, tx, []))).toEqual([]);
  });

  describe('in turns', () => {
    it('begin with the one that waits longest, when it is due', async () => {
      const [first = ''] = await add(
        { dueAt: inHours(-2), cursor: 'a' },
        { dueAt: inHours(-1) },
        { dueAt: inHours(1) },
      );
      const lease = randomUUID();
      expect(await begin(lease)).toEqual([first]);
      const task = await find(first);
      expect(task).toMatchObject({ lease, scheduledAt: expect.any(Date) });
      expect(task?.dueAt?.getTime()).toBeGreaterThan(inHours(1).getTime());
    });

    it('are none where none is due', async () => {
      await add({ dueAt: inHours(1) }, { dueAt: null });
      expect(await begin(randomUUID())).toEqual([]);
    });

    it('take those along that read the same resources from the same place on', async () => {
      const same = await add({ cursor: 'a', dueAt: inHours(-3) }, { cursor: 'a' });
      await add({ cursor: 'b' }, { kind: 'config', cursor: 'a' }, { cursor: 'a', cleanupOf: randomUUID() });
      expect(await begin(randomUUID())).toEqual(same.toSorted());
    });

    it('take all along that are for new resources, wherever they are in the feed', async () => {
      const configs = await add(
        { kind: 'config', cursor: 'a', dueAt: inHours(-3) },
        { kind: 'config', cursor: 'b' },
        { kind: 'config', cursor: 'c' },
      );
      await add({});
      expect(await begin(randomUUID())).toEqual(configs.toSorted());
    });

    it('that remove what another one wrote are alone', async () => {
      const [cleanup = ''] = await add({ cleanupOf: randomUUID(), dueAt: inHours(-3) }, {}, {});
      expect(await begin(randomUUID())).toEqual([cleanup]);
    });

    it('are not more together than work well together', async () => {
      await add(...Array.from({ length: 70 }, () => ({})));
      expect(await begin(randomUUID())).toHaveLength(64);
    });

    it('that a process left behind are taken over by the next, and the first no longer stores anything', async () => {
      const [id = ''] = await add({ cursor: 'a' });
      const [lost, next] = [randomUUID(), randomUUID()];
      await begin(lost);
      expect(await begin(next)).toEqual([id]);
      const kept = { id, cursor: 'z', retries: 0, log: null };
      expect(await run((tx) => repository.keep(lost, [kept], tx))).toEqual(new Set());
      await run((tx) => repository.release(lost, [released(id)], tx));
      expect(await find(id)).toMatchObject({ cursor: 'a', lease: next });
      expect(await run((tx) => repository.keep(next, [kept], tx))).toEqual(new Set([id]));
      expect(await read((tx) => repository.listLeased([id], lost, tx))).toEqual([]);
      expect(await read((tx) => repository.listLeased([id, randomUUID()], next, tx))).toMatchObject([{ id }]);
    });

    it('keep nothing any more of a task that was stopped', async () => {
      const [id = ''] = await add({});
      const lease = randomUUID();
      await begin(lease);
      await run((tx) => repository.update({ kbid, id }, { stoppedAt: new Date() }, tx));
      expect(await run((tx) => repository.keep(lease, [{ id, cursor: 'z', retries: 0, log: null }], tx))).toEqual(
        new Set(),
      );
      expect((await find(id))?.cursor).toBe('');
    });

    it('end with what became of each task', async () => {
      const [done = '', failed = '', later = ''] = await add({}, {}, {});
      const lease = randomUUID();
      await begin(lease);
      const [at, due] = [new Date(5_000), inHours(2)];
      await run((tx) =>
        repository.release(
          lease,
          [
            released(done, { completedAt: at }),
            released(failed, { failedAt: at, retries: 8, log: 'It broke' }),
            released(later, { dueAt: due }),
          ],
          tx,
        ),
      );
      expect(await find(done)).toMatchObject({
        lease: null,
        cursor: 'b',
        completedAt: at,
        failedAt: null,
        dueAt: null,
      });
      expect(await find(failed)).toMatchObject({ failedAt: at, completedAt: null, retries: 8, log: 'It broke' });
      expect(await find(later)).toMatchObject({ lease: null, dueAt: due, completedAt: null });
    });

    it('of no tasks end without a statement', async () => {
      await run((tx) => repository.release(randomUUID(), [], tx));
      expect(await read((tx) => repository.nextDue(kbid, tx))).toBeUndefined();
    });
  });

  describe('that are nudged', () => {
    it('are due now, those for new resources that wait', async () => {
      const [config = '', off = '', request = ''] = await add(
        { kind: 'config', dueAt: inHours(1) },
        { kind: 'config', dueAt: null },
        { dueAt: inHours(1) },
      );
      expect(await run((tx) => repository.nudge(kbid, tx))).toBe(true);
      expect(((await find(config))?.dueAt?.getTime() ?? Infinity) <= Date.now() + 1_000).toBe(true);
      expect((await find(off))?.dueAt).toBeNull();
      expect(((await find(request))?.dueAt?.getTime() ?? 0) > Date.now()).toBe(true);
      expect(await run((tx) => repository.nudge(kbid, tx))).toBe(false);
      expect(await run((tx) => repository.nudge(randomUUID(), tx))).toBe(false);
    });

    it('during their run are due again at once, whenever the run wanted to look again', async () => {
      const [id = ''] = await add({ kind: 'config' });
      const lease = randomUUID();
      await begin(lease);
      await run((tx) => repository.nudge(kbid, tx));
      await run((tx) => repository.release(lease, [released(id, { dueAt: inHours(1) })], tx));
      expect(((await find(id))?.dueAt?.getTime() ?? Infinity) <= Date.now() + 1_000).toBe(true);
    });
  });

  it('say when work on their box is due next, and which boxes have some', async () => {
    const due = inHours(-5);
    await add({ dueAt: inHours(3) }, { dueAt: due }, { dueAt: null });
    expect(await read((tx) => repository.nextDue(kbid, tx))).toEqual(due);
    const page = (after: string, limit: number) => read((tx) => repository.listDueBoxes({ after, limit }, tx));
    const all = await page('00000000-0000-0000-0000-000000000000', 1_000);
    expect(all.find((one) => one.kbid === kbid)).toEqual({ kbid, due });
    expect(all.map((one) => one.kbid)).toEqual(all.map((one) => one.kbid).toSorted());
    expect((await page(kbid, 1_000)).some((one) => one.kbid === kbid)).toBe(false);
    expect(await page('00000000-0000-0000-0000-000000000000', 1)).toHaveLength(1);
  });

  it('that two add at the same time are not more than a box may have', async () => {
    const many = Array.from({ length: 999 }, () => taskOf());
    await run((tx) => repository.insert(many, tx));
    const results = await Promise.allSettled([1, 2, 3].map(() => add({})));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.dataSource.manager.countBy(AgentTaskEntity, { kbid })).toBe(1_000);
  });
});
