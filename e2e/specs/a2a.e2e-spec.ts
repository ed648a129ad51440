import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callA2aAgent, getA2aAgentCard } from '@lectern/contracts/agents';
import { type Message, Role, SendMessageRequest, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import {
  type Client as A2aClient,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
import { LegacyJsonRpcTransport } from '@a2a-js/sdk/compat/v0_3/client';
import { Client } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent, workflowOf } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
const CLEAR = 'Where does the ibex climb?';
/** No word of it is in the fact. */
const UNCLEAR = 'How tall is that?';

inStandalone('an agent over A2A', (mode) => {
  let agent: TestAgent;
  let a2a: A2aClient;
  let asking: string;

  beforeAll(async () => {
    agent = await TestAgent.create(server(mode));
    await agent.call('POST', '/context', { module: 'static_string', context: FACT });
    await agent.call('POST', '/generation', { module: 'passthrough' });
    const registered_agents = [{ module: 'static_string', context: FACT }];
    const smart = { module: 'smart', registered_agents, enable_user_feedback: true, feedback_timeout: 60_000 };
    asking = await workflowOf(agent, { context: [smart], generation: [{ module: 'passthrough' }] });
    a2a = await connect(agent.box.client);
  });

  const base = () => `${agent.box.client.origin}/api/v1/agent/${agent.id}`;
  const fetchAs =
    (client: Client): typeof fetch =>
    (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...client.credential } });

  /** The protocol's own client. */
  async function connect(client: Client): Promise<A2aClient> {
    const fetchImpl = fetchAs(client);
    const factory = new ClientFactory({
      transports: [new JsonRpcTransportFactory({ fetchImpl })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    });
    return factory.createFromUrl(`${base()}/`, '.well-known/agent-card.json');
  }
  const stranger = async () =>
    new Client(agent.box.client.origin, { 'x-svc-serviceaccount': `Bearer ${await agent.box.key('SMEMBER')}` });
  const request = (text: string, more: object = {}, metadata: object = {}, configuration?: object) =>
    SendMessageRequest.fromJSON({
      message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }], metadata, ...more },
      configuration,
    });
  const taskIn = (sent: Message | Task): Task => {
    if (!('status' in sent)) throw new Error('This is a message');
    return sent;
  };
  const ask = async (...asked: Parameters<typeof request>) => taskIn(await a2a.sendMessage(request(...asked)));
  const textsOf = ({ artifacts }: Task) => artifacts.flatMap(({ parts }) => parts.map(({ content }) => content?.value));
  const stateOf = ({ status }: Task) => status?.state;
  async function all(stream: AsyncIterable<StreamResponse>): Promise<StreamResponse['payload'][]> {
    const events: StreamResponse['payload'][] = [];
    for await (const { payload } of stream) events.push(payload);
    return events;
  }
  const finalState = (events: readonly StreamResponse['payload'][]) => {
    const updates = events.flatMap((event) => (event?.$case === 'statusUpdate' ? [event.value.status?.state] : []));
    return updates.at(-1);
  };

  it('shows a card with its workflows as skills, to those who may ask it', async () => {
    const card = await agent.api(getA2aAgentCard);
    expect(card).toMatchObject({
      url: `${base()}/a2a`,
      supportedInterfaces: [
        { url: `${base()}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: `${base()}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
      skills: [
        { id: 'default', name: 'default', description: 'Default workflow', tags: ['retrieval'] },
        { id: asking },
      ],
    });
    expect((await fetch(`${base()}/.well-known/agent-card.json`)).status).toBe(401);
    expect((await fetch(`${base()}/a2a`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('answers a message with a task that is completed', async () => {
    const task = await ask(CLEAR);
    expect(stateOf(task)).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textsOf(task)[0]).toContain('steep rocks');
    expect(await a2a.getTask({ id: task.id, tenant: '' })).toMatchObject({ id: task.id, artifacts: task.artifacts });
  });

  it('keeps a context as a session', async () => {
    const { contextId } = await ask(CLEAR);
    const second = await ask('And in summer?', { contextId });
    expect(second.contextId).toBe(contextId);
    const log = await agent.box.client.send('GET', `/kb/${agent.id}/resource/${contextId}/conversation/qas`);
    expect(log.body).toMatchObject({ value: { total: 4 } });
    expect((await ask(CLEAR, { contextId: 'ephemeral' })).contextId).toBe('ephemeral');
    await expect(ask(CLEAR, { contextId: randomUUID() })).rejects.toThrow(/[Ss]ession/);
  });

  it('streams steps and the answer', async () => {
    const events = await all(a2a.sendMessageStream(request(CLEAR)));
    expect(events[0]).toMatchObject({ $case: 'task', value: { status: { state: TaskState.TASK_STATE_WORKING } } });
    const artifacts = events.flatMap((event) => (event?.$case === 'artifactUpdate' ? [event.value] : []));
    expect(artifacts.at(-1)).toMatchObject({ append: false, lastChunk: true });
    expect(JSON.stringify(artifacts.at(-1))).toContain('steep rocks');
    expect(finalState(events)).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  it('needs input when it asks back, and continues with the next message', async () => {
    const asked = await ask(UNCLEAR, {}, { workflow_id: asking });
    expect(stateOf(asked)).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(JSON.stringify(asked.status?.message)).toContain(UNCLEAR);
    const other = await connect(await stranger());
    const theirs = request(CLEAR, { taskId: asked.id, contextId: asked.contextId });
    await expect(other.sendMessage(theirs)).rejects.toThrow('Task not found');
    await expect(ask(CLEAR, { taskId: asked.id, contextId: 'other' })).rejects.toThrow('Task not found');
    const answered = await ask(CLEAR, { taskId: asked.id, contextId: asked.contextId });
    expect(answered.id).toBe(asked.id);
    expect(stateOf(answered)).toBe(TaskState.TASK_STATE_COMPLETED);
    await expect(ask(CLEAR, { taskId: asked.id })).rejects.toThrow('does not wait');
  });

  it('works on without those who do not wait, who find out later', async () => {
    const begun = await ask(UNCLEAR, {}, { workflow_id: asking }, { returnImmediately: true });
    expect([TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_INPUT_REQUIRED]).toContain(stateOf(begun));
    const look = () => a2a.getTask({ id: begun.id, tenant: '' });
    while (stateOf(await look()) !== TaskState.TASK_STATE_INPUT_REQUIRED) await sleep(20);
    const following = all(a2a.resubscribeTask({ id: begun.id, tenant: '' }));
    await ask(CLEAR, { taskId: begun.id });
    expect(finalState(await following)).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  it('cancels a task for the one who began it', async () => {
    const { id } = await ask(UNCLEAR, {}, { workflow_id: asking });
    const other = await connect(await stranger());
    const cancel = { id, tenant: '', metadata: undefined };
    await expect(other.cancelTask(cancel)).rejects.toThrow('Task not found');
    expect(stateOf(await a2a.cancelTask(cancel))).toBe(TaskState.TASK_STATE_CANCELED);
    await expect(a2a.cancelTask(cancel)).rejects.toThrow('cannot be canceled');
  });

  it('speaks version 0.3, too', async () => {
    const legacy = new LegacyJsonRpcTransport({ endpoint: `${base()}/a2a`, fetchImpl: fetchAs(agent.box.client) });
    const sent = taskIn(await legacy.sendMessage(request(CLEAR)));
    expect(stateOf(sent)).toBe(TaskState.TASK_STATE_COMPLETED);
    const events = await all(legacy.sendMessageStream(request(CLEAR)));
    expect(finalState(events)).toBe(TaskState.TASK_STATE_COMPLETED);
    const body = {
      jsonrpc: '2.0',
      id: 'a',
      method: 'message/send',
      params: { message: { kind: 'message', messageId: '1', role: 'user', parts: [{ kind: 'text', text: CLEAR }] } },
    };
    const raw = await agent.send('POST', '/a2a', body);
    expect(raw.body).toMatchObject({ id: 'a', result: { kind: 'task', status: { state: 'completed' } } });
  });

  it.each([
    ['no JSON-RPC', { id: 1 }, -32_602],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'Cook', params: {} }, -32_601],
    ['no message', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} }, -32_602],
    [
      'a file',
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: messageOf({ url: 'https://example.org/a.pdf' }) },
      -32_005,
    ],
    [
      'an unknown workflow',
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: messageOf({ text: 'a' }, { workflow_id: 'nowhere' }) },
      -32_602,
    ],
    ['an unknown task', { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: randomUUID() } }, -32_001],
    ['a task that is no id', { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: '../x' } }, -32_001],
    [
      'calls back',
      { jsonrpc: '2.0', id: 1, method: 'GetTaskPushNotificationConfig', params: { taskId: 'a' } },
      -32_003,
    ],
  ])('refuses %s', async (_, body, code) => {
    const answer = await agent.box.client.send('POST', `/agent/${agent.id}/a2a`, { body });
    expect([answer.status, answer.body]).toMatchObject([200, { jsonrpc: '2.0', error: { code } }]);
  });

  it('refuses other versions, and is called like any operation', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'a' } };
    const headers = { 'a2a-version': '7.0' };
    const sent = await agent.box.client.send('POST', `/agent/${agent.id}/a2a`, { body, headers });
    expect(sent.body).toMatchObject({ error: { code: -32_009 } });
    const params = { agent_id: agent.id };
    const replies: unknown[] = [];
    for await (const reply of agent.box.client.api.stream(callA2aAgent, { params, body })) replies.push(reply);
    expect(JSON.stringify(replies)).toContain('-32001');
  });
});

function messageOf(part: object, metadata: object = {}): object {
  return { message: { messageId: '1', role: Role.ROLE_USER, parts: [part], metadata } };
}
