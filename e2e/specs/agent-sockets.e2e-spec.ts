import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionFrame } from '@lectern/contracts/agents';
import { createKnowledgeBoxEphemeralToken } from '@lectern/contracts/knowledge-box';
import { until } from '../harness/client';
import type { SocketOptions } from '../harness/agent-socket';
import { inAllModes } from '../harness/in-modes';
import { deploymentOf, server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
const ASKED = 'Where does the ibex climb?';
const question = { question: ASKED, headers: {}, arguments: {}, chat_history: null, operation: 0, streaming: false };
const operations = (frames: readonly InteractionFrame[]) => frames.map(({ operation }) => operation);
const details = (frames: readonly InteractionFrame[]) => frames.map(({ exception }) => exception?.detail);

inAllModes('a socket of an agent, %s', (mode) => {
  let agent: TestAgent;

  beforeAll(async () => {
    const { client } = await server(mode).createKnowledgeBox();
    agent = await TestAgent.create(client, {});
    await agent.call('POST', '/context', { module: 'static_string', context: FACT });
    await agent.call('POST', '/generation', { module: 'passthrough' });
  });

  it('answers a question frame by frame, and closes', async () => {
    const socket = await agent.socket('/session/ephemeral/ws');
    socket.say(question);
    const frames = await socket.all();
    expect(operations(frames)).toEqual([2, 0, 0, 0, 0, 3]);
    expect(frames.map(({ seqid }) => seqid)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(frames.at(-2)?.answer).toContain('steep rocks');
    expect(await socket.closed).toEqual([1000, '']);
  });

  it('is opened by a token that was made for its session, and by none that was made for another', async () => {
    const { token } = await agent.box.api(createKnowledgeBoxEphemeralToken, { body: { agent_session: 'browser' } });
    const query = { 'eph-token': token };
    const socket = await agent.socket('/session/browser/ws', { headers: {}, query });
    socket.say(question);
    expect((await socket.all()).at(-1)?.operation).toBe(3);
    await expect(agent.socket('/session/other/ws', { headers: {}, query })).rejects.toThrow('403');
    await expect(agent.socket('/session/browser/ws', { headers: {} })).rejects.toThrow('401');
  });

  it('is the same at each of its paths', async () => {
    const workflow = await agent.workflow({ module: 'static_string', context: 'Bees hum.' });
    await agent.call('POST', `/workflow/${workflow}/generation`, { module: 'passthrough' });
    const legacy = `/api/v1/kb/${agent.id}/agent`;
    for (const path of [
      '/session/ephemeral/ws',
      `/workflow/${workflow}/session/ephemeral/ws`,
      `${legacy}/workflow/${workflow}/session/ephemeral/ws`,
      `${legacy}/session/ephemeral/ws`,
    ]) {
      const socket = await agent.socket(path, { query: { workflow_id: workflow } });
      socket.say(question);
      expect((await socket.all()).at(-2)?.answer).toContain('Bees hum.');
    }
  });

  it('creates a missing session, or says that it does not exist', async () => {
    const refused = await agent.socket('/session/absent/ws', { query: { create_session_if_not_exists: false } });
    expect(details(await refused.all())).toEqual(["Session 'absent' does not exist"]);
    expect(await refused.closed).toEqual([1000, '']);
    const made = await agent.socket('/session/made/ws');
    made.say(question);
    await made.all();
    expect(await agent.call('GET', '/session/made')).toMatchObject({ title: 'Session made', slug: 'made' });
    const field = await agent.box.client.send('GET', `/kb/${agent.id}/slug/made/conversation/qas`);
    expect(field.body).toMatchObject({ value: { total: 2 } });
  });

  it('says when there is no such workflow', async () => {
    const socket = await agent.socket('/session/ephemeral/ws', { query: { workflow_id: 'nowhere' } });
    const frames = await socket.all();
    expect(details(frames)).toEqual(['Failed to verify agent configuration: Workflow not found']);
    expect(operations(frames)).toEqual([4]);
  });

  it('takes several questions where it is kept open, and numbers the frames of each', async () => {
    const socket = await agent.socket('/session/ephemeral/ws', { query: { keep_open: true } });
    for (const times of [1, 2]) {
      socket.say(question);
      await socket.untilOperation(3, times);
    }
    expect(socket.frames.map(({ seqid }) => seqid)).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
    socket.say({ question: '', operation: 1 });
    expect(await socket.closed).toEqual([1000, '']);
  });

  it('says what is wrong with a message, and takes the next', async () => {
    const socket = await agent.socket('/session/ephemeral/ws');
    const wrong = [
      {},
      '{',
      [],
      { question: 7 },
      { request_id: 'r', response: 'Yes' },
      { question: 'x'.repeat(20_001) },
    ];
    for (const [index, one] of wrong.entries()) {
      socket.say(one);
      await socket.until(({ length }) => length === index + 1);
    }
    expect(new Set(details(socket.frames))).toEqual(new Set(['Invalid request payload']));
    expect(socket.frames[0]?.exception?.extra).toMatchObject({
      validation_errors: [{ type: 'missing', loc: ['body', 'question'] }],
    });
    socket.say(question);
    expect((await socket.all()).at(-1)?.operation).toBe(3);
  });

  it('lets an interaction be followed again from a frame, at any gateway, and ignores its question', async () => {
    const [first = '', second = first] = deploymentOf(mode).origins;
    const begun = await agent.socket('/session/resumed/ws', {}, first);
    begun.say(question);
    await begun.untilOperation(2);
    begun.client.terminate();
    const resumed = await agent.socket('/session/resumed/ws', { query: { from_cursor: 1 } }, second);
    resumed.say(question);
    expect((await resumed.all()).map(({ seqid }) => seqid)).toEqual([1, 2, 3, 4, 5]);
    const log = async () => {
      const field = await agent.box.client.send('GET', `/kb/${agent.id}/slug/resumed/conversation/qas`);
      return Object(field.body).value?.total === 2 || undefined;
    };
    await until(log, 'the question is in the session once');
    const again = await agent.socket('/session/resumed/ws', { query: { from_cursor: 4, keep_open: true } }, second);
    await again.untilOperation(3);
    again.say(question);
    // Nothing shows that it was ignored.
    await sleep(500);
    again.say({ ...question, question: 'And now?' });
    const frames = await again.untilOperation(3, 2);
    expect(frames.map(({ seqid }) => seqid)).toEqual([4, 5, 0, 1, 2, 3, 4, 5]);
    again.client.close();
  });

  it('runs again where nothing is kept, and where another caller asks', async () => {
    const fresh = await agent.socket('/session/fresh/ws', { query: { from_cursor: 3 } });
    fresh.say(question);
    const [begin, ...answered] = operations(await fresh.all());
    expect([begin, answered.at(-1)]).toEqual([2, 3]);
    const key = await agent.box.key('SMEMBER');
    const headers = { 'x-svc-serviceaccount': `Bearer ${key}` };
    const other = await agent.socket('/session/fresh/ws', { headers, query: { from_cursor: 3 } });
    other.say(question);
    expect((await other.all())[0]?.seqid).toBe(0);
  });

  describe('whose agent asks back', () => {
    const unclear = { ...question, question: 'How tall is that?' };
    let workflow: string;

    beforeAll(async () => {
      const registered_agents = [{ module: 'static_string', context: FACT }];
      const smart = { module: 'smart', registered_agents, enable_user_feedback: true, feedback_timeout: 20_000 };
      workflow = await agent.workflow(smart);
      await agent.call('POST', `/workflow/${workflow}/generation`, { module: 'passthrough' });
    });

    const open = (session: string, query: SocketOptions['query'] = {}) =>
      agent.socket(`/workflow/${workflow}/session/${session}/ws`, { query });

    it('continues with the answer of the user', async () => {
      const socket = await open('asking');
      socket.say(unclear);
      await socket.untilOperation(5);
      const asked = socket.frames.at(-1);
      expect(asked).toMatchObject({ feedback: { module: 'smart', timeout_ms: 20_000, data: null } });
      expect(asked?.agent_request).toBe(asked?.feedback?.request_id);
      for (const [index, wrong] of [unclear, { request_id: 'other', response: 'Yes' }, '{'].entries()) {
        socket.say(wrong);
        await socket.untilOperation(4, index + 1);
      }
      const refused = ['Invalid request payload', 'Unexpected message from user', 'Invalid request payload'];
      expect(details(socket.frames.slice(-3))).toEqual(refused);
      socket.say({ request_id: asked?.agent_request, response: ASKED, op: 'user_response' });
      const frames = await socket.all();
      expect(frames.filter(({ context }) => context?.question.includes(ASKED))).toHaveLength(1);
      expect(frames.at(-2)?.answer).toContain('steep rocks');
      const own = frames.filter(({ operation }) => operation !== 4).map(({ seqid }) => seqid);
      expect(own).toEqual(own.map((_, index) => index));
    });

    it('waits for a client that comes back to answer, and takes the answer of nobody else', async () => {
      const [first = '', second = first] = deploymentOf(mode).origins;
      const path = `/workflow/${workflow}/session/back/ws`;
      const broken = await agent.socket(path, {}, first);
      broken.say(unclear);
      await broken.untilOperation(5);
      const { agent_request: request_id, seqid = 0 } = broken.frames.at(-1) ?? {};
      broken.client.terminate();
      const headers = { 'x-svc-serviceaccount': `Bearer ${await agent.box.key('SMEMBER')}` };
      const other = await agent.socket(path, { headers, query: { from_cursor: 0, keep_open: true } }, second);
      other.say(unclear);
      await other.untilOperation(5);
      other.say({ request_id, response: ASKED });
      expect(details(await other.untilOperation(4)).at(-1)).toBe('Unexpected message from user');
      other.say({ question: '', operation: 1 });
      const back = await agent.socket(path, { query: { from_cursor: seqid } }, second);
      back.say(unclear);
      await back.untilOperation(5);
      back.say({ request_id, response: ASKED });
      expect((await back.all()).at(-2)?.answer).toContain('steep rocks');
    });

    it('refuses messages that it did not ask for, and the interaction continues', async () => {
      const socket = await open('busy');
      socket.say({ ...unclear, streaming: true });
      socket.say(unclear);
      await socket.untilOperation(4);
      expect(details(socket.frames).filter(Boolean)).toEqual(['Unexpected message from user']);
      await socket.untilOperation(5);
      socket.say({ question: '', operation: 1 });
      expect(await socket.closed).toEqual([1000, '']);
      const ended = async () => {
        const later = await open('busy', { from_cursor: 0 });
        later.say({ ...unclear, streaming: true });
        const frames = await later.until((seen) => seen.some(({ operation }) => operation === 5 || operation === 3));
        later.client.close();
        return details(frames).includes('The user ended the interaction') || undefined;
      };
      await until(ended, 'the interaction was ended');
    });

    it('cannot ask over HTTP', async () => {
      const frames = await agent.ask(unclear.question, workflow);
      expect(details(frames.slice(-2))).toEqual(['Elicitation is only supported via websocket', undefined]);
    });
  });
});
