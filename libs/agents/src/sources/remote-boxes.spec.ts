import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CatalogRequest } from '@lectern/contracts/knowledge-box';
import { AskRequest, FindRequest } from '@lectern/contracts/search';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { CALLS_MAX, InteractionCalls } from '../interaction/interaction-calls';
import { RemoteBoxes } from './remote-boxes';

const kbid = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const KEY = 'the-secret-key';

describe('knowledge boxes of other zones', () => {
  let zone: Server;
  let origin: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: string[] = [];
  let calls: InteractionCalls;

  beforeAll(async () => {
    zone = createServer((request, response) => {
      void text(request).then((body) => {
        const { method, url, headers } = request;
        asked.push(`${method} ${url} ${headers['x-svc-serviceaccount']} ${body === '' ? '' : JSON.parse(body).query}`);
        answer(request, response);
      });
    }).listen(0, '127.0.0.1');
    await once(zone, 'listening');
    origin = `http://127.0.0.1:${(zone.address() as AddressInfo).port}`; // of a server that listens
  });
  afterAll(() => {
    zone.closeAllConnections();
    zone.close();
  });
  beforeEach(() => {
    asked.length = 0;
    calls = new InteractionCalls({ request: noBus, stream: noBus });
  });

  const open = (signal = new AbortController().signal, allowed = origin.replace('http://', '')) =>
    new RemoteBoxes(new Egress(new Guard(new AllowList([allowed])))).open(
      { url: `${origin}/api`, kbid, key: KEY },
      { signal, calls },
    );
  const answers = (body: unknown) => {
    answer = (_, response) => void response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const question = Object.assign(new AskRequest(), { query: 'ibex' });
  const itemsOf = async (box = open()) => {
    const items: unknown[] = [];
    for await (const { item } of box.ask(question)) items.push(item);
    return items;
  };

  it('answer a question item by item, for the key of the driver', async () => {
    const [first, second] = [
      { type: 'answer', text: 'Steep rocks.' },
      { type: 'status', status: 'success' },
    ];
    answers(`${JSON.stringify({ item: first })}\n${JSON.stringify({ item: second })}\n`);
    expect(await itemsOf()).toEqual([first, second]);
    expect(asked).toEqual([`POST /api/v1/kb/${kbid}/ask Bearer ${KEY} ibex`]);
  });

  it('are searched and listed, too', async () => {
    const box = open();
    answers({ resources: {}, best_matches: ['a'] });
    expect(await box.find(Object.assign(new FindRequest(), { query: 'ibex' }))).toMatchObject({ best_matches: ['a'] });
    answers({ resources: { a: {} } });
    expect(await box.catalog(new CatalogRequest())).toMatchObject({ resources: { a: {} } });
    answers({ labelsets: { kind: {} } });
    expect(await box.labelsets()).toEqual({ kind: {} });
    answers({ synonyms: { goat: ['ibex'] } });
    expect(await box.synonyms()).toEqual({ goat: ['ibex'] });
    expect(asked.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      `POST /api/v1/kb/${kbid}/find`,
      `POST /api/v1/kb/${kbid}/catalog`,
      `GET /api/v1/kb/${kbid}/labelsets`,
      `GET /api/v1/kb/${kbid}/custom-synonyms`,
    ]);
  });

  it.each([
    [401, 'forbidden', 'The key of the driver does not open its knowledge box'],
    [403, 'forbidden', 'The key of the driver does not open its knowledge box'],
    [404, 'not_found', /answered 404$/],
    [412, 'invalid_request', /answered 412$/],
    [429, 'rate_limited', /answered 429$/],
    [500, 'unavailable', /answered 500$/],
    [307, 'invalid_request', /answered 307$/],
  ])('that answer %s fail as %s, without a word of theirs', async (status, code, message) => {
    const headers = status === 307 ? { location: `${origin}/elsewhere` } : {};
    answer = (_, response) => void response.writeHead(status, headers).end(`You sent ${KEY}`);
    const failed: unknown = await itemsOf().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(String(failed)).not.toContain(KEY);
    await expect(open().labelsets()).rejects.toMatchObject({ code });
    expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(1);
    expect(asked.filter((line) => line.includes('/elsewhere'))).toEqual([]);
  });

  it('that repeat the key in an answer show none of it', async () => {
    const echo = { type: 'answer', text: `You sent ${KEY} and ${encodeURIComponent(`Bearer ${KEY}`)}` };
    answers(`${JSON.stringify({ item: echo })}\n`);
    expect(await itemsOf()).toEqual([{ type: 'answer', text: 'You sent [redacted] and [redacted]' }]);
    answers({ labelsets: { [KEY]: { title: KEY } } });
    expect(await open().labelsets()).toEqual({ '[redacted]': { title: '[redacted]' } });
  });

  it('count among the calls of the interaction, whatever is asked', async () => {
    answers({ resources: {}, best_matches: [], labelsets: {}, synonyms: {} });
    for (let made = 5; made < CALLS_MAX; made++) await calls.outside(new AbortController().signal, async () => 0);
    const box = open();
    await itemsOf();
    await box.find(Object.assign(new FindRequest(), { query: 'ibex' }));
    await box.catalog(new CatalogRequest());
    await box.labelsets();
    await box.synonyms();
    const tooMany = { code: 'quota_exceeded', message: expect.stringContaining(String(CALLS_MAX)) };
    await expect(box.labelsets()).rejects.toMatchObject(tooMany);
    await expect(itemsOf()).rejects.toMatchObject(tooMany);
    expect(asked).toHaveLength(5);
  });

  it('that answer something else than JSON, or too much of it, fail', async () => {
    answers('<html>');
    await expect(itemsOf()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(open().labelsets()).rejects.toMatchObject({ code: 'unavailable' });
    answers('x'.repeat(17 * 1024 ** 2));
    await expect(itemsOf()).rejects.toMatchObject({ code: 'too_large' });
  });

  it('are left when the interaction ends', async () => {
    answer = (_, response) => void response.write(`${JSON.stringify({ item: { type: 'answer', text: 'a' } })}\n`);
    const stop = new AbortController();
    const items = open(stop.signal).ask(question)[Symbol.asyncIterator]();
    expect(await items.next()).toMatchObject({ value: { item: { text: 'a' } } });
    stop.abort();
    await expect(items.next()).rejects.toBeDefined();
  });

  it('are not asked at addresses that are not public', async () => {
    await expect(itemsOf(open(undefined, 'example.org'))).rejects.toMatchObject({ code: 'invalid_request' });
    expect(asked).toEqual([]);
  });
});

function noBus(): never {
  throw new Error('Boxes of other zones are not asked over the bus');
}
