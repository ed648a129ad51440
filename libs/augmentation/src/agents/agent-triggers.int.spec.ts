import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validate } from '@lectern/contracts/core';
import { AgentParameters, type AgentTriggerCall, StartAgentTaskPayload } from '@lectern/contracts/understanding';
import type { TaskRun } from '@lectern/database';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { foundNothing } from './agent-findings';
import { AgentTriggerTask } from './agent-trigger.task';
import { AgentTriggers } from './agent-triggers';
import { AgentBox, caller, openAgentWorld } from './agent-world.fixture';
import { JsonWriter } from './json-writer.fixture';

const rid = 'a'.repeat(32);
const sea = { ...foundNothing, classifications: [{ labelset: 'topic', label: 'sea' }] };

describe('triggers of a task', () => {
  let world: Awaited<ReturnType<typeof openAgentWorld>>;
  let server: Server;
  let egress: Egress;
  let site: string;
  let box: AgentBox;
  let triggers: AgentTriggers;
  let calls: { url: string; headers: IncomingHttpHeaders; body: unknown }[];
  let statuses: number[];

  beforeAll(async () => {
    world = await openAgentWorld(new JsonWriter(() => ({})));
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      calls.push({ url: request.url ?? '', headers: request.headers, body });
      response.statusCode = statuses.shift() ?? 204;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    site = `http://127.0.0.1:${port}/hook`;
    egress = new Egress(new Guard(new AllowList([`127.0.0.1:${port}`])));
  });
  beforeEach(() => {
    box = new AgentBox();
    triggers = new AgentTriggers(world.queue);
    [calls, statuses] = [[], []];
  });
  afterAll(async () => {
    server.close();
    await world.close();
  });

  async function started() {
    const hook = { url: `${site}?from=here`, headers: { authorization: 'Bearer me' }, params: { key: 'mine' } };
    const parameters = validate(AgentParameters, {
      name: 'mine',
      on: 1,
      operations: [{ label: { ident: 'topic', triggers: [hook] } }],
    });
    const tasks = await world.serviceOf(box);
    const payload = Object.assign(new StartAgentTaskPayload(), { name: 'labeler', parameters, apply: 'NEW' });
    const { id } = await tasks.start({ kbid: box.kbid, principal: caller() }, payload);
    const task = await world.rows.find(box.kbid, id);
    if (!task) throw new Error('The task is gone');
    return task;
  }
  const parametersOf = (task: { readonly parameters: object }) => validate(AgentParameters, task.parameters);
  const jobs = async () => (await world.queue.list({ task: 'deliverAgentTrigger' })).items;
  const queued = async () => (await jobs()).map(({ payload }) => payload as AgentTriggerCall);
  const deliver = async (call: AgentTriggerCall, attempt = 1) => {
    const run = { attempt, attemptsMax: 5, signal: new AbortController().signal };
    // The members of a run that it uses.
    await new AgentTriggerTask(world.rows, world.secrets, egress).run(call, run as TaskRun);
  };
  const foundIn = (id: string) => ({ letter: 't', id, byOperation: [sea] });

  it('are called with what was found in each field, with their headers and parameters', async () => {
    const task = await started();
    await triggers.send(task, parametersOf(task), { rid, fields: [foundIn('body')] });
    const [call] = (await queued()).filter(({ kbid }) => kbid === box.kbid);
    if (!call) throw new Error('Nothing is queued');
    expect(JSON.stringify(await jobs())).not.toContain('Bearer me');
    await deliver(call);
    expect(calls).toEqual([
      {
        url: '/hook?from=here&key=mine',
        headers: expect.objectContaining({ authorization: 'Bearer me', 'content-type': 'application/json' }),
        body: {
          kbid: box.kbid,
          task_id: task.id,
          task_name: 'labeler',
          rid,
          field_id: 't/body',
          payload: { labels: [{ labels: ['topic/sea'] }], entities: null, relations: null, asks: null, qas: null },
        },
      },
    ]);
  });

  it('that do not answer with success are called again, and given up after the last attempt', async () => {
    const task = await started();
    await triggers.send(task, parametersOf(task), { rid, fields: [foundIn('body')] });
    const [call] = (await queued()).filter(({ kbid }) => kbid === box.kbid);
    if (!call) throw new Error('Nothing is queued');
    statuses.push(500, 500);
    await expect(deliver(call)).rejects.toThrow('It answered 500');
    await deliver(call, 5);
    expect(calls).toHaveLength(2);
  });

  it('of a deleted task are not called any more', async () => {
    const task = await started();
    await triggers.send(task, parametersOf(task), { rid, fields: [foundIn('body')] });
    const [call] = (await queued()).filter(({ kbid }) => kbid === box.kbid);
    if (!call) throw new Error('Nothing is queued');
    await world.rows.delete(box.kbid, task.id);
    await deliver(call);
    expect(calls).toEqual([]);
  });

  it('that feed themselves are called 20 times an hour for a resource, and the task says so', async () => {
    const task = await started();
    const said: string[] = [];
    for (let nth = 0; nth < 25; nth += 1) {
      const fields = [foundIn(`body${nth}`)];
      said.push(...(await triggers.send(task, parametersOf(task), { rid, fields })));
    }
    const own = (await queued()).filter(({ kbid }) => kbid === box.kbid);
    expect([own.length, said.length]).toEqual([20, 5]);
    expect(said[0]).toContain(`${rid}: triggers were called 20 times within an hour`);
    const other = await triggers.send(task, parametersOf(task), { rid: 'b'.repeat(32), fields: [foundIn('body')] });
    expect(other).toEqual([]);
  });

  it('of a resource with many fields are all called the first time', async () => {
    const task = await started();
    const fields = Array.from({ length: 30 }, (_, nth) => foundIn(`body${nth}`));
    expect(await triggers.send(task, parametersOf(task), { rid, fields })).toEqual([]);
    expect((await queued()).filter(({ kbid }) => kbid === box.kbid)).toHaveLength(30);
  });
});
