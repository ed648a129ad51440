import type { InteractionFrame } from '@lectern/contracts/agents';
import {
  createAgentSessionKey,
  createEphemeralToken,
  createKnowledgeBoxEphemeralToken,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { apiKey, asCaller, asRole, bearer } from '../harness/credentials';
import { tablesNaming } from '../harness/database';
import { inStandalone } from '../harness/in-standalone';
import { deploymentOf, server } from '../harness/modes';
import { newUser } from '../harness/users';

const FORBIDDEN = { status: 403, body: { detail: 'Forbidden' } };
const NO_AGENT = { status: 404, body: { detail: 'Agent does not exist' } };
const FACT = 'The ibex climbs steep rocks in winter.';
const QUESTION = 'Where does the ibex climb?';

const send = (agent: KnowledgeBoxClient, method: string, path: string, body?: unknown) =>
  agent.client.send(method, `/agent/${agent.id}${path}`, { body });
const ask = (agent: KnowledgeBoxClient, session: string) =>
  send(agent, 'POST', `/session/${session}`, { question: QUESTION });
const framesOf = (body: unknown) =>
  String(body)
    .trimEnd()
    .split('\n')
    .map((line): InteractionFrame => JSON.parse(line));
const newSession = async (agent: KnowledgeBoxClient, slug: string) => {
  const body = { slug, name: slug, summary: '', data: '', format: 'PLAIN' };
  return String(Object((await send(agent, 'POST', '/sessions', body)).body).uuid);
};

inStandalone('agents of an account, %s', (mode) => {
  it('are listed by mode, and hidden from those who ask for knowledge boxes', async () => {
    const client = server(mode);
    const agents = [
      await client.createKnowledgeBox({ mode: 'agent' }),
      await client.createKnowledgeBox({ mode: 'agent_no_memory' }),
    ];
    const [{ account, id } = { account: '', id: '' }, other = { id: '' }] = agents;
    const listed = async (query: string) => {
      const { body } = await client.send('GET', `/account/${account}/kbs${query}`);
      return (body as readonly { readonly id: string }[]).map((one) => one.id); // By its contract.
    };
    const both = [id, other.id];
    const seen = async (query: string) => (await listed(query)).filter((one) => both.includes(one));
    expect(await seen('')).toEqual([]);
    expect((await seen('?mode=agents')).toSorted()).toEqual(both.toSorted());
    expect([await seen('?mode=agent'), await seen('?mode=agent_no_memory')]).toEqual([[id], [other.id]]);
    const { body } = await client.send('GET', `/account/${account}/kb/${id}`);
    expect(Object(body)).toMatchObject({ id, mode: 'agent' });
    expect(Date.parse(`${Object(body).created}Z`)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('have users, invitations and service accounts, and the routes of agents take no knowledge box', async () => {
    const agent = await server(mode).createKnowledgeBox({ mode: 'agent' });
    const { id, credential } = await newUser(mode);
    const user = asCaller(agent, credential);
    expect(await send(user, 'GET', '/workflows')).toMatchObject(FORBIDDEN);
    await agent.api(updateKnowledgeBoxUsers, { body: { add: [{ id, role: 'SMEMBER' }] } });
    const users = await agent.client.send('GET', `${agent.accountPath}/users`);
    expect(users.body).toContainEqual({ id, role: 'SMEMBER' });
    expect((await send(user, 'GET', '/workflows')).status).toBe(200);
    expect((await ask(user, 'ephemeral')).status).toBe(200);
    for (const path of ['/drivers', '/sessions', '/rules', '/context'])
      expect(await send(user, 'GET', path)).toMatchObject(FORBIDDEN);
    const invitation = { body: { email: 'ada@example.org', role: 'SMEMBER' } };
    expect((await agent.client.send('POST', `${agent.accountPath}/invite`, invitation)).status).toBe(204);
    const owning = await asRole(agent, 'SOWNER');
    expect((await send(owning, 'GET', '/drivers')).status).toBe(200);
    expect((await owning.client.send('GET', agent.accountPath)).status).toBe(200);
    const box = await server(mode).createKnowledgeBox();
    expect(await send(box, 'GET', '/workflows')).toMatchObject(NO_AGENT);
    expect(await ask(box, 'ephemeral')).toMatchObject(NO_AGENT);
    expect(await send(await asRole(box, 'SOWNER'), 'GET', '/drivers')).toMatchObject(NO_AGENT);
  });

  it('are reached below their memory, too, by clients that know no other path', async () => {
    const agent = await server(mode).createKnowledgeBox({ mode: 'agent' });
    const legacy = `${agent.path}/agent`;
    expect(
      framesOf(
        (await agent.client.send('POST', `${legacy}/session/ephemeral`, { body: { question: QUESTION } })).body,
      )[0],
    ).toMatchObject({ operation: 2 });
    expect(await agent.client.send('GET', `${legacy}/workflows`)).toMatchObject({
      status: 200,
      body: [{ id: 'default' }],
    });
    expect(await agent.client.send('DELETE', `${legacy}/workflow/default`)).toMatchObject({ status: 409 });
    expect(await agent.client.send('PUT', `${legacy}/workflows`)).toMatchObject({ status: 405 });
    const box = await server(mode).createKnowledgeBox();
    expect(await box.client.send('GET', `${box.path}/agent/workflows`)).toMatchObject(NO_AGENT);
    const reader = await asRole(agent, 'SMEMBER');
    expect(await reader.client.send('GET', `${legacy}/drivers`)).toMatchObject(FORBIDDEN);
  });
});

inStandalone('credentials for a session of an agent, %s', (mode) => {
  let agent: KnowledgeBoxClient;
  let session: string;

  beforeAll(async () => {
    agent = await server(mode).createKnowledgeBox({ mode: 'agent' });
    session = await newSession(agent, 'mine');
    await newSession(agent, 'theirs');
  });

  const tokenFor = async (agent_session?: string) => {
    const body = { ...(agent_session !== undefined && { agent_session }) };
    return asCaller(agent, bearer((await agent.api(createKnowledgeBoxEphemeralToken, { body })).token));
  };

  it('are tokens that ask in that session only, and read what readers may', async () => {
    const token = await tokenFor(session);
    expect(framesOf((await ask(token, session)).body).at(-1)).toMatchObject({ operation: 3 });
    const inWorkflow = await send(token, 'POST', `/workflow/default/session/${session}`, { question: QUESTION });
    expect(inWorkflow.status).toBe(200);
    for (const other of ['theirs', 'ephemeral', 'mine']) expect(await ask(token, other)).toMatchObject(FORBIDDEN);
    for (const path of ['/workflows', '/drivers', '/sessions', `/session/${session}`])
      expect(await send(token, 'GET', path)).toMatchObject(FORBIDDEN);
    const catalog = await token.client.send('POST', `${agent.path}/catalog`, { body: {} });
    expect(
      Object.values(Object(Object(catalog.body).resources))
        .map((one) => Object(one).slug)
        .toSorted(),
    ).toEqual(['mine', 'theirs']);
    expect((await token.client.send('POST', `${agent.path}/resources`, { body: {} })).status).toBe(403);
  });

  it('are needed by tokens for browsers, which open no agent without', async () => {
    const token = await tokenFor();
    for (const any of [session, 'ephemeral']) expect(await ask(token, any)).toMatchObject(FORBIDDEN);
    expect(await send(token, 'GET', '/workflows')).toMatchObject(FORBIDDEN);
    expect((await token.client.send('POST', `${agent.path}/catalog`, { body: {} })).status).toBe(200);
    const ofUser = { agent_session: 'ephemeral', path: `/agent/${agent.id}` };
    const { token: named } = await agent.client.api.call(createEphemeralToken, { body: ofUser });
    expect((await ask(asCaller(agent, bearer(named)), 'ephemeral')).status).toBe(200);
  });

  it('are keys of seconds, which open the session and nothing else', async () => {
    const maker = await asRole(agent, 'SOWNER');
    const { token } = await maker.api(createAgentSessionKey, { body: { agent_session: session } });
    const key = asCaller(agent, apiKey(token));
    expect((await ask(key, session)).status).toBe(200);
    expect(await ask(key, 'theirs')).toMatchObject(FORBIDDEN);
    expect(await send(key, 'GET', '/drivers')).toMatchObject(FORBIDDEN);
    for (const [method, path] of [
      ['POST', `${agent.path}/catalog`],
      ['POST', '/service_account_agent_key'],
      ['POST', '/ephemeral_token'],
    ] as const)
      expect(await key.client.send(method, path, { body: { agent_session: session } })).toMatchObject(FORBIDDEN);
    expect(await key.client.send('GET', agent.accountPath)).toMatchObject(FORBIDDEN);
    for (const body of [{}, { agent_session: session, ttl: 11 }])
      expect((await maker.client.send('POST', '/service_account_agent_key', { body })).status).toBe(422);
  });
});

inStandalone('the memory of an agent, %s', (mode) => {
  it('does not exist for an agent without one, which takes no content and keeps no session', async () => {
    const agent = await server(mode).createKnowledgeBox({ mode: 'agent_no_memory' });
    const kept = { status: 400, body: { detail: 'This agent has no memory: it keeps no content' } };
    for (const path of ['/resources', '/upload', '/tusupload', '/import'])
      expect(await agent.client.send('POST', `${agent.path}${path}`, { body: {} })).toMatchObject(kept);
    const reader = await asRole(agent, 'SMEMBER');
    expect(await reader.client.send('POST', `${agent.path}/resources`, { body: {} })).toMatchObject(FORBIDDEN);
    expect(await agent.client.send('GET', `${agent.path}/resources`)).toMatchObject({ body: { resources: [] } });
    for (const [method, path] of [
      ['GET', '/sessions'],
      ['GET', '/session/s'],
      ['DELETE', '/session/s'],
      ['POST', '/session/s'],
    ] as const)
      expect((await send(agent, method, path, method === 'POST' ? { question: QUESTION } : undefined)).status).toBe(
        400,
      );
    expect((await ask(agent, 'ephemeral')).status).toBe(200);
  });
});

inStandalone('what an agent shows of knowledge boxes, %s', (mode) => {
  let source: KnowledgeBoxClient;
  let agent: KnowledgeBoxClient;

  beforeAll(async () => {
    source = await server(mode).createKnowledgeBox();
    await source.createResource({ title: 'Ibex', texts: { body: { body: FACT } } }, { wait: 'embedded' });
    agent = await server(mode).createKnowledgeBox({ mode: 'agent' });
    const zone = `${source.client.origin}/api`;
    const config = { kbid: source.id, description: 'Animals', internal: true, url: zone, manager: zone };
    const driver = { name: 'd', provider: 'kbdb', identifier: 'kb-driver', config };
    expect((await send(agent, 'POST', '/drivers', driver)).status).toBe(200);
    const keyed = {
      kbid: source.id,
      description: 'Animals',
      url: zone,
      manager: zone,
      key: await source.key('SMEMBER'),
    };
    await send(agent, 'POST', '/drivers', { ...driver, identifier: 'keyed', config: keyed });
    await send(agent, 'POST', '/workflows', { id: 'keyed', name: 'keyed' });
    for (const [path, source_] of [
      ['', 'kb-driver'],
      ['/workflow/keyed', 'keyed'],
    ] as const) {
      await send(agent, 'POST', `${path}/context`, { module: 'basic_ask', sources: [source_], title: 'agent' });
      await send(agent, 'POST', `${path}/generation`, { module: 'summarize', title: 'agent' });
    }
  });

  /** Whether anything of the box is in any frame. */
  const shows = async (caller: KnowledgeBoxClient, workflow = 'default') => {
    const { status, body } = await send(caller, 'POST', `/workflow/${workflow}/session/ephemeral`, {
      question: QUESTION,
    });
    expect(status).toBe(200);
    return String(body).includes('steep rocks');
  };
  const member = async (roleOnSource?: 'SMEMBER') => {
    const { id, credential } = await newUser(mode);
    await agent.api(updateKnowledgeBoxUsers, { body: { add: [{ id, role: 'SMEMBER' }] } });
    if (roleOnSource) await source.api(updateKnowledgeBoxUsers, { body: { add: [{ id, role: roleOnSource }] } });
    return { id, caller: asCaller(agent, credential) };
  };

  it('is what its caller may see there', async () => {
    expect(await shows(agent)).toBe(true);
    expect(await shows((await member('SMEMBER')).caller)).toBe(true);
    expect(await shows((await member()).caller)).toBe(false);
  });

  it('is nothing once the role of its caller is gone', async () => {
    const { id, caller } = await member('SMEMBER');
    expect(await shows(caller)).toBe(true);
    await source.api(updateKnowledgeBoxUsers, { body: { delete: [id] } });
    expect(await shows(caller)).toBe(false);
  });

  it('is nothing for keys and tokens of the agent, which have no rights elsewhere', async () => {
    expect(await shows(await asRole(agent, 'SOWNER'))).toBe(false);
    const { token } = await agent.api(createKnowledgeBoxEphemeralToken, { body: { agent_session: 'ephemeral' } });
    expect(await shows(asCaller(agent, bearer(token)))).toBe(false);
  });

  it('is what the key of a driver may see, where it has one', async () => {
    for (const caller of [await asRole(agent, 'SMEMBER'), (await member()).caller])
      expect(await shows(caller, 'keyed')).toBe(true);
  });

  it('is public where the box enforces groups and nobody names any', async () => {
    const secret = 'The walrus weighs 800 kilos.';
    await source.createResource(
      { slug: 'secret', security: { access_groups: ['chefs'] }, texts: { a: { body: secret } } },
      { wait: 'embedded' },
    );
    await source.modify({ enforce_security: true });
    const question = { question: 'How much does the walrus weigh?' };
    for (const workflow of ['default', 'keyed']) {
      const { body } = await send(agent, 'POST', `/workflow/${workflow}/session/ephemeral`, question);
      expect([workflow, String(body).includes('800 kilos')]).toEqual([workflow, false]);
    }
    await source.modify({ enforce_security: false });
  });

  it('is nothing by the rights of a caller where the box allows only some addresses', async () => {
    await source.modify({ allowed_ip_addresses: ['10.1.2.3'] });
    expect(await shows(agent)).toBe(false);
    await source.modify({ allowed_ip_addresses: null });
    expect(await shows(agent)).toBe(true);
  });
});

/** What was under way when an agent was deleted is removed by a second purge, a minute after the first. */
const PURGES_MS = 150_000;

async function untilNothingNames(folder: string, id: string, schema = ''): Promise<void> {
  const left = async () => (await tablesNaming(folder, id)).filter((name) => name.startsWith(schema));
  await until(async () => ((await left()).length === 0 ? true : undefined), 'no row is left', PURGES_MS);
}

inStandalone('a deleted agent, %s', (mode) => {
  it(
    'is gone with its sessions, keys and tokens, and leaves no row of its configuration',
    async () => {
      const agent = await server(mode).createKnowledgeBox({ mode: 'agent' });
      const session = await newSession(agent, 's');
      const config = {
        kbid: agent.id,
        description: 'd',
        key: await agent.key('SMEMBER'),
        url: 'https://a.example/api',
      };
      await send(agent, 'POST', '/drivers', { name: 'd', provider: 'kbdb', identifier: 'd', config });
      await send(agent, 'POST', '/workflows', { id: 'w', name: 'w' });
      await send(agent, 'POST', '/prompts', { prompt: 'Where is {it}?' });
      await send(agent, 'POST', '/generation', { module: 'summarize', title: 'agent' });
      const { token } = await agent.api(createKnowledgeBoxEphemeralToken, { body: { agent_session: session } });
      const caller = asCaller(agent, bearer(token));
      expect((await ask(caller, session)).status).toBe(200);
      const { folder } = deploymentOf(mode);
      const ofAgents = async () => (await tablesNaming(folder, agent.id)).filter((name) => name.startsWith('agents.'));
      expect((await ofAgents()).length).toBeGreaterThanOrEqual(5);

      const key = await asRole(agent, 'SOWNER');
      expect((await agent.client.send('DELETE', agent.accountPath)).status).toBe(204);
      expect(await send(agent, 'GET', '/workflows')).toMatchObject(NO_AGENT);
      expect(await ask(caller, session)).toMatchObject(NO_AGENT);
      expect((await send(key, 'GET', '/workflows')).status).toBe(401);
      await untilNothingNames(folder, agent.id, 'agents.');
      await untilNothingNames(folder, session);
    },
    PURGES_MS,
  );
});
