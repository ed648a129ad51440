import { randomUUID } from 'node:crypto';
import { validate } from '@lectern/contracts/core';
import { AgentParameters, StartAgentTaskPayload } from '@lectern/contracts/understanding';
import type { AgentTaskService } from './agent-task.service';
import { AgentBox, caller, openAgentWorld } from './agent-world.fixture';
import { JsonWriter } from './json-writer.fixture';

const label = { label: { ident: 'topic', labels: [{ label: 'sea' }] } };
const ask = (destination: string) => ({ ask: { question: 'Who?', destination } });

function parametersOf(operations: readonly object[], members: object = {}): AgentParameters {
  return validate(AgentParameters, { name: 'mine', on: 1, operations, ...members });
}

describe('started tasks of agents', () => {
  let world: Awaited<ReturnType<typeof openAgentWorld>>;
  let box: AgentBox;
  let tasks: AgentTaskService;
  const principal = caller();

  beforeAll(async () => {
    world = await openAgentWorld(new JsonWriter(() => ({})));
  });
  beforeEach(async () => {
    box = new AgentBox();
    tasks = await world.serviceOf(box);
  });
  afterAll(() => world.close());

  const call = () => ({ kbid: box.kbid, principal });
  const of = (id: string) => ({ ...call(), id });
  const start = (members: Partial<StartAgentTaskPayload> = {}, apply?: 'EXISTING' | 'NEW' | 'ALL') =>
    tasks.start(
      call(),
      Object.assign(new StartAgentTaskPayload(), { name: 'labeler', parameters: parametersOf([label]), ...members }),
      apply,
    );
  const row = async (id: string) => world.rows.find(box.kbid, id);
  const listed = async () => {
    const { running, configs, done } = await tasks.list(box.kbid, 10);
    return [running, configs, done].map((some) => some.map(({ id }) => id));
  };
  /** As if its work had ended. */
  const complete = (id: string) =>
    world.rows.change({ kbid: box.kbid, id }, () => ({ completedAt: new Date(), dueAt: null }));

  describe('that are listed', () => {
    it('are newest first, and of those that are done as many as wanted', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 3; i += 1) ids.push((await start({ apply: 'EXISTING' })).id);
      for (const [at, id] of ids.entries())
        await world.rows.change({ kbid: box.kbid, id }, () => ({ created: new Date(1_000 * at) }));
      expect((await listed())[0]).toEqual(ids.toReversed());
      for (const id of ids) await complete(id);
      expect((await tasks.list(box.kbid, 2)).done.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 2));
      expect((await tasks.list(box.kbid, 0)).done).toEqual([]);
    });

    it('come with the kinds of tasks that there are, and what they take', async () => {
      const { tasks: kinds } = await tasks.list(box.kbid, 0);
      expect(kinds.map(({ name }) => name)).toEqual([
        'labeler',
        'llm-graph',
        'synthetic-questions',
        'ask',
        'extract',
        'prompt-guard',
        'llm-guard',
        'memory',
        'semantic-model-migrator',
        'llm-align',
        'dummy',
        'env',
        'demo-dataset',
      ]);
      expect(kinds[8]).toMatchObject({ data_augmentation: false, validation: { required: ['semantic_model_id'] } });
      expect(kinds[10]).toMatchObject({ can_cleanup: false, validation: null });
      expect(kinds[0]).toMatchObject({
        data_augmentation: true,
        can_cleanup: true,
        validation: { type: 'object', required: expect.arrayContaining(['name', 'operations']) },
      });
    });

    it('are those of the box', async () => {
      await start();
      expect(await tasks.list(randomUUID(), 10)).toMatchObject({ running: [], configs: [], done: [] });
    });
  });

  describe('that are looked at', () => {
    it('are for existing or for new resources', async () => {
      const { id: config } = await start({ apply: 'NEW' });
      const { id: request } = await start({ apply: 'EXISTING' });
      expect(await tasks.inspect(of(config))).toMatchObject({ request: null, config: { id: config } });
      expect(await tasks.inspect(of(request))).toMatchObject({ request: { id: request }, config: null });
    });

    it.each([randomUUID(), 'no id', ''])('are neither where %j is none', async (id) => {
      expect(await tasks.inspect(of(id))).toEqual({ request: null, config: null });
    });

    it('of other boxes are neither', async () => {
      const { id } = await start();
      expect(await tasks.inspect({ ...call(), kbid: randomUUID(), id })).toEqual({ request: null, config: null });
    });
  });

  describe('that are stopped', () => {
    it('are not worked on any more, and can be stopped again', async () => {
      const { id } = await start({ apply: 'EXISTING' });
      expect(await tasks.stop(of(id))).toMatchObject({ id, status: 'not_running' });
      const stopped = await row(id);
      expect(stopped).toMatchObject({ dueAt: null, lease: null, stoppedAt: expect.any(Date) });
      await tasks.stop(of(id));
      expect(await row(id)).toEqual(stopped);
    });

    it('after they were done stay done', async () => {
      const { id } = await start({ apply: 'EXISTING' });
      await complete(id);
      await tasks.stop(of(id));
      expect((await tasks.inspect(of(id))).request).toMatchObject({ completed: true, stopped: false });
    });

    it('are for existing resources', async () => {
      const { id } = await start({ apply: 'NEW' });
      for (const other of [id, randomUUID(), 'no id'])
        await expect(tasks.stop(of(other))).rejects.toMatchObject({
          code: 'not_found',
          message: 'Task request not found',
        });
    });
  });

  describe('that are restarted', () => {
    it('begin from the first resource, as if they were new', async () => {
      const { id } = await start({ apply: 'EXISTING' });
      await world.rows.change({ kbid: box.kbid, id }, () => ({
        cursor: 'f',
        retries: 3,
        log: 'It broke',
        failedAt: new Date(),
        scheduledAt: new Date(),
        dueAt: null,
      }));
      expect(await tasks.restart(of(id))).toMatchObject({ id, status: 'not_running' });
      expect(await row(id)).toMatchObject({
        cursor: '',
        retries: 0,
        log: null,
        failedAt: null,
        scheduledAt: null,
        completedAt: null,
        stoppedAt: null,
        dueAt: expect.any(Date),
      });
    });

    it('write fields of their own: not those that another one has taken since', async () => {
      const parameters = parametersOf([ask('who')]);
      const { id } = await start({ name: 'ask', parameters, apply: 'EXISTING' });
      await tasks.stop(of(id));
      const { id: other } = await start({ name: 'ask', parameters, apply: 'EXISTING' });
      await expect(tasks.restart(of(id))).rejects.toThrow('An operation with destination who is already running');
      expect((await tasks.inspect(of(id))).request).toMatchObject({ stopped: true });
      await tasks.stop(of(other));
      expect(await tasks.restart(of(id))).toMatchObject({ id });
    });

    it('are for existing resources of this box', async () => {
      const { id } = await start({ apply: 'NEW' });
      await expect(tasks.restart(of(id))).rejects.toThrow('Task request not found');
      const { id: request } = await start({ apply: 'EXISTING' });
      const elsewhere = { ...call(), kbid: randomUUID(), id: request };
      await expect(tasks.restart(elsewhere)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('that are changed', () => {
    it('do something else to new resources', async () => {
      const { id } = await start({ apply: 'NEW' });
      const parameters = parametersOf([label], { name: 'renamed', on: 0 });
      expect(await tasks.patch(of(id), parameters)).toMatchObject({ id, parameters: { name: 'renamed', on: 0 } });
    });

    it('write fields of their own: not those of another one', async () => {
      const { id } = await start({ name: 'ask', parameters: parametersOf([ask('who')]) });
      await start({ name: 'ask', parameters: parametersOf([ask('where')]) });
      const taken = parametersOf([ask('who'), ask('where')]);
      await expect(tasks.patch(of(id), taken)).rejects.toMatchObject({
        code: 'invalid_request',
        message: 'An operation with destination where is already running',
      });
      expect(await tasks.patch(of(id), parametersOf([ask('who'), ask('when')]))).toMatchObject({ id });
      const twice = parametersOf([ask('why'), ask('why')]);
      await expect(tasks.patch(of(id), twice)).rejects.toThrow('destination why is already running');
    });

    it('are checked as those that are started', async () => {
      const { id } = await start({ apply: 'NEW' });
      await expect(tasks.patch(of(id), parametersOf([ask('who')]))).rejects.toThrow('takes operations label, not ask');
      const model = parametersOf([label], { llm: { model: 'no-such' } });
      await expect(tasks.patch(of(id), model)).rejects.toMatchObject({ code: 'invalid_request' });
      expect((await tasks.inspect(of(id))).config).toMatchObject({ parameters: { name: 'mine' } });
    });

    it('are for new resources', async () => {
      const { id } = await start({ apply: 'EXISTING' });
      for (const other of [id, randomUUID(), 'no id'])
        await expect(tasks.patch(of(other), parametersOf([label]))).rejects.toMatchObject({
          code: 'not_found',
          message: 'Task config not found',
        });
    });
  });

  describe('that are enabled', () => {
    it('take up resources from then on, and none that were processed before', async () => {
      const { id } = await start({ apply: 'NEW', enabled: false });
      box.processed.push('a', 'b');
      expect(await tasks.enable(of(id), { enabled: true })).toBeNull();
      expect(await row(id)).toMatchObject({ enabled: true, cursor: '2', dueAt: expect.any(Date) });
    });

    it('and are already keep their place in the feed', async () => {
      const { id } = await start({ apply: 'NEW' });
      box.processed.push('a', 'b');
      await tasks.enable(of(id), { enabled: true });
      expect(await row(id)).toMatchObject({ cursor: '0' });
    });

    it('no more are left alone at once', async () => {
      const { id } = await start({ apply: 'NEW' });
      await tasks.enable(of(id), { enabled: false });
      expect(await row(id)).toMatchObject({ enabled: false, dueAt: null, lease: null });
    });

    it('are for new resources', async () => {
      const { id } = await start({ apply: 'EXISTING' });
      await expect(tasks.enable(of(id), { enabled: false })).rejects.toThrow('Task config not found');
    });
  });

  describe('that are deleted', () => {
    it('are gone; those that are gone can be deleted', async () => {
      const { id } = await start({ apply: 'NEW' });
      for (let i = 0; i < 2; i += 1) expect(await tasks.delete(of(id), false)).toBeNull();
      expect(await listed()).toEqual([[], [], []]);
      expect(await tasks.delete(of('no id'), true)).toBeNull();
    });

    it('must not have work that is left', async () => {
      const { id } = await start({ apply: 'EXISTING' });
      await expect(tasks.delete(of(id), false)).rejects.toMatchObject({
        code: 'invalid_request',
        message: 'The task is running: it must be stopped before it is deleted',
      });
      await tasks.stop(of(id));
      await tasks.delete(of(id), false);
      expect(await row(id)).toBeUndefined();
    });

    it('take along what they wrote, if that is wanted, by a task that removes it', async () => {
      const { id } = await start({ apply: 'NEW' });
      await tasks.delete(of(id), true);
      expect((await tasks.list(box.kbid, 10)).running).toMatchObject([{ cleanup_parent_task_id: id }]);
    });

    it('take along what they wrote also when only that is known of them', async () => {
      const id = randomUUID();
      box.puts.push({ kbid: box.kbid, rid: 'r', findings: [{ task: id, fields: [] }] });
      await tasks.delete(of(id), true);
      expect((await tasks.list(box.kbid, 10)).running).toMatchObject([{ cleanup_parent_task_id: id }]);
      await tasks.delete(of(randomUUID()), true);
      expect((await tasks.list(box.kbid, 10)).running).toHaveLength(1);
    });

    it('of other boxes stay', async () => {
      const { id } = await start({ apply: 'NEW' });
      await tasks.delete({ ...call(), kbid: randomUUID(), id }, false);
      expect(await row(id)).toBeDefined();
    });
  });

  describe('whose results are removed', () => {
    it('are named by the task that removes them, which is that for new resources where both belong together', async () => {
      const { id: config } = await start();
      const [[request = ''] = []] = await listed();
      expect(await tasks.cleanup(of(request))).toMatchObject({
        request: { cleanup_parent_task_id: config },
        config: null,
      });
      expect(await tasks.cleanup(of(config))).toMatchObject({
        request: { cleanup_parent_task_id: config },
        config: { id: config },
      });
    });

    it('are known by a task or by what it wrote', async () => {
      for (const id of [randomUUID(), 'no id'])
        await expect(tasks.cleanup(of(id))).rejects.toMatchObject({ code: 'not_found', message: 'Task not found' });
      const id = randomUUID();
      box.puts.push({ kbid: box.kbid, rid: 'r', findings: [{ task: id, fields: [] }] });
      expect(await tasks.cleanup(of(id))).toMatchObject({ request: { cleanup_parent_task_id: id }, config: null });
    });
  });

  describe('of a box that is deleted', () => {
    it('are gone with their job, and those of other boxes stay', async () => {
      const { id } = await start();
      const other = new AgentBox();
      const kept = await (
        await world.serviceOf(other)
      ).start(
        { kbid: other.kbid, principal },
        Object.assign(new StartAgentTaskPayload(), { name: 'labeler', parameters: parametersOf([label]) }),
      );
      for (let i = 0; i < 2; i += 1) await tasks.purge(box.kbid);
      expect(await row(id)).toBeUndefined();
      expect(await world.queue.listWithKeys([`agents:${box.kbid}`])).toEqual([]);
      expect(await world.rows.find(other.kbid, kept.id)).toBeDefined();
    });

    it('are none of a box that is named by anything but an id', async () => {
      await tasks.purge('no id');
      expect(await tasks.list(box.kbid, 1)).toMatchObject({ running: [] });
    });
  });
});
