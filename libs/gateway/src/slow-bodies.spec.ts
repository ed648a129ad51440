import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { BOX, TestGateway } from './gateway.fixture';

/** Each byte long before the time of a body is over. */
const DRIP_MS = 100;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start({ BODY_TIMEOUT_S: '1' });
});
afterAll(() => gateway.close());

/** Sends a body byte by byte until the server ends the connection. */
async function drip(path: string, headers: readonly string[], chunk: string): Promise<string> {
  const { hostname, port } = new URL(gateway.origin);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const head = [
    `POST /api/v1/kb/${BOX}/${path} HTTP/1.1`,
    'Host: a',
    'X-SVC-SERVICEACCOUNT: Bearer writer',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const timer = setInterval(() => socket.writable && socket.write(chunk), DRIP_MS);
  return text(socket).finally(() => clearInterval(timer));
}

describe('a body that drips', () => {
  it.each([
    ['of known length', ['Content-Length: 1000'], ' '],
    ['of unknown length', ['Transfer-Encoding: chunked'], '1\r\n \r\n'],
  ])('%s is answered 408, and the connection ends', async (_, headers, chunk) => {
    const [json, upload] = await Promise.all([drip('notes', headers, chunk), drip('upload', headers, chunk)]);
    for (const answer of [json, upload]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer.toLowerCase()).toContain('connection: close');
    }
    expect(json).toContain('{"detail":"The request body was not complete within 1 s"}');
    expect(upload).toContain('{"detail":"The upload brought less than 16384 bytes in 1 s"}');
  });

  it('is taken when it is complete in time', async () => {
    const answer = await gateway.call('upload', { body: 'bytes' });
    expect(answer.status).toBe(201);
  });
});
