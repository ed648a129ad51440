import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../harness/client';
import { AskedMcpClient, type Elicited, type McpUser } from '../harness/mcp-client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
/** No word of it is in the fact. */
const UNCLEAR = 'How tall is that?';
const CLEAR = 'Where does the ibex climb?';
/** The context of another search. */
const SEARCHED_AGAIN = /\/context\/1\//;
const JSON_AND_EVENTS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Answer {
  readonly status: number;
  readonly session: string | null;
  readonly text: string;
}

inStandalone('an MCP server whose agent asks back', (mode) => {
  let agent: TestAgent;
  let path: string;
  const clients: AskedMcpClient[] = [];

  beforeAll(async () => {
    agent = await TestAgent.create(server(mode));
    path = `/agent/${agent.id}/session/ephemeral/mcp`;
    await workflow('asking', 60_000);
    await workflow('impatient', 300);
  });
  afterEach(() => Promise.all(clients.splice(0).map(({ mcp }) => mcp.close())));

  /** It asks its user when it has found nothing. */
  async function workflow(id: string, feedback_timeout: number): Promise<void> {
    const parameters = { question: { type: 'string' } };
    await agent.call('POST', '/workflows', { id, name: id, parameters });
    const registered_agents = [{ module: 'static_string', context: FACT }];
    const smart = { module: 'smart', registered_agents, enable_user_feedback: true, feedback_timeout };
    await agent.call('POST', `/workflow/${id}/context`, smart);
    await agent.call('POST', `/workflow/${id}/generation`, { module: 'passthrough' });
  }

  const connect = async (answer?: McpUser) => {
    const client = await AskedMcpClient.connect(agent.box.client, path, answer);
    clients.push(client);
    return client;
  };
  const call = ({ mcp }: AskedMcpClient, name = 'asking', options = {}) =>
    mcp.callTool({ name, arguments: { question: UNCLEAR } }, undefined, options);
  const saying = (answer: Elicited) => async () => answer;

  async function post(body: unknown, session?: string, client: Client = agent.box.client, at = path): Promise<Answer> {
    const headers = { ...client.credential, ...JSON_AND_EVENTS, ...(session && { 'mcp-session-id': session }) };
    const url = `${client.origin}/api/v1${at}`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, session: answer.headers.get('mcp-session-id'), text: await answer.text() };
  }
  const opening = (elicitation: object | undefined, protocolVersion = '2025-11-25') => ({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion, capabilities: { elicitation }, clientInfo: { name: 'raw', version: '1' } },
  });
  const begin = async (client?: Client) => (await post(opening({ form: {} }), undefined, client)).session ?? '';
  const stranger = async () =>
    new Client(agent.box.client.origin, { 'x-svc-serviceaccount': `Bearer ${await agent.box.key('SMEMBER')}` });
  const calling = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'asking', arguments: { question: UNCLEAR } },
  });
  const accepting = (id: string, response = CLEAR) => ({
    jsonrpc: '2.0',
    id,
    result: { action: 'accept', content: { response } },
  });

  /** A call, up to its question. */
  async function asked(session: string) {
    const headers = { ...agent.box.client.credential, ...JSON_AND_EVENTS, 'mcp-session-id': session };
    const url = `${agent.box.client.origin}/api/v1${path}`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(calling(1)) });
    const reader = (answer.body ?? new ReadableStream()).getReader();
    const decoder = new TextDecoder();
    let text = '';
    const read = async () => {
      const { value, done } = await reader.read();
      text += decoder.decode(value);
      return !done;
    };
    const question = () => /"id":"([^"]+)","method":"elicitation\/create"/.exec(text)?.[1];
    while (question() === undefined && (await read()));
    const rest = async () => {
      while (await read());
      return text;
    };
    return { id: question() ?? '', rest };
  }

  it('asks the user of the official client, and continues with the answer', async () => {
    const client = await connect(saying({ action: 'accept', content: { response: CLEAR } }));
    const result = await call(client);
    expect(JSON.stringify(result.content)).toContain('steep rocks');
    expect(JSON.stringify(result.content)).toMatch(SEARCHED_AGAIN);
    expect(client.questions).toEqual([
      {
        mode: 'form',
        message: expect.stringContaining(UNCLEAR),
        requestedSchema: {
          type: 'object',
          properties: { response: { type: 'string', title: 'Answer' } },
          required: ['response'],
        },
      },
    ]);
  });

  it.each(['decline', 'cancel'] as const)('continues without an answer when the user says %s', async (action) => {
    const result = await call(await connect(saying({ action })));
    expect(result.isError).toBeUndefined();
    expect(JSON.stringify(result.content)).not.toMatch(SEARCHED_AGAIN);
  });

  it('withdraws a question that nobody answers in time', async () => {
    const withdrawn = Promise.withResolvers<string>();
    const client = await connect(async (_, signal) => {
      signal.addEventListener('abort', () => withdrawn.resolve(String(signal.reason)));
      await withdrawn.promise;
      return { action: 'cancel' };
    });
    const result = await call(client, 'impatient');
    expect(result.isError).toBeUndefined();
    expect(await withdrawn.promise).toContain('Nobody answered in time');
  });

  it('fails where the client cannot ask, and says what is missing', async () => {
    const result = await call(await connect());
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('declares `elicitation`') }],
    });
    const old = (await post(opening({}, '2025-03-26'))).session ?? '';
    expect((await post(calling(1), old)).text).toContain('declares `elicitation`');
    const links = (await post(opening({ url: {} }))).session ?? '';
    expect((await post(calling(1), links)).text).toContain('declares `elicitation`');
  });

  it('ends the run of a request that the official client cancels', async () => {
    const asking = Promise.withResolvers<void>();
    const cancel = new AbortController();
    const client = await connect(async () => {
      asking.resolve();
      await sleep(60_000, undefined, { ref: false });
      return { action: 'cancel' };
    });
    const errors: unknown[] = [];
    client.mcp.onerror = (error) => void errors.push(error);
    const running = call(client, 'asking', { signal: cancel.signal });
    running.catch(() => undefined);
    await asking.promise;
    cancel.abort('No longer needed');
    await expect(running).rejects.toThrow('No longer needed');
    // The stream ends without an answer, which the client would report.
    await client.mcp.ping();
    expect(errors).toEqual([]);
  });

  it('ends a run for the session that began it only', async () => {
    const [mine, other] = [await begin(), await begin()];
    const { id, rest } = await asked(mine);
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'x' } };
    for (const session of [other, undefined]) expect((await post(cancelled, session)).status).toBe(202);
    expect((await post({ ...cancelled, params: { requestId: '1' } }, mine)).status).toBe(202);
    expect((await post({ ...cancelled, params: { requestId: 2 } }, mine)).status).toBe(202);
    expect((await post(cancelled, mine)).status).toBe(202);
    const text = await rest();
    expect(text).not.toContain('"result"');
    expect((await post(accepting(id), mine)).status).toBe(400);
  });

  it('takes one answer, of its own caller, that fits', async () => {
    const session = await begin();
    const { id, rest } = await asked(session);
    const foreign = await stranger();
    const theirs = await begin(foreign);
    const refused = [
      await post(accepting(id), theirs, foreign),
      await post(accepting(id)),
      await post(accepting(`${id.split('.')[0]}.${randomUUID()}`), session),
      await post({ ...accepting(id), id: 0 }, session),
      await post({ ...accepting(id), result: { action: 'yes' } }, session),
      await post({ ...accepting(id), result: { action: 'accept', content: { response: 7 } } }, session),
      await post(
        { ...accepting(id), result: { action: 'accept', content: { response: 'x'.repeat(500_000) } } },
        session,
      ),
      await post([accepting(id), calling(2)], session),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    for (const { text } of refused) expect(text).toMatch(/"code":-32600,"message":"Invalid answer: /);
    const both = await Promise.all([post(accepting(id), session), post(accepting(id), session)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 400]);
    expect(await rest()).toContain('steep rocks');
    expect((await post(accepting(id), session)).status).toBe(400);
  });

  it('stands a thousand answers that nobody asked for', async () => {
    const session = await begin();
    const { id, rest } = await asked(session);
    const [run = ''] = id.split('.');
    for (let sent = 0; sent < 1_000; sent += 20) {
      const made = Array.from({ length: 20 }, (_, at) => (at % 2 ? `${run}.${randomUUID()}` : randomUUID()));
      expect(
        (
          await post(
            made.map((one) => accepting(one)),
            session,
          )
        ).status,
      ).toBe(400);
    }
    expect((await post([accepting(id)], session)).status).toBe(202);
    expect(await rest()).toContain('steep rocks');
  });

  it('takes sessions only from those whose they are', async () => {
    const session = await begin();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post(ping, session)).status).toBe(200);
    const foreign = await stranger();
    const other = await TestAgent.create(server(mode));
    const forged = session.replace('elicit.', '');
    const refused = [
      await post(ping, session, foreign),
      await post(ping, session, agent.box.client, `/agent/${other.id}/session/ephemeral/mcp`),
      await post(ping, forged),
      await post(ping, `${session}x`),
      await post(ping, randomUUID()),
    ];
    for (const { status, text } of refused)
      expect([status, JSON.parse(text)]).toEqual([
        404,
        { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } },
      ]);
    expect((await post(opening({}), forged)).status).toBe(200);
  });

  it('lets a session of the protocol end, and keeps nothing of it', async () => {
    const client = await connect(saying({ action: 'decline' }));
    expect(client.transport.sessionId).toMatch(/^elicit\./);
    await client.transport.terminateSession();
    expect(client.transport.sessionId).toBeUndefined();
  });
});
