import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionFrame } from '@lectern/contracts/agents';
import { Client, until } from '../harness/client';
import { AskedMcpClient } from '../harness/mcp-client';
import { inModes } from '../harness/in-modes';
import { Distributed } from '../harness/distributed';
import { TestAgent } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
const LOST = 'Agent has stopped responding. Please, try again.';
const STOP_MS = 10_000;
const asked = { question: 'Where does the ibex climb?' };
const unclear = { question: 'How tall is that?' };
const details = (frames: readonly InteractionFrame[]) => frames.flatMap(({ exception }) => exception?.detail ?? []);

inModes(['distributed-embedded'], 'sockets of agents when something breaks, %s', () => {
  let lectern: Distributed;
  let agent: TestAgent;
  let waiting: string;

  beforeAll(async () => {
    lectern = await Distributed.start({ env: { EMBEDDER: 'lexical' } });
    // A second process of the service: it takes calls as the first does.
    await lectern.startService('agents', 1);
    agent = await TestAgent.create(new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }), {});
    await agent.call('POST', '/context', { module: 'static_string', context: FACT });
    await agent.call('POST', '/generation', { module: 'passthrough' });
    const registered_agents = [{ module: 'static_string', context: FACT }];
    const smart = { module: 'smart', registered_agents, enable_user_feedback: true, feedback_timeout: 60_000 };
    waiting = await agent.workflow(smart);
    await agent.call('POST', `/workflow/${waiting}/generation`, { module: 'passthrough' });
  }, 180_000);
  afterAll(() => lectern.stop());

  const openWaiting = (session: string, query = {}) =>
    agent.socket(`/workflow/${waiting}/session/${session}/ws`, { query });

  it('ends interactions of a process that is killed with one frame, and keeps what was said before', async () => {
    const before = await agent.socket('/session/killed/ws');
    before.say(asked);
    await before.all();
    const socket = await openWaiting('killed');
    socket.say(unclear);
    await socket.untilOperation(5);
    const { seqid = 0 } = socket.frames.at(-1) ?? {};
    for (const instance of [0, 1]) {
      lectern.app('agents', instance).kill();
      await lectern
        .app('agents', instance)
        .ended(STOP_MS)
        .catch(() => undefined);
      await lectern.startService('agents', instance);
    }
    const frames = await socket.all();
    expect(details(frames)).toEqual([LOST]);
    expect(frames.at(-1)).toMatchObject({ operation: 4, seqid: seqid + 1 });
    expect(await socket.closed).toEqual([1000, '']);
    const followed = await openWaiting('killed', { from_cursor: seqid + 1 });
    expect(details(await followed.all())).toEqual([LOST]);
    const field = await agent.box.client.send('GET', `/kb/${agent.id}/slug/killed/conversation/qas`);
    expect(field.body).toMatchObject({ value: { total: 2 } });
    const next = await agent.socket('/session/killed/ws');
    next.say(asked);
    expect((await next.all()).at(-1)?.operation).toBe(3);
  }, 180_000);

  it('tells those that wait why they end when a process stops', async () => {
    const socket = await openWaiting('stopped');
    socket.say(unclear);
    await socket.untilOperation(5);
    await Promise.all([0, 1].map((instance) => lectern.app('agents', instance).stop()));
    expect(details(await socket.all())).toEqual(['The server is stopping. Please, try again.']);
    expect(socket.frames.at(-1)?.operation).toBe(3);
    await Promise.all([0, 1].map((instance) => lectern.startService('agents', instance)));
  }, 180_000);

  it('continue an interaction while NATS is away, for who comes back', async () => {
    const socket = await openWaiting('away');
    socket.say(unclear);
    await socket.untilOperation(5);
    const { agent_request: request_id, seqid = 0 } = socket.frames.at(-1) ?? {};
    await lectern.nats.pause();
    await sleep(5_000);
    await lectern.nats.resume();
    expect(details(await socket.all())).toEqual([LOST]);
    const back = await until(async () => {
      const opened = await openWaiting('away', { from_cursor: seqid }).catch(() => undefined);
      const isThere = await opened?.untilOperation(5).then(
        () => true,
        () => false,
      );
      return isThere ? opened : undefined;
    }, 'the interaction is followed again');
    back.say({ request_id, response: asked.question });
    expect((await back.all()).at(-2)?.answer).toContain('steep rocks');
  }, 180_000);

  it('takes answers over MCP at either process', async () => {
    const path = `/agent/${agent.id}/session/ephemeral/mcp`;
    const user = async () => ({ action: 'accept' as const, content: { response: asked.question } });
    const { mcp, questions } = await AskedMcpClient.connect(agent.box.client, path, user);
    const { tools } = await mcp.listTools();
    const { name = '' } = tools.find(({ name: one }) => one !== 'default') ?? {};
    // Requests go to both in turns, so that answers come to the one that does not run it.
    const results = await Promise.all(Array.from({ length: 8 }, () => mcp.callTool({ name, arguments: unclear })));
    for (const result of results) expect(JSON.stringify(result.content)).toMatch(/\/context\/1\//);
    expect(questions).toHaveLength(8);
    await mcp.close();
  }, 60_000);

  it('survives clients that vanish at each frame, and what is no message', async () => {
    for (let frames = 0; frames < 6; frames += 1) {
      const socket = await agent.socket('/session/vanished/ws');
      socket.say(asked);
      await socket.until(({ length }) => length >= frames);
      socket.client.terminate();
    }
    const large = await agent.socket('/session/ephemeral/ws');
    large.say(JSON.stringify({ question: 'x'.repeat(10 * 1_024 ** 2) }));
    expect((await large.closed)[0]).toBe(1009);
    const binary = await agent.socket('/session/ephemeral/ws');
    binary.client.send(randomBytes(100));
    expect((await binary.closed)[0]).toBe(1003);
    const running = async () => {
      const figures = (await Promise.all([0, 1].map((one) => lectern.metrics('agents', one)))).join('\n');
      const counts = [...figures.matchAll(/^lectern_agent_interactions_running (\d+)/gm)].map(([, count]) => count);
      return counts.join() === '0,0';
    };
    await until(async () => (await running()) || undefined, 'no run is left behind');
    const after = await agent.socket('/session/vanished/ws');
    after.say(asked);
    expect((await after.all()).at(-1)?.operation).toBe(3);
  }, 120_000);
});
