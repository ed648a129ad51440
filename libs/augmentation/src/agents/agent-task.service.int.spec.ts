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

describe('tasks of agents', () => {
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

  describe('that are started', () => {
    it('are for existing and for new resources, which belong together', async () => {
      const { id, name, status } = await start();
      const { running, configs } = await tasks.list(box.kbid, 10);
      expect([name, status]).toEqual(['labeler', 'not_running']);
      expect(configs).toMatchObject([{ id, enabled: true, user_id: 'ann', nua_client_id: null }]);
      expect(running).toMatchObject([{ task_config_id: id, scheduled: false, completed: false, source: 'kbdb' }]);
    });

    it.each([
      ['EXISTING', 1, 0],
      ['NEW', 0, 1],
      ['ALL', 1, 1],
    ] as const)('for %s are %i for existing and %i for new resources', async (apply, requests, configs) => {
      await start({ apply });
      expect((await listed()).map(({ length }) => length)).toEqual([requests, configs, 0]);
    });

    it('are for what the body says, else for what the query says', async () => {
      await start({ apply: 'NEW' }, 'EXISTING');
      expect((await listed())[0]).toEqual([]);
      await start({}, 'EXISTING');
      expect((await listed()).map(({ length }) => length)).toEqual([1, 1, 0]);
    });

    it('are done soon: their box has a job', async () => {
      await start();
      await start();
      const jobs = await world.queue.listWithKeys([`agents:${box.kbid}`]);
      expect(jobs).toMatchObject([{ task: 'workOnAgentTasks', payload: { kbid: box.kbid } }]);
    });

    it('for new resources begin with those that are processed from now on', async () => {
      box.processed.push('a', 'b', 'c');
      const { id } = await start({ apply: 'NEW' });
      expect(await row(id)).toMatchObject({ cursor: '3', kind: 'config' });
    });

    it('for new resources that are not enabled wait until they are', async () => {
      const { id } = await start({ apply: 'NEW', enabled: false });
      expect(await row(id)).toMatchObject({ enabled: false, dueAt: null });
      expect(await world.queue.listWithKeys([`agents:${box.kbid}`])).toEqual([]);
    });

    it('are shown with masks in place of the keys of their model, which are kept sealed', async () => {
      const llm = { model: 'gpt-4o', keys: { openai: { key: 'sk-mine' } } };
      const { id } = await start({ parameters: parametersOf([label], { llm }) });
      const shown = JSON.stringify([await tasks.list(box.kbid, 10), await tasks.inspect(of(id)), await row(id)]);
      expect([shown.includes('sk-mine'), shown.includes('********')]).toEqual([false, true]);
      const { sealed = null } = (await row(id)) ?? {};
      expect(world.secrets.keysOf(box.kbid, sealed)).toEqual(llm.keys);
      const masked = await tasks.patch(
        of(id),
        parametersOf([label], { llm: { ...llm, keys: { openai: { key: '********' } } } }),
      );
      expect(JSON.stringify(masked)).not.toContain('sk-mine');
      expect(world.secrets.keysOf(box.kbid, (await row(id))?.sealed ?? null)).toEqual(llm.keys);
      const other = {
        parameters: parametersOf([label], { llm: { model: 'gpt-4o', keys: { palm: { gemini_key: 'a' } } } }),
      };
      await expect(start(other)).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('say which NUA client started them', async () => {
      const nua = caller({ kind: 'nua', id: 'client' });
      const payload = Object.assign(new StartAgentTaskPayload(), {
        name: 'labeler',
        parameters: parametersOf([label]),
      });
      const { id } = await tasks.start({ kbid: box.kbid, principal: nua }, payload);
      expect((await tasks.inspect(of(id))).config).toMatchObject({ nua_client_id: 'client', account_id: nua.account });
    });

    it('under another name of the guard are the guard', async () => {
      const guard = parametersOf([{ llm_guard: { enabled: true } }]);
      expect(await start({ name: 'llama-guard', parameters: guard })).toMatchObject({ name: 'llm-guard' });
    });

    it('need parameters', async () => {
      await expect(start({ parameters: null })).rejects.toMatchObject({
        code: 'invalid_request',
        message: 'Parameters are required for labeler',
      });
    });

    it('take operations of their name only', async () => {
      await expect(start({ name: 'ask' })).rejects.toThrow('A task named ask takes operations ask, not label');
      const mixed = parametersOf([label, ask('who')]);
      await expect(start({ parameters: mixed })).rejects.toThrow(
        'A task named labeler takes operations label, not ask',
      );
      const idle = parametersOf([label, {}]);
      expect(await start({ parameters: idle })).toMatchObject({ name: 'labeler' });
    });

    it('are on whole fields unless they label', async () => {
      const parameters = parametersOf([ask('who')], { on: 0 });
      await expect(start({ name: 'ask', parameters })).rejects.toThrow('A task named ask must be on 1, whole fields');
      expect(await start({ parameters: parametersOf([label], { on: 0 }) })).toMatchObject({ name: 'labeler' });
    });

    it('are refused for a model that nobody has', async () => {
      const parameters = parametersOf([label], { llm: { model: 'no-such' } });
      await expect(start({ parameters })).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await listed()).toEqual([[], [], []]);
    });

    it('are refused for callers without an account', async () => {
      const nobody = { kbid: box.kbid, principal: caller({ account: undefined }) };
      const payload = Object.assign(new StartAgentTaskPayload(), {
        name: 'labeler',
        parameters: parametersOf([label]),
      });
      await expect(tasks.start(nobody, payload)).rejects.toMatchObject({ code: 'forbidden' });
    });

    it('write fields of their own: no two write the same while both have work', async () => {
      const parameters = parametersOf([ask('who')]);
      const refusal = 'An operation with destination who is already running';
      await expect(start({ name: 'ask', parameters: parametersOf([ask('a'), ask('a')]) })).rejects.toThrow(
        'An operation with destination a is already running',
      );
      const { id } = await start({ name: 'ask', parameters, apply: 'EXISTING' });
      await expect(start({ name: 'ask', parameters })).rejects.toThrow(refusal);
      expect(await listed()).toEqual([[id], [], []]);
      await tasks.stop(of(id));
      await start({ name: 'ask', parameters, apply: 'NEW' });
      await expect(start({ name: 'ask', parameters })).rejects.toThrow(refusal);
    });

    it('write fields of their own, also when both are started at the same time', async () => {
      const one = () => start({ name: 'ask', parameters: parametersOf([ask('who')]), apply: 'NEW' });
      const results = await Promise.allSettled([one(), one(), one()]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await listed())[1]).toHaveLength(1);
    });

    it('in other boxes write the same fields', async () => {
      const parameters = parametersOf([ask('who')]);
      await start({ name: 'ask', parameters });
      [box, tasks] = [new AgentBox(), await world.serviceOf(new AgentBox())];
      expect(await start({ name: 'ask', parameters })).toMatchObject({ name: 'ask' });
    });
  });

  describe('that are started again by the id of a task for new resources', () => {
    it('do what that does, to existing ones', async () => {
      const { id } = await start({ apply: 'NEW' });
      const again = await start({ parameters: undefined, uuid_task: id });
      expect(await row(again.id)).toMatchObject({ kind: 'request', configId: id, name: 'labeler' });
    });

    it('are refused with parameters, or for new resources', async () => {
      const { id } = await start({ apply: 'NEW' });
      await expect(start({ uuid_task: id })).rejects.toThrow('Parameters and uuid_task exclude each other');
      await expect(start({ parameters: null, uuid_task: id, apply: 'ALL' })).rejects.toThrow(
        'With uuid_task, apply must be EXISTING',
      );
    });

    it('are refused for one of another name, of another box, for existing resources, or that is not there', async () => {
      const { id: config } = await start({ apply: 'NEW' });
      const { id: request } = await start({ apply: 'EXISTING' });
      const again = (id: string, name: 'labeler' | 'ask' = 'labeler') =>
        start({ name, parameters: undefined, uuid_task: id });
      const refused = 'for new resources';
      await expect(again(config, 'ask')).rejects.toThrow(refused);
      await expect(again(request)).rejects.toThrow(refused);
      await expect(again(randomUUID())).rejects.toThrow(refused);
      box = new AgentBox();
      await expect(again(config)).rejects.toThrow(`There is no task ${config} named labeler for new resources`);
    });
  });

  it('are at most a thousand in a box, with those that are done', async () => {
    const { id } = await start({ apply: 'EXISTING' });
    const task = await row(id);
    if (!task) throw new Error('The task is gone');
    const many = Array.from({ length: 999 }, () => ({
      ...task,
      id: randomUUID(),
      completedAt: new Date(),
      dueAt: null,
    }));
    await world.rows.add(many);
    await expect(start({ apply: 'EXISTING' })).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'A knowledge box has at most 1000 tasks: delete some',
    });
  });
});
