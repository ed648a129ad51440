import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import type { BodyPart } from '@lectern/contracts/knowledge-box';
import { PART_BYTES_MAX, withParts } from './upload-in-parts';

let folder: string;
let server: Server;
/** Input of the operation. */
let calls: BodyPart[];
let use: (part: BodyPart) => Promise<unknown>;
let outcome: Promise<unknown>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-parts-'));
  calls = [];
  use = async () => calls.length;
  server = createServer((incoming, response) => {
    const target = { blobs: new FilesystemBlobStore(folder), folder: 'kb/a', sizeBytesMax: 1, windowMs: 60_000 };
    const call = (part: BodyPart) => {
      calls.push(part);
      return use(part);
    };
    outcome = withParts(incoming, target, call).finally(() => response.end());
    outcome.catch(() => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function send(headers: Readonly<Record<string, string | number>>) {
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', method: 'PATCH', headers });
  return sent.on('error', () => undefined);
}

async function answered(sent: ReturnType<typeof send>, body?: Buffer): Promise<unknown> {
  sent.end(body);
  await once(sent, 'response');
  return outcome;
}

const blobs = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const sizes = () => calls.map(({ start, isLast, blob }) => [start, blob?.sizeBytes, isLast]);

describe('an upload in parts', () => {
  it('asks before the first byte, and then with every part', async () => {
    const body = randomBytes(PART_BYTES_MAX + 5);
    expect(await answered(send({ 'content-length': body.length }), body)).toBe(3);
    expect(sizes()).toEqual([
      [0, undefined, false],
      [0, PART_BYTES_MAX, false],
      [PART_BYTES_MAX, 5, true],
    ]);
    expect(blobs()).toHaveLength(2);
  });

  it('asks once when the body is empty', async () => {
    expect(await answered(send({ 'content-length': 0 }))).toBe(1);
    expect(sizes()).toEqual([[0, undefined, true]]);
  });

  it('refuses a body that does not say its size', async () => {
    const sent = answered(send({ 'transfer-encoding': 'chunked' }), Buffer.from('abc'));
    await expect(sent).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(calls).toEqual([]);
  });

  it('stores nothing when the first call refuses, and removes a part that is refused', async () => {
    use = async () => Promise.reject(new AppError('conflict', 'no'));
    await expect(answered(send({ 'content-length': 3 }), Buffer.from('abc'))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(sizes()).toEqual([[0, undefined, false]]);
    use = async ({ blob }) => (blob ? Promise.reject(new AppError('conflict', 'no')) : null);
    await expect(answered(send({ 'content-length': 3 }), Buffer.from('abc'))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(blobs()).toEqual([]);
  });

  it('keeps what came before the client hung up', async () => {
    const sent = send({ 'content-length': 10 });
    sent.write('half');
    while (calls.length === 0 || !blobs().length) await sleep(5);
    sent.destroy();
    await expect(outcome).rejects.toMatchObject({ code: 'cancelled' });
    expect(sizes()).toEqual([
      [0, undefined, false],
      [0, 4, false],
    ]);
  });
});
