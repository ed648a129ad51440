import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HttpConfig } from '@lectern/contracts/agents';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { testRun } from '../../../engine/module-run.fixture';
import { http } from './http';

const question = { id: 'q', text: 'Where & how?' };

describe('the module http', () => {
  const received: {
    readonly method?: string;
    readonly url?: string;
    readonly token: unknown;
    readonly body: string;
  }[] = [];
  let server: Server;
  let url: string;
  let web: Egress;
  let answer: { readonly status: number; readonly body: string };

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { method, url: path, headers } = request;
      received.push({ method, url: path, token: headers['x-token'], body: await text(request) });
      response.writeHead(answer.status).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object.
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    url = `http://${host}/search?lang=en`;
    web = new Egress(new Guard(new AllowList([host])));
  });
  beforeEach(() => {
    received.length = 0;
    answer = { status: 200, body: 'The ibex climbs.' };
  });
  afterAll(async () => {
    await web.onApplicationShutdown();
    server.close();
  });

  const configOf = (members: Partial<HttpConfig> = {}) =>
    Object.assign(new HttpConfig(), { module: 'http', url, max_retries: 0, ...members });
  const run = (members: Partial<HttpConfig> = {}) => http.run(configOf(members), question, { ...testRun().run, web });

  it('calls its address with the question and its headers, and answers from the text', async () => {
    const { contexts } = await run({ question_query_param: 'q', headers: { 'x-token': 'secret' } });
    expect(received).toEqual([{ method: 'GET', url: '/search?lang=en&q=Where+%26+how%3F', token: 'secret', body: '' }]);
    expect(contexts).toMatchObject([
      { chunks: [{ text: 'The ibex climbs.', origin_url: url.replace('?lang=en', '') }] },
    ]);
    // Its parameters may be keys.
    expect(JSON.stringify(contexts)).not.toContain('lang=en');
  });

  it('posts the question as JSON, and keeps JSON as an object', async () => {
    answer = { status: 200, body: '{"places": ["rocks"]}' };
    const { contexts } = await run({ method: 'POST', question_post_field: 'ask' });
    expect(received).toMatchObject([{ method: 'POST', body: '{"ask":"Where & how?"}' }]);
    expect(contexts).toMatchObject([{ json_objects: [{ places: ['rocks'] }] }]);
  });

  it('finds no header of the call in what the address repeats', async () => {
    answer = { status: 200, body: '{"headers": {"x-token": "the-token"}, "said": "Ibex \\u0022the-token\\u0022"}' };
    const { contexts } = await run({ headers: { 'x-token': 'the-token' } });
    expect(contexts).toMatchObject([{ json_objects: [{ headers: { 'x-token': '[redacted]' } }] }]);
    expect(JSON.stringify(contexts)).not.toContain('the-token');
  });

  it('finds nothing in an empty answer', async () => {
    answer = { status: 200, body: ' ' };
    expect((await run()).contexts).toEqual([]);
  });

  it('fails with the status of the address', async () => {
    answer = { status: 404, body: 'secret' };
    await expect(run()).rejects.toThrow(/^127\.0\.0\.1:\d+ answered with the status 404$/);
  });

  it('calls no address of the inside', async () => {
    await expect(run({ url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(received).toEqual([]);
  });

  it('lets smart call the same address with another question', async () => {
    const { run: own } = testRun();
    const [called] = (await http.functions?.(configOf({ question_query_param: 'q' }), own)) ?? [];
    const result = await called?.run({ question: 'When?' }, question, { ...testRun().run, web });
    expect(received).toMatchObject([{ url: '/search?lang=en&q=When%3F' }]);
    expect(result?.items).toEqual(['The ibex climbs.']);
  });
});
