import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BOX, TestGateway } from './gateway.fixture';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start({ UPLOAD_SIZE_BYTES_MAX: '1000', JSON_BODY_SIZE_BYTES_MAX: '2000' });
  const folder = join(gateway.blobFolder, 'kb', BOX);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ten.bin'), '0123456789');
  writeFileSync(join(folder, 'inline.html'), '<script>');
});
afterAll(() => gateway.close());

function stored(): readonly string[] {
  return readdirSync(gateway.blobFolder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && (entry.parentPath.endsWith('upload') || entry.parentPath.endsWith('.incoming')),
    )
    .map(({ name }) => name);
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !condition(); tries += 1) await sleep(10);
}

describe('an upload', () => {
  it('is stored under its knowledge box, whatever type it claims', async () => {
    const answer = await gateway.call('upload', { body: 'bytes', headers: { 'content-type': 'not a type' } });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      key: expect.stringMatching(new RegExp(`^kb/${BOX}/upload/[0-9a-f-]{36}$`)),
      sizeBytes: 5,
      md5: '4b3a6218bb3e3a7303e8a171a60fcf92',
      sha256: expect.any(String),
      kb: BOX,
    });
  });

  it('may be empty, and may be JSON that is none', async () => {
    const empty = await gateway.call('upload', { method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(await empty.json()).toMatchObject({ sizeBytes: 0 });
    const json = await gateway.call('upload', { body: '{"a":', headers: { 'content-type': 'application/json' } });
    expect(await json.json()).toMatchObject({ sizeBytes: 5 });
  });

  it('leaves nothing behind when its operation refuses it or has no room, and stays when nobody knows', async () => {
    const before = stored().length;
    expect((await gateway.call('upload', { body: 'abc' })).status).toBe(409);
    expect((await gateway.call('upload', { body: 'ab' })).status).toBe(507);
    expect(stored()).toHaveLength(before);
    expect((await gateway.call('upload', { body: 'abcd' })).status).toBe(503);
    expect(stored()).toHaveLength(before + 1);
  });

  it('is refused when it is too large, announced or not, and leaves nothing behind', async () => {
    const before = stored().length;
    expect((await gateway.call('upload', { body: 'x'.repeat(1_001) })).status).toBe(413);
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(600))),
    });
    const status = await gateway.call('upload', { body: chunks, duplex: 'half' } as RequestInit).then(
      ({ status }) => status,
      () => 413,
    );
    expect(status).toBe(413);
    // A connection that is cut off before the answer is read does not say when the rest is removed.
    await until(() => stored().length === before);
    expect(stored()).toHaveLength(before);
  });

  it('is not stored for somebody who may not write', async () => {
    const before = stored().length;
    expect((await gateway.call('upload', { body: 'bytes', as: 'reader' })).status).toBe(403);
    expect(stored()).toHaveLength(before);
  });

  it('leaves nothing behind when the client hangs up', async () => {
    const before = stored().length;
    const sent = request(`${gateway.origin}/api/v1/kb/${BOX}/upload`, {
      method: 'POST',
      headers: { 'x-svc-serviceaccount': 'Bearer writer', 'content-length': 500 },
    });
    sent.on('error', () => undefined).write('half');
    await until(() => stored().length === before + 1);
    sent.destroy();
    await until(() => stored().length === before);
    expect(stored()).toHaveLength(before);
  });
});

describe('a JSON body', () => {
  it('is refused when it is too large, announced or not', async () => {
    const json = { title: 'x', other: 'y'.repeat(3_000) };
    expect((await gateway.call('notes', { json })).status).toBe(413);
    const body = new Blob([JSON.stringify(json)]).stream();
    expect((await gateway.call('notes', { body, duplex: 'half' } as RequestInit)).status).toBe(413);
  });
});

describe('a download', () => {
  it('is the blob, with what describes it', async () => {
    const answer = await gateway.call('download/ten.bin');
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '10',
      'content-type': 'text/html',
      'content-disposition': 'attachment; filename="%C3%A9%22.html"',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('of %s is that part', async (range, part, described) => {
    const answer = await gateway.call('download/ten.bin', { headers: { range } });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([206, part, described]);
    expect(answer.headers.get('content-length')).toBe(String(part.length));
  });

  it.each([
    [
      'bytes=0-1,3-4',
      { reason: 'rangeNotSupported', range: 'bytes=0-1,3-4', message: 'Multipart ranges are not supported yet' },
    ],
    ['lines=1-2', { reason: 'rangeNotParsable', range: 'lines=1-2' }],
    ['bytes=10-', { reason: 'invalidRange', range: 'bytes=10-', message: 'Invalid range' }],
    ['bytes=4-2', { reason: 'invalidRange', range: 'bytes=4-2', message: 'Invalid range' }],
  ])('of %s is refused', async (range, detail) => {
    const answer = await gateway.call('download/ten.bin', { headers: { range } });
    expect([answer.status, await answer.json(), answer.headers.get('content-range')]).toEqual([
      416,
      { detail },
      'bytes */10',
    ]);
  });

  it('may be requested by HEAD, which has no body', async () => {
    const answer = await gateway.call('download/ten.bin', { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', '']);
  });

  it('shown in place runs no scripts', async () => {
    const answer = await gateway.call('download/inline.html');
    expect([answer.headers.get('content-disposition'), answer.headers.get('content-security-policy')]).toEqual([
      'inline',
      expect.stringMatching(/^sandbox; default-src 'none'/),
    ]);
  });

  it('of a type that no header may carry is that of no type', async () => {
    writeFileSync(join(gateway.blobFolder, 'kb', BOX, 'odd.bin'), 'odd');
    const answer = await gateway.call('download/odd.bin');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  });

  it('of what is not there is 404', async () => {
    expect((await gateway.call('download/nothing')).status).toBe(404);
  });
});
