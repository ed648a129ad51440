import { closeSync, mkdirSync, openSync, truncateSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BOX, TestGateway } from './gateway.fixture';

const MIB = 1024 ** 2;
/** More than the buffers of two sockets take. */
const ANSWER_BYTES = 32 * MIB;
const TIMEOUT_S = 2;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start({ BODY_TIMEOUT_S: String(TIMEOUT_S) });
  const folder = join(gateway.blobFolder, 'kb', BOX);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'large.bin');
  closeSync(openSync(file, 'w'));
  truncateSync(file, ANSWER_BYTES);
});
afterAll(() => gateway.close());

/** Takes a part of the answer after each pause, then all that is left. @returns bytes of all of it */
async function read(lines: readonly string[], body: string, pauses: readonly number[]): Promise<number> {
  const { hostname, port } = new URL(gateway.origin);
  const socket = connect(Number(port), hostname).pause();
  const closed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
  let bytes = 0;
  const head = [...lines, 'Host: a', 'X-SVC-SERVICEACCOUNT: Bearer writer', 'Connection: close'];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.on('data', ({ length }: Buffer) => (bytes += length)).pause();
  for (const pauseMs of pauses) {
    await sleep(pauseMs);
    socket.resume();
    await sleep(1);
    socket.pause();
  }
  socket.resume();
  await closed;
  return bytes;
}

const note = JSON.stringify({ title: 'large', size: Math.ceil(ANSWER_BYTES / 100_000) });
const post = `POST /api/v1/kb/${BOX}/stream HTTP/1.1`;
const answers: readonly (readonly [string, readonly string[], string])[] = [
  ['a download', [`GET /api/v1/kb/${BOX}/download/large.bin HTTP/1.1`], ''],
  ['a stream', [post, 'content-type: application/json', `content-length: ${note.length}`], note],
];

describe.each(answers)('%s', (_, lines, body) => {
  it('is broken off for a client that takes nothing of it', async () => {
    const bytes = await read(lines, body, [TIMEOUT_S * 5_000]);
    expect([bytes > MIB / 10, bytes < ANSWER_BYTES]).toEqual([true, true]);
  });

  it('is complete for a client that takes it slowly', async () => {
    const pauses = Array.from({ length: 4 }, () => TIMEOUT_S * 400);
    expect(await read(lines, body, pauses)).toBeGreaterThan(ANSWER_BYTES);
  });
});
