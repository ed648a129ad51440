import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentSocket } from '../harness/agent-socket';
import { Client, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { Standalone } from '../harness/standalone';
import { TestAgent } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
const ASKED = 'Where does the ibex climb?';
const MIB = 1_024 ** 2;
/** Interactions of a caller at the same time, and its sockets: limits of the guide. */
const OF_CALLER = 100;
/** More than the connection and the buffers of both sides hold. */
const CONTEXTS = { count: 90, chars: 100_000 };
/** Bytes of frames that one interaction keeps, and of those that it is ahead of its reader; all have 9 MB. */
const KEPT_BYTES_MAX = 6 * MIB;

inStandalone('agents of a zone', (mode) => {
  let zone: Standalone;
  let root: Client;
  let agent: TestAgent;

  beforeAll(async () => {
    zone = await Standalone.start({
      env: { EMBEDDER: 'lexical', EGRESS_ALLOW: new URL(server(mode).origin).host },
    });
    root = new Client(zone.origin, { authorization: `Bearer ${zone.token}` });
    agent = await TestAgent.create(root);
  }, 120_000);
  afterAll(() => zone.stop());

  const metric = async (name: string) => {
    const text = await fetch(`${zone.origin}/metrics`).then((answer) => answer.text());
    return Number(new RegExp(`^lectern_${name} (\\d+)`, 'm').exec(text)?.[1]);
  };
  const noneRuns = () =>
    until(async () => (await metric('agent_interactions_running')) === 0 || undefined, 'no interaction runs');

  it('ask a knowledge box of another zone by its key', async () => {
    const elsewhere = await server(mode).createKnowledgeBox();
    await elsewhere.createResource({ title: 'Ibex', texts: { body: { body: FACT } } }, { wait: 'searchable' });
    await agent.addDriver('elsewhere', elsewhere, { url: `${elsewhere.client.origin}/api` });
    const frames = await agent.ask(ASKED, await agent.workflow({ module: 'basic_ask', sources: ['elsewhere'] }));
    expect(frames.flatMap(({ context }) => context?.chunks.map(({ text }) => text) ?? [])).toContain(FACT);
    expect(frames.at(-2)?.answer).toContain('steep rocks');
    // Only the driver leads there: this zone has no such knowledge box.
    expect((await root.send('GET', `/kb/${elsewhere.id}`)).status).toBe(404);
  });

  describe('whose client does not read', () => {
    it('waits for it, keeps few frames, and continues when it reads', async () => {
      const line = (at: number) => `Sentence ${at} of a long text. `;
      const text = Array.from({ length: CONTEXTS.chars / 40 }, (_, at) => line(at)).join('');
      const modules = Array.from({ length: CONTEXTS.count }, (_, at) => ({
        module: 'static_string',
        context: `Text ${at}. ${text}`.slice(0, CONTEXTS.chars),
        prune_context: false,
      }));
      const workflow = await agent.workflow(...modules);
      await agent.call('POST', `/workflow/${workflow}/generation`, { module: 'passthrough' });
      const socket = await agent.socket(`/workflow/${workflow}/session/ephemeral/ws`);
      socket.say({ question: ASKED });
      await socket.untilOperation(2);
      socket.client.pause();
      const keptBytes = await until(async () => {
        const before = await metric('agent_frames_bytes');
        await sleep(1_000);
        const after = await metric('agent_frames_bytes');
        return after > MIB && after === before ? after : undefined;
      }, 'the run waits');
      expect(keptBytes).toBeLessThan(KEPT_BYTES_MAX);
      expect(await metric('agent_interactions_running')).toBe(1);
      socket.client.resume();
      const frames = await socket.all();
      expect(frames.filter(({ context }) => context !== null)).toHaveLength(CONTEXTS.count);
      expect(frames.map(({ seqid }) => seqid)).toEqual(frames.map((_, at) => at));
      await noneRuns();
    }, 120_000);
  });

  describe('asked by one caller more often than it may', () => {
    it('answer 429 over HTTP, and refuse another socket with 429', async () => {
      const waits = { module: 'smart', enable_user_feedback: true, feedback_timeout: 60_000 };
      const registered_agents = [{ module: 'static_string', context: FACT }];
      const workflow = await agent.workflow({ ...waits, registered_agents });
      const path = `/workflow/${workflow}/session/ephemeral`;
      const client = new Client(zone.origin, { 'x-svc-serviceaccount': `Bearer ${await agent.box.key('SMEMBER')}` });
      const caller = agent.as(client);
      const asking = async (): Promise<AgentSocket> => {
        const socket = await caller.socket(`${path}/ws`);
        socket.say({ question: 'How tall is that?' });
        await socket.untilOperation(5);
        return socket;
      };
      const sockets = await Promise.all(Array.from({ length: OF_CALLER }, asking));
      const refused = await caller.send('POST', '/session/ephemeral', { question: ASKED });
      expect(refused.status).toBe(429);
      const message = `The caller has ${OF_CALLER} interactions that run`;
      expect(refused.body).toMatchObject({ detail: { message, try_after: expect.any(Number) } });
      await expect(caller.socket(`${path}/ws`)).rejects.toThrow('429');
      // Others are not concerned.
      expect((await agent.ask(ASKED)).at(-1)?.operation).toBe(3);
      for (const socket of sockets) socket.say({ question: '', operation: 1 });
      await Promise.all(sockets.map(({ closed }) => closed));
      await noneRuns();
      expect((await caller.ask(ASKED)).at(-1)?.operation).toBe(3);
    }, 120_000);
  });
});
