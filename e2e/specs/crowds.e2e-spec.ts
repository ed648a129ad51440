import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { bearer } from '../harness/credentials';
import { Standalone } from '../harness/standalone';

const ASKS = 20;
const DRIP_MS = 200;

describe('crowds and slow clients, standalone', () => {
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    standalone = await Standalone.start({ env: { ASKS_AT_ONCE_MAX: '1', BODY_TIMEOUT_S: '1' } });
    kb = await new Client(standalone.origin, bearer(standalone.token)).createKnowledgeBox();
  });
  afterAll(() => standalone?.stop());

  it('get a time to retry when too many ask at once, and are answered then', async () => {
    await kb.createResource({ texts: { tides: { body: 'The moon pulls the sea.' } } }, { wait: 'searchable' });
    const body = { query: 'What pulls the sea?' };
    const ask = () => kb.client.send('POST', `${kb.path}/ask`, { body });
    const answers = await Promise.all(Array.from({ length: ASKS }, ask));
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(ASKS);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body: said } of refused) {
      expect(said).toEqual({ detail: 'Too many questions are being answered: try again later' });
      expect(headers.get('retry-after')).toBe('5');
    }
    expect((await ask()).status).toBe(200);
  });

  it.each([
    ['resources', 'The request body was not complete within 1 s'],
    ['upload', 'The upload brought less than 16384 bytes in 1 s'],
  ])('are hung up on when their bodies for %s drip', async (path, detail) => {
    const { hostname, port } = new URL(standalone.origin);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const credential = Object.entries(kb.client.credential).map(([name, value]) => `${name}: ${value}`);
    const head = [`POST /api/v1${kb.path}/${path} HTTP/1.1`, 'Host: a', 'Content-Length: 1000', ...credential];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const timer = setInterval(() => socket.writable && socket.write(' '), DRIP_MS);
    const answer = await text(socket).finally(() => clearInterval(timer));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain(JSON.stringify({ detail }));
  });
});
