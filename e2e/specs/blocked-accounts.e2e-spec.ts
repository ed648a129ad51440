import { type BlockingStatus, listAllAccounts, setAccountBlocking } from '@lectern/contracts/accounts';
import { type BlockableFeature, blockableFeatures } from '@lectern/contracts/core';
import { listCatalog } from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { apiKey, asCaller, bearer } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, deploymentOf, type Mode, server } from '../harness/modes';
import { newAccount, newUser } from '../harness/users';

/** In every process, also after a lost event. */
const BLOCKED_WITHIN_MS = 5_000;
/** An event has it released at once; without it a schedule does once a minute. */
const RELEASED_WITHIN_MS = 100_000;

function block(mode: Mode, account: string, blocked_features: BlockableFeature[]): Promise<unknown> {
  const blocking_state = blocked_features.length > 0 ? 'manager' : 'unblocked';
  const body = { blocking_state, blocked_features } as const;
  return server(mode).api.call(setAccountBlocking, { params: { account }, body });
}

/** A box in a separate account, so that other specs do not notice the block. */
async function newBox(mode: Mode): Promise<KnowledgeBoxClient> {
  return server(mode).createKnowledgeBox({}, await newAccount(mode));
}

inStandalone('an account that is blocked, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  beforeAll(async () => {
    kb = await newBox(mode);
    const texts = { body: { body: 'The ibex climbs the cliff.' } };
    rid = await kb.createResource({ title: 'Ibex', texts }, { wait: 'searchable' });
  });

  /** Of every gateway. */
  const statuses = (path: string) =>
    Promise.all(
      deploymentOf(mode).origins.map(async (origin) => {
        const client = new Client(origin, bearer(deploymentOf(mode).token));
        return (await client.send('GET', path)).status;
      }),
    );
  const untilAll = (path: string, status: number) =>
    until(
      async () => ((await statuses(path)).every((one) => one === status) ? true : undefined),
      `every gateway answers ${status}`,
      BLOCKED_WITHIN_MS,
    );

  it('cannot search, and still read and delete, until it is unblocked', async () => {
    const [find, resource] = [`${kb.path}/find?query=ibex`, `${kb.path}/resource/${rid}`];
    await untilAll(find, 200);
    await block(mode, kb.account, ['search']);
    await untilAll(find, 402);
    expect(new Set(await statuses(resource))).toEqual(new Set([200]));
    const gone = await kb.createResource({ title: 'To be deleted' });
    await kb.deleteResource(gone);
    await block(mode, kb.account, []);
    await untilAll(find, 200);
  });

  it('stores content, and has it processed when it is unblocked', async () => {
    await block(mode, kb.account, ['processing']);
    const status = async (id: string) => (await kb.resource(id)).metadata?.status;
    // Each process learns of it within seconds, and this one may have been created before.
    const blocked = await until(async () => {
      const texts = { note: { body: 'A heron stands in the reeds.' } };
      const messages = [{ ident: 'm1', content: { text: 'Herons wait for fish.' } }];
      const id = await kb.createResource({ title: 'Heron', texts, conversations: { chat: { messages } } });
      const ended = await until(async () => {
        const found = await status(id);
        return found === 'PENDING' ? undefined : found;
      }, 'the resource is not pending');
      return ended === 'BLOCKED' ? id : undefined;
    }, 'a resource is blocked');
    const { data } = await kb.resource(blocked, { show: ['values', 'errors'] });
    const note = data?.texts?.['note'];
    expect(note).toMatchObject({ status: 'ERROR', error: { blocked: true }, value: { body: expect.any(String) } });
    const isFoundByTitle = async () => {
      const found = await kb.foundTexts({ query: 'heron', features: ['keyword'] });
      return found.includes('Heron') ? true : undefined;
    };
    await until(isFoundByTitle, 'it is found by its title');
    const filter_expression = { resource: { prop: 'status', status: 'BLOCKED' } };
    const listed = await kb.api(listCatalog, { body: { filter_expression } });
    expect(Object.keys(listed.resources)).toEqual([blocked]);
    expect(await kb.foundTexts({ query: 'reeds', features: ['keyword'] })).not.toContain(
      'A heron stands in the reeds.',
    );

    await block(mode, kb.account, []);
    await until(
      async () => ((await status(blocked)) === 'PROCESSED' ? true : undefined),
      'it is processed',
      RELEASED_WITHIN_MS,
    );
    const isFound = async () => {
      const found = await kb.foundTexts({ query: 'heron', features: ['keyword'] });
      const wanted = ['A heron stands in the reeds.', 'Herons wait for fish.'];
      return wanted.every((text) => found.includes(text)) ? true : undefined;
    };
    await until(isFound, 'its words are found');
  });
});

inStandalone('blocking accounts, %s', (mode) => {
  const send = (body: unknown, account: string, client = server(mode)) =>
    client.send('PATCH', `/api/manage/@account/${account}/blocking_status`, { body });

  it('shows in the record and in the list of all accounts', async () => {
    const account = await newAccount(mode);
    const root = server(mode);
    const body: BlockingStatus = { blocking_state: 'quota', blocked_features: ['upload', 'search'] };
    await root.api.call(setAccountBlocking, { params: { account }, body });
    const { accounts } = await root.api.call(listAllAccounts);
    expect(accounts.find(({ id }) => id === account)).toMatchObject(body);
    await block(mode, account, []);
    const { accounts: after } = await root.api.call(listAllAccounts);
    expect(after.find(({ id }) => id === account)).toMatchObject({ blocking_state: 'unblocked', blocked_features: [] });
  });

  it('blocks all features when none is named, and ends with an empty answer', async () => {
    const account = await newAccount(mode);
    const { status, body } = await send({ blocking_state: 'manager' }, account);
    expect([status, body]).toEqual([204, '']);
    const { accounts } = await server(mode).api.call(listAllAccounts);
    expect(accounts.find(({ id }) => id === account)?.blocked_features).toEqual(blockableFeatures);
  });

  it('is for those who run the deployment', async () => {
    const account = await newAccount(mode);
    const { credential } = await newUser(mode);
    const [user, nobody] = [caller(mode, credential), caller(mode)];
    const status = { blocking_state: 'unblocked' };
    expect((await send(status, account, user)).status).toBe(403);
    expect((await send(status, account, nobody)).status).toBe(401);
    expect((await user.send('GET', '/api/manage/@accounts')).status).toBe(403);
  });

  it.each([
    [{}, 422],
    [{ blocking_state: 'paused' }, 422],
    [{ blocking_state: 'manager', blocked_features: ['reading'] }, 422],
    [{ blocking_state: 'manager', blocked_features: ['search', 'search'] }, 422],
    [{ blocking_state: 'manager', blocked_features: 'search' }, 422],
  ])('refuses %j with %i', async (body, status) => {
    expect((await send(body, await newAccount(mode))).status).toBe(status);
  });

  it('needs an account that exists', async () => {
    const { status, body } = await send({ blocking_state: 'unblocked' }, 'no-such-account');
    expect([status, body]).toEqual([404, { detail: 'Account not found' }]);
  });

  it('refuses what belongs to the features, in words, and nothing else', async () => {
    const kb = await newBox(mode);
    const rid = await kb.createResource({ title: 'Here before' });
    const { path } = kb;
    const statusOf = async (method: string, place: string, body?: unknown) =>
      (await kb.client.send(method, place, { body })).status;
    await block(mode, kb.account, ['upload', 'search', 'generative', 'training', 'processing']);
    const first = await kb.client.send('POST', `${path}/ask`, { body: { query: 'Why?' } });
    expect([first.status, first.body]).toEqual([402, { detail: 'This account is blocked for generative' }]);
    const refused = [
      ['POST', `${path}/resources`, {}],
      ['PATCH', `${path}/resource/${rid}`, { title: 'New' }],
      ['PUT', `${path}/resource/${rid}/text/a`, { body: 'a' }],
      ['POST', `${path}/upload`, undefined],
      ['POST', `${path}/tusupload`, undefined],
      ['POST', `${path}/import`, undefined],
      ['POST', `${path}/resource/${rid}/reprocess`, undefined],
      ['POST', `${path}/find`, { query: 'here' }],
      ['GET', `${path}/suggest?query=here`, undefined],
      ['POST', `${path}/graph`, {}],
      ['GET', `${path}/trainset`, undefined],
      ['POST', `/account/${kb.account}/backup/00000000-0000-4000-8000-000000000000/restore`, {}],
    ] as const;
    for (const [method, place, body] of refused)
      expect([place, await statusOf(method, place, body)]).toEqual([place, 402]);
    const allowed = [
      ['GET', path, 200],
      ['GET', `${path}/resource/${rid}`, 200],
      ['GET', `${path}/resources`, 200],
      ['GET', `${path}/catalog`, 200],
      ['GET', `${path}/counters`, 200],
      ['DELETE', `${path}/resource/${rid}`, 204],
      ['DELETE', kb.accountPath, 204],
    ] as const;
    for (const [method, place, status] of allowed)
      expect([place, await statusOf(method, place)]).toEqual([place, status]);
  });

  it('keeps anonymous callers out of published boxes where it is for them, and others in', async () => {
    const kb = await newBox(mode);
    await kb.modify({ state: 'PUBLISHED' });
    const find = `${kb.path}/find?query=ibex`;
    const key = asCaller(kb, apiKey(await kb.key('SMEMBER'))).client;
    const both = async () => [(await caller(mode).send('GET', find)).status, (await key.send('GET', find)).status];
    expect(await both()).toEqual([200, 200]);
    await block(mode, kb.account, ['public_search']);
    expect(await both()).toEqual([402, 200]);
    await block(mode, kb.account, ['search']);
    expect(await both()).toEqual([200, 402]);
  });
});
