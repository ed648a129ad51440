import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ExternalConfig } from '@lectern/contracts/agents';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { objectOf, testRun } from '../../../engine/module-run.fixture';
import { contextOfTexts } from '../../context.fixture';
import { external } from './external';

interface Received {
  readonly method?: string;
  readonly url?: string;
  readonly token: unknown;
  readonly body: string;
}

describe('external', () => {
  const received: Received[] = [];
  let server: Server;
  let base: string;
  let web: Egress;
  let status = 200;
  let reply = 'Thank you';

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { method, url, headers } = request;
      received.push({ method, url, token: headers['x-token'], body: await text(request) });
      response.writeHead(status).end(reply);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object.
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    base = `http://${host}`;
    web = new Egress(new Guard(new AllowList([host])));
  });

  beforeEach(() => {
    received.length = 0;
    status = 200;
    reply = 'Thank you';
  });

  afterAll(async () => {
    await web.onApplicationShutdown();
    server.close();
  });

  const configOf = (members: Partial<ExternalConfig> = {}) =>
    Object.assign(new ExternalConfig(), { module: 'external', url: `${base}/hook?a=1`, ...members });
  const outcome = { answer: 'On rocks.', contexts: [contextOfTexts(['The ibex climbs.'])], restarts: 0 };
  const runWith = (world: Parameters<typeof testRun>[0] = {}) => ({ ...testRun(world).run, web });
  const sent = () => JSON.parse(received[0]?.body ?? 'null');

  it('sends question and answer, and says what came back', async () => {
    const checked = await external.run(configOf({ headers: { 'X-Token': 't' } }), outcome, runWith());
    expect(received).toMatchObject([{ method: 'POST', url: '/hook?a=1', token: 't' }]);
    expect(sent()).toEqual({ question: 'Where does the ibex climb?', answer: 'On rocks.' });
    expect(checked.metadata).toEqual({ status: 200, reply: 'Thank you' });
  });

  it('shows the reply to owners of the agent only', async () => {
    const checked = await external.run(configOf(), outcome, runWith({ facts: { isOwner: false } }));
    expect(checked.metadata).toEqual({ status: 200 });
  });

  it('shows no header and no key of the address that the reply repeats', async () => {
    const headers = { 'X-Token': 'the-token', Authorization: 'Bearer the-bearer-token' };
    reply = JSON.stringify({ sent: headers, url: '/hook?api_key=the-api-key', token: 'the-bearer-token' });
    const config = configOf({ headers, url: `${base}/hook?api_key=the-api-key` });
    const { metadata } = await external.run(config, outcome, runWith());
    expect(metadata).toEqual({
      status: 200,
      reply:
        '{"sent":{"X-Token":"[redacted]","Authorization":"[redacted]"},"url":"/hook?api_key=[redacted]",' +
        '"token":"[redacted]"}',
    });
  });

  it('sends the contexts, too, when it is to', async () => {
    await external.run(configOf({ method: 'PATCH', context: true }), outcome, runWith());
    expect(received[0]?.method).toBe('PATCH');
    expect(sent()).toMatchObject({ answer: 'On rocks.', context: [{ chunks: [{ text: 'The ibex climbs.' }] }] });
  });

  it('sends an object of its own, with placeholders filled at every level', async () => {
    const object = { text: 'Re: {question}', list: [{ said: '{answer}', by: '{who}', n: 1 }], left: '{unknown}' };
    const run = runWith({ facts: { arguments: { who: 'Ada' } } });
    await external.run(configOf({ call_obj: object }), outcome, run);
    expect(sent()).toEqual({
      text: 'Re: Where does the ibex climb?',
      list: [{ said: 'On rocks.', by: 'Ada', n: 1 }],
      left: '{unknown}',
    });
  });

  it('sends the object that the model makes by the schema', async () => {
    const { run, asked } = testRun({ script: () => objectOf({ place: 'rocks' }) });
    const schema = { type: 'object', properties: { place: { type: 'string' } } };
    await external.run(configOf({ call_schema: schema, prompt: 'Name the place.' }), outcome, { ...run, web });
    expect(sent()).toEqual({ place: 'rocks' });
    expect(asked).toMatchObject([
      {
        question: expect.stringContaining('Name the place.'),
        json_schema: schema,
        query_context: { answer: 'On rocks.' },
      },
    ]);
  });

  it('sends members as query parameters with GET', async () => {
    await external.run(configOf({ method: 'GET', call_obj: { said: '{answer}', n: 2 } }), outcome, runWith());
    expect(received).toMatchObject([{ method: 'GET', url: '/hook?a=1&said=On+rocks.&n=2', body: '' }]);
  });

  it.each([
    ['the address refuses it', () => (status = 500), {}, 'unavailable'],
    [
      'it is too long for GET',
      () => 0,
      { method: 'GET' as const, call_obj: { a: 'a'.repeat(9_000) } },
      'invalid_request',
    ],
    ['the address is not public', () => 0, { url: 'http://127.0.0.1:1/' }, 'invalid_request'],
  ])('fails when %s', async (_, before, members, code) => {
    before();
    await expect(external.run(configOf(members), outcome, runWith())).rejects.toMatchObject({ code });
  });
});
