import { Handles } from '@lectern/bus';
import { AppError, operation, type Policy, type Request } from '@lectern/contracts/core';
import { Controller, Module } from '@nestjs/common';
import { BOX, Note, Target, TestGateway } from './gateway.fixture';

class Said {
  [member: string]: unknown;
}

class ToldHeaders {
  told?: Readonly<Record<string, string>>;
}

const reads: Policy = { credentials: ['sa', 'user'], role: 'READER', on: 'kb' };
const at = { path: '/api/v1/kb/{kbid}/server', host: 'zone', protectedResource: true } as const;
const base = { policy: reads, params: Target, deadlineMs: 2_000 };

const talk = operation({
  ...base,
  name: 'test.server.talk',
  summary: 'Talk to a server',
  http: {
    ...at,
    method: 'POST',
    success: 200,
    tellsHeaders: true,
    bodySizeBytesMax: 100,
    bodyOfJson: (json) => (Array.isArray(json) ? { title: json.join() } : json),
    refusal: ({ message }) => ({ body: { problem: message } }),
  },
  headers: ToldHeaders,
  body: Note,
  answer: Said,
});
const listen = operation({
  ...base,
  name: 'test.server.listen',
  summary: 'Listen to a server',
  http: { ...at, method: 'GET', success: 200 },
  refuses: { code: 'method_not_allowed', message: 'No stream', headers: { Allow: 'POST' } },
});

@Controller()
class ServerHandlers {
  @Handles(talk)
  async talk({ body, headers }: Request<typeof talk>): Promise<Said> {
    if (body.title === 'bug') throw new AppError('conflict', 'Bug');
    return { title: body.title, told: headers.told };
  }
}

@Module({ controllers: [ServerHandlers] })
class ServerModule {}

const start = (environment: Readonly<Record<string, string>> = {}) =>
  TestGateway.start(environment, { operations: [talk, listen], handlers: ServerModule });

const metadataAt = (path = `/api/v1/kb/${BOX}/server`) => `/.well-known/oauth-protected-resource${path}`;

describe('a resource that OAuth protects', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await start();
  });
  afterAll(() => gateway.close());

  it('tells callers without a credential where its metadata is, and everyone what they say', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await gateway.call('server', { as: '', method });
      const address = `${gateway.origin}${metadataAt()}`;
      expect([status, headers.get('www-authenticate')]).toEqual([401, `Bearer resource_metadata="${address}"`]);
    }
    expect(await (await gateway.call(metadataAt(), { as: '' })).json()).toEqual({
      resource: `${gateway.origin}/api/v1/kb/${BOX}/server`,
      authorization_servers: [gateway.origin],
      scopes_supported: ['api:full_access', 'offline_access', 'openid'],
      bearer_methods_supported: ['header'],
    });
  });

  it('writes nothing into a header that ends its quotes', async () => {
    const { headers } = await gateway.call('/api/v1/kb/a%22,%20b=%22%0D%0A/server', { as: '', method: 'POST' });
    expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="http:[^"\s]*"$/);
  });

  it('answers other refusals as all operations do', async () => {
    const refused = await gateway.call('server', { method: 'POST', json: { title: 'bug' } });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([409, null]);
    expect(await refused.json()).toEqual({ problem: 'Bug' });
  });

  it('has another accounts host where one is configured', async () => {
    const configured = await start({ PUBLIC_URL: 'https://accounts.example' });
    const said = await (await configured.call(metadataAt(), { as: '' })).json();
    expect(said).toMatchObject({ authorization_servers: ['https://accounts.example'] });
    await configured.close();
  });
});

describe('an operation with a binding of its own', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await start();
  });
  afterAll(() => gateway.close());

  it('is told the headers of the request, but no credential', async () => {
    const headers = { 'x-tenant': 'a', cookie: 'b=c', told: 'lies' };
    const said = await (await gateway.call('server', { json: { title: 'a' }, headers })).json();
    expect(said).toMatchObject({ told: { 'x-tenant': 'a', told: 'lies' } });
    expect(Object.keys(Object(said.told))).not.toEqual(expect.arrayContaining(['cookie']));
    expect(JSON.stringify(said)).not.toContain('writer');
  });

  it('takes other forms of a body, and smaller ones than others do', async () => {
    expect(await (await gateway.call('server', { json: ['a', 'b'] })).json()).toMatchObject({ title: 'a,b' });
    expect((await gateway.call('server', { json: { title: 'x'.repeat(100) } })).status).toBe(413);
  });

  it('adds headers to a refusal', async () => {
    const refused = await gateway.call('server');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
