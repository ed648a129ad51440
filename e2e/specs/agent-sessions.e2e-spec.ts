import {
  createSession,
  contextOperations,
  deleteSession,
  getSession,
  type InteractionFrame,
  listSessions,
  patchSession,
} from '@lectern/contracts/agents';
import { ApiError } from '@lectern/client';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client, until } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { startEmbedded } from '../harness/embedded-modes';
import { inModesOfServices } from '../harness/in-modes';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const whole = {
  slug: 's',
  name: 'Ibexes',
  summary: 'About goats',
  data: 'The user lives in Uri.',
  format: 'PLAIN',
} as const;
const question = 'Where does the ibex climb?';
const facts = { module: 'static_string', context: 'The ibex climbs steep rocks.' } as const;

interface Message {
  readonly ident: string;
  readonly who: string;
  readonly type: string;
  readonly content: { readonly text: string };
}

async function messagesOf({ box, id }: TestAgent, session: string): Promise<readonly Message[]> {
  const answer = await box.client.send('GET', `/kb/${id}/resource/${session}/conversation/qas`);
  const { value } = answer.body as { readonly value: { readonly messages: readonly Message[] } }; // By its contract.
  return value.messages;
}

const statusOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  );

inModesOfServices('sessions of an agent', (mode) => {
  let client: Client;
  let agent: TestAgent;

  beforeAll(async () => {
    ({ client } = await server(mode).createKnowledgeBox());
    agent = await TestAgent.create(client);
    await agent.api(contextOperations.add, { body: facts });
  });

  it('are resources of its memory, by id and by slug', async () => {
    const created = await agent.api(createSession, { body: whole });
    expect(created).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      elapsed: expect.any(Number),
      seqid: expect.any(Number),
    });
    const { uuid } = created;
    for (const session of [uuid, 's'])
      expect(await agent.api(getSession, { params: { session } })).toMatchObject({
        id: uuid,
        slug: 's',
        title: 'Ibexes',
        summary: 'About goats',
        data: { texts: { info: { value: { body: whole.data, format: 'PLAIN' } } } },
      });
    const changed = { ...whole, slug: 'other', name: 'Goats', data: '# Uri', format: 'MARKDOWN' as const };
    expect(await agent.api(patchSession, { params: { session: 's' }, body: changed })).toBeNull();
    expect(await agent.api(getSession, { params: { session: uuid } })).toMatchObject({
      slug: 's',
      title: 'Goats',
      data: { texts: { info: { value: { body: '# Uri', format: 'MARKDOWN' } } } },
    });
    expect(await agent.api(deleteSession, { params: { session: 's' } })).toBeNull();
    for (const session of [uuid, 's']) expect(await statusOf(agent.api(getSession, { params: { session } }))).toBe(404);
  });

  it('have a slug of their own; those that cannot be created say so', async () => {
    await agent.api(createSession, { body: { ...whole, slug: 'taken' } });
    for (const slug of ['taken', 'ephemeral']) {
      const answer = await agent.send('POST', '/sessions', { ...whole, slug });
      expect([slug, answer.status, answer.body]).toEqual([slug, 422, { detail: 'Failed to create session' }]);
    }
    const missing = await agent.send('POST', '/sessions', { slug: 'x', name: 'x' });
    expect([missing.status, missing.body]).toMatchObject([422, { detail: [{}, {}, {}] }]);
  });

  it('are found by their own id first, whatever slugs others have', async () => {
    const { uuid } = await agent.api(createSession, { body: { ...whole, slug: 'first' } });
    const second = await agent.send('POST', '/sessions', { ...whole, slug: uuid });
    expect([200, 422]).toContain(second.status);
    expect(await agent.api(getSession, { params: { session: uuid } })).toMatchObject({ id: uuid, slug: 'first' });
  });

  it('are listed page by page, until the last one', async () => {
    const other = await TestAgent.create(client);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const slug of names) await other.api(createSession, { body: { ...whole, slug } });
    const slugs: string[] = [];
    const pages: unknown[] = [];
    for (let page = 0; page < 5; page += 1) {
      const { resources, pagination } = await other.api(listSessions, { query: { page, page_size: 2 } });
      slugs.push(...resources.map(({ slug }) => String(slug)));
      pages.push(pagination);
      if (pagination.last) break;
    }
    expect(slugs.toSorted()).toEqual(names);
    expect(pages).toMatchObject([
      { page: 0, size: 2, last: false },
      { page: 1, size: 2, last: false },
      { page: 2, size: 2, last: true },
    ]);
    const { resources, pagination } = await other.api(listSessions);
    expect([resources.length, pagination]).toMatchObject([5, { page: 0, size: 20, last: true }]);
    await other.box.client.send('DELETE', other.box.accountPath);
  });

  it('keep each question with its answer, however many are asked at once', async () => {
    const { uuid } = await agent.api(createSession, { body: { ...whole, slug: 'crowd' } });
    const asked = Array.from({ length: 20 }, (_, index) => `${question} ${index}`);
    const runs = await Promise.all(
      asked.map((text) => agent.frames({ params: { session: uuid }, body: { question: text } })),
    );
    expect(runs.map((frames) => frames.at(-1)?.operation)).toEqual(asked.map(() => 3));
    const messages = await messagesOf(agent, uuid);
    expect(messages).toHaveLength(40);
    const pairs = messages.flatMap((message, index) => (index % 2 === 0 ? [[message, messages[index + 1]]] : []));
    for (const [said, answered] of pairs) {
      expect([said?.who, said?.type, answered?.who, answered?.type]).toEqual(['user', 'QUESTION', 'agent', 'ANSWER']);
      expect(answered?.ident).toBe(said?.ident.replace(/^q-/, 'a-'));
    }
    expect(
      messages
        .filter(({ type }) => type === 'QUESTION')
        .map(({ content }) => content.text)
        .toSorted(),
    ).toEqual(asked.toSorted());
  });

  it('are kept by agents with a memory only', async () => {
    const memoryless = await TestAgent.create(client, {}, 'agent_no_memory');
    await memoryless.api(contextOperations.add, { body: facts });
    const calls = [
      ['GET', '/sessions'],
      ['POST', '/sessions'],
      ['GET', '/session/s'],
      ['PATCH', '/session/s'],
      ['DELETE', '/session/s'],
      ['POST', '/session/s'],
    ] as const;
    for (const [method, path] of calls) {
      const body = path === '/session/s' && method === 'POST' ? { question } : whole;
      const answer = await memoryless.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : body);
      const detail = expect.stringContaining('memory knowledge box');
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 400, { detail }]);
    }
    expect((await memoryless.frames({ body: { question } })).at(-1)?.operation).toBe(3);
    expect((await agent.frames({ body: { question } })).at(-1)?.operation).toBe(3);
  });
});

inStandalone('a session that is deleted while a question is answered', (mode) => {
  const waiting: ServerResponse[] = [];
  let slow: Server;
  let deployment: Deployment;
  let host: string;

  beforeAll(async () => {
    slow = createServer((_, answer) => void waiting.push(answer)).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo; // Of a server that listens.
    host = `127.0.0.1:${port}`;
    deployment = await startEmbedded(mode, { EGRESS_ALLOW: host });
  });
  afterAll(async () => {
    await deployment.stop();
    slow.closeAllConnections();
    slow.close();
  });

  it('ends the interaction with a frame that says so', async () => {
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    const agent = await TestAgent.create(client);
    const body = { module: 'http', method: 'GET', url: `http://${host}/`, timeout: 60, max_retries: 0 } as const;
    await agent.api(contextOperations.add, { body });
    const { uuid } = await agent.api(createSession, { body: whole });
    const asking = agent.frames({ params: { session: uuid }, body: { question } });
    const held = await until(async () => waiting[0], 'the module waits');
    await agent.api(deleteSession, { params: { session: uuid } });
    held.end('The ibex climbs steep rocks.');
    const frames: readonly InteractionFrame[] = await asking;
    expect(frames.slice(-2)).toMatchObject([
      { operation: 4, exception: { detail: 'The session was deleted' } },
      { operation: 3 },
    ]);
  });

  it('differs from a workflow that is deleted: the interaction ends with the workflow that it began with', async () => {
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    const agent = await TestAgent.create(client);
    const module = { module: 'http', method: 'GET', url: `http://${host}/`, timeout: 60, max_retries: 0 };
    const later = { module: 'static_string', context: 'Later modules run, too.', title: 'Later' };
    const workflow = await agent.workflow(module, later);
    const before = waiting.length;
    const asking = agent.ask(question, workflow);
    const held = await until(async () => waiting[before], 'the module waits');
    await agent.call('DELETE', `/workflow/${workflow}`);
    held.end('The ibex climbs steep rocks.');
    const frames = await asking;
    expect(frames.flatMap(({ step }) => step?.module ?? [])).toEqual(['http', 'static_string']);
    expect(frames.at(-1)).toMatchObject({ operation: 3 });
    expect(await agent.ask(question, workflow)).toMatchObject([{ exception: { detail: 'Workflow not found' } }]);
  });
});
