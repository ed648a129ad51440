import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { issueNuaKey } from '../harness/credentials';
import { Standalone, temporaryFolder } from '../harness/standalone';

/** Invented: spellings that some clients might want. */
const spellings = {
  homeTitle: 'Acme Search',
  headers: {
    'x-svc-serviceaccount': { accept: ['x-acme-account', 'X-Old-Account'] },
    'x-svc-nuakey': { accept: ['x-acme-nua'] },
    'x-kbdb-user': { accept: ['x-acme-user'] },
    'svc-learning-id': { accept: [], emit: 'ACME-LEARNING-ID' },
    'x-svc-trace-id': { accept: [], emit: 'X-Acme-Trace' },
  },
  members: { input_svc: { accept: [], emit: 'input_acme' }, output_svc: { accept: [], emit: 'output_acme' } },
  values: {
    SVC: { accept: ['ACME'] },
    'application/svc-link': { accept: ['application/acme-link'], emit: 'application/acme-link' },
  },
};

describe('names on the wire, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  const client = (credential: Record<string, string>) => new Client(standalone.origin, credential, fetch);

  beforeAll(async () => {
    folder = await temporaryFolder();
    const file = join(folder, 'names.json');
    await writeFile(file, JSON.stringify(spellings));
    standalone = await Standalone.start({ dataDir: join(folder, 'data'), env: { WIRE_NAMES_FILE: file } });
    kb = await client({ authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: 'The lighthouse was built in 1874.' } } }, { wait: 'embedded' });
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const status = async (headers: Record<string, string>, path = kb.path) =>
    (await client(headers).send('GET', path)).status;

  it('of credentials are understood besides the canonical ones', async () => {
    const key = `Bearer ${await kb.key('SMEMBER')}`;
    for (const name of ['x-svc-serviceaccount', 'x-acme-account', 'X-ACME-ACCOUNT', 'x-old-account']) {
      expect([name, await status({ [name]: key })]).toEqual([name, 200]);
    }
    const nua = `Bearer ${(await issueNuaKey(kb)).token}`;
    expect(await status({ 'x-acme-nua': nua }, `${kb.accountPath}/service_accounts`)).toBe(200);
    expect(await status({ 'x-acme-other': key })).toBe(401);
  });

  it('of credentials count together', async () => {
    const key = `Bearer ${await kb.key('SMEMBER')}`;
    expect(await status({ 'x-svc-serviceaccount': key, 'x-acme-account': key })).toBe(400);
    expect(await status({ 'x-acme-account': key, 'x-old-account': key })).toBe(400);
    expect(await status({ 'x-acme-account': key, 'x-acme-nua': key })).toBe(400);
    expect(await status({ 'x-acme-account': key, 'x-acme-nua': key }, '/api/v1/health/alive')).toBe(400);
  });

  it('of headers and members are written as clients want them, in streams too', async () => {
    const answer = await kb.client.send('POST', `${kb.path}/ask`, {
      body: { query: 'When was the lighthouse built?' },
    });
    expect(answer.headers.get('acme-learning-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.headers.get('svc-learning-id')).toBeNull();
    expect(answer.headers.get('x-acme-trace')).toBe(answer.headers.get('x-request-id'));
    const items = String(answer.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).item);
    expect(items.find(({ type }) => type === 'metadata')?.tokens).toEqual({
      input: expect.any(Number),
      output: expect.any(Number),
      input_acme: expect.any(Number),
      output_acme: expect.any(Number),
    });

    const whole = await kb.client.send('POST', `${kb.path}/ask`, {
      body: { query: 'When was the lighthouse built?' },
      headers: { 'x-synchronous': 'true' },
    });
    expect(whole.body).toMatchObject({ metadata: { tokens: { input_acme: expect.any(Number) } } });
    expect(whole.headers.get('acme-learning-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('of headers are shown to pages', async () => {
    const { headers } = await kb.client.send('GET', kb.path, { headers: { origin: 'https://app.example.org' } });
    expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['ACME-LEARNING-ID', 'X-Acme-Trace']),
    );
  });

  it('of values are understood both ways and written as clients want them', async () => {
    const ask = (author: string) =>
      kb.client.send('POST', `${kb.path}/ask`, {
        body: {
          query: 'When was it built?',
          context: [
            { author: 'USER', text: 'Tell me about the lighthouse.' },
            { author, text: 'It stands.' },
          ],
        },
      });
    for (const author of ['SVC', 'ACME']) expect([author, (await ask(author)).status]).toEqual([author, 200]);
    expect((await ask('NOBODY')).status).toBe(422);

    for (const icon of ['application/svc-link', 'application/acme-link']) {
      const rid = await kb.createResource({ icon });
      expect((await kb.resource(rid)).icon).toBe('application/acme-link');
    }
  });

  it('leave what callers write alone', async () => {
    const metadata = { note: 'ACME', about: 'application/svc-link' };
    const rid = await kb.createResource({ title: 'SVC', texts: { a: { body: 'ACME and SVC' } }, extra: { metadata } });
    const resource = await kb.resource(rid, { show: ['basic', 'values', 'extra'] });
    expect(resource).toMatchObject({
      title: 'SVC',
      extra: { metadata },
      data: { texts: { a: { value: { body: 'ACME and SVC' } } } },
    });
  });

  it('appear on the pages of the deployment', async () => {
    expect(await (await fetch(standalone.origin)).text()).toContain('Acme Search');
    expect((await kb.client.send('GET', '/openapi.json')).body).toMatchObject({ info: { title: 'Acme Search' } });
    expect((await kb.client.send('GET', '/docs')).body).toContain('Acme Search API');
  });
});
