import { listResources } from '@lectern/contracts/knowledge-box';
import { downloadProcessingFile } from '@lectern/contracts/understanding';
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { issueNuaKey, nuaKey } from '../harness/credentials';
import { cutRequest } from '../harness/raw-request';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { tusUpload } from '../harness/tus';

const SIZE_BYTES = 500_000;
/** Bytes of the body that are sent before the connection breaks off. */
const stages = [
  ['in its head', -1],
  ['before its first byte', 0],
  ['in the middle', SIZE_BYTES / 2],
  ['before its last byte', SIZE_BYTES - 1],
  ['before its answer', SIZE_BYTES],
] as const;

describe('uploads that are cut, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const stored = async () => {
    const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).length;
  };
  /** Their number when what earlier tests have sent is processed, and nothing is written beside them. */
  const settled = () =>
    until(async () => {
      const count = await stored();
      await sleep(500);
      return count === (await stored()) ? count : undefined;
    }, 'nothing is stored any more');
  const resources = async () => (await kb.api(listResources, { query: { size: 100 } })).resources;
  const cut = (method: string, path: string, options: { body: Buffer; headers: object; cutAtBytes: number }) =>
    cutRequest(kb.client.origin, {
      ...options,
      method,
      path: path.startsWith('/api') ? path : `/api/v1${path}`,
      headers: Object.entries({ ...kb.client.credential, ...options.headers }),
    });
  /** When the answer is lost, nobody knows whether the bytes that came first are named; they stay. */
  const isOneMoreThan = async (blobs: number, count: number, spareMax = 0) => {
    const isRight = (added: number) => added >= 1 && added <= 1 + spareMax;
    await until(async () => (isRight((await stored()) - blobs) ? true : undefined), 'the bytes are stored once');
    expect(await resources()).toHaveLength(count + 1);
  };

  it.each(stages)('%s leave nothing or a whole file, and can be repeated', async (_, cutAtBytes) => {
    const [blobs, count] = [await settled(), (await resources()).length];
    const body = randomBytes(SIZE_BYTES);
    const headers = { 'content-type': 'application/octet-stream' };
    await cut('POST', `${kb.path}/upload`, { body, headers, cutAtBytes });
    const { status } = await kb.client.send('POST', `${kb.path}/upload`, { raw: body, headers });
    // A completely received upload may have become a resource, whose file is not taken again.
    expect(cutAtBytes === SIZE_BYTES ? [201, 409] : [201]).toContain(status);
    await isOneMoreThan(blobs, count, cutAtBytes === SIZE_BYTES ? 1 : 0);
  });

  it.each(stages)('and resumable, %s, go on, and become one file', async (_, cutAtBytes) => {
    const [blobs, count] = [await settled(), (await resources()).length];
    const body = randomBytes(SIZE_BYTES);
    const version = { 'tus-resumable': '1.0.0' };
    const created = await kb.client.send('POST', `${kb.path}/tusupload`, {
      headers: { ...version, 'upload-length': String(SIZE_BYTES) },
    });
    const location = new URL(created.headers.get('location') ?? '').pathname;
    const headers = { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    await cut('PATCH', location, { body, headers, cutAtBytes });
    await tusUpload(kb, body, { location });
    const { headers: state } = await kb.client.send('HEAD', location);
    expect([state.get('upload-offset'), state.get('upload-length')]).toEqual(Array(2).fill(String(SIZE_BYTES)));
    await isOneMoreThan(blobs, count, cutAtBytes === SIZE_BYTES ? 1 : 0);
    const { headers: ended } = await kb.client.send('PATCH', location, {
      headers: { ...headers, 'upload-offset': String(SIZE_BYTES) },
      raw: Buffer.alloc(0),
    });
    const [, rid = '', fieldId = ''] = /resources\/(\w+)\/field\/(.+)$/.exec(ended.get('kbdb-field') ?? '') ?? [];
    expect((await kb.download(rid, fieldId)).equals(body)).toBe(true);
  });

  it('to the processing API go on after a cut, and after a restart', async () => {
    const { token } = await issueNuaKey(kb);
    const nua = () => ({ client: new Client(standalone.origin, nuaKey(token)), path: '/processing' });
    const body = randomBytes(SIZE_BYTES);
    const cutOff = await tusUpload(nua(), body, { cutAtBytes: SIZE_BYTES / 2 });
    expect(cutOff.isComplete).toBe(false);
    const received = async () =>
      Number((await nua().client.send('HEAD', cutOff.location)).headers.get('upload-offset'));
    await until(async () => (await received()) || undefined, 'what came before the cut is there');
    await standalone.stop();
    standalone = await Standalone.start({ dataDir: folder });
    kb = kb.as(new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }));
    const whole = await tusUpload(nua(), body, { location: cutOff.location });
    expect([whole.isComplete, (whole.resumedAt ?? 0) > 0]).toEqual([true, true]);
    const query = { token: whole.header('x-svc-file-token') ?? '' };
    expect((await nua().client.api.download(downloadProcessingFile, { query })).equals(body)).toBe(true);
  });

  it('or finished twice at the same time, become one file', async () => {
    const [blobs, count] = [await settled(), (await resources()).length];
    const body = randomBytes(SIZE_BYTES);
    const version = { 'tus-resumable': '1.0.0' };
    const created = await kb.client.send('POST', `${kb.path}/tusupload`, {
      headers: { ...version, 'upload-length': String(SIZE_BYTES) },
    });
    const headers = { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const finish = () => kb.client.send('PATCH', created.headers.get('location') ?? '', { raw: body, headers });
    const statuses = (await Promise.all(Array.from({ length: 4 }, finish))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    await isOneMoreThan(blobs, count);
  });
});
