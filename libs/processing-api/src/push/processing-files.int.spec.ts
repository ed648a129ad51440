import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Principal } from '@lectern/contracts/core';
import type { ProcessingUploadHeaders } from '@lectern/contracts/understanding';
import { doorsOf } from './processing-doors.fixture';
import { FILE_KEPT_MS } from './processing-files';
import { PushWorld } from './push-world.fixture';

const FORM = 'multipart/form-data; boundary=b';

describe('files for pushes', () => {
  let world: PushWorld;
  let doors: ReturnType<typeof doorsOf>;
  let principal: Principal;

  beforeAll(async () => {
    world = await PushWorld.open();
    doors = doorsOf(world);
  });
  beforeEach(() => (principal = { kind: 'nua', id: 'client', account: randomUUID(), roles: [] }));
  afterAll(() => world.close());

  const sent = async (content: string) => {
    const key = `account/${principal.account}/upload/${randomUUID()}`;
    return { key, ...(await world.parts.blobs.write(key, Readable.from([content]), { sizeBytesMax: 1_000_000 })) };
  };
  const store = async (content: string, headers: ProcessingUploadHeaders = {}) =>
    doors.files.store(headers, await sent(content), principal);
  const read = (token: string) => world.parts.tokens.read(token, principal.account ?? '', new Date());
  const ownBlobs = async () => {
    const keys: string[] = [];
    for await (const page of world.parts.blobs.list()) keys.push(...page.map(({ key }) => key));
    return keys.filter((key) => key.startsWith(`account/${principal.account}/`));
  };

  it('get a token that says what they are', async () => {
    const { token, isJson } = await store('tide', {
      'x-filename': Buffer.from('Flut 🌊.txt').toString('base64'),
      'x-language': 'de',
      'x-password': 'open sesame',
      'x-extract-strategy': 'e',
      'x-classification-labels': Buffer.from('[{"labelset": "kind", "label": "news"}]').toString('base64'),
    });
    expect(isJson).toBe(false);
    expect(read(token)).toEqual({
      key: expect.stringContaining(`account/${principal.account}/`),
      sizeBytes: 4,
      md5: createHash('md5').update('tide').digest('hex'),
      filename: 'Flut 🌊.txt',
      contentType: 'text/plain',
      language: 'de',
      password: 'open sesame',
      strategies: { extract: 'e', split: '' },
      labels: [{ labelset: 'kind', label: 'news' }],
    });
  });

  it.each([
    ['application/json', true],
    [' APPLICATION/JSON, text/plain', true],
    ['text/plain, application/json', false],
    ['', false],
  ])('have their tokens in JSON for a client that accepts %j: %j', async (accept, isJson) => {
    expect(await store('a', { accept })).toMatchObject({ isJson });
  });

  it('of a form are the file in it, under its name and with its type, and the form is forgotten', async () => {
    const head = 'Content-Disposition: form-data; name="f"; filename="a.csv"\r\nContent-Type: text/csv';
    const { token } = await store(`--b\r\n${head}\r\n\r\n1;2\r\n--b--\r\n`, { 'content-type': FORM });
    const file = read(token);
    expect(file).toMatchObject({ filename: 'a.csv', contentType: 'text/csv', sizeBytes: 3 });
    expect(await ownBlobs()).toEqual([file?.key]);
    expect((await buffer(await world.parts.blobs.read(file?.key ?? ''))).toString()).toBe('1;2');
  });

  it('with another MD5 than announced are refused', async () => {
    await expect(store('a', { 'x-md5': '0'.repeat(32) })).rejects.toMatchObject({ code: 'invalid_request' });
    const { token } = await store('a', { 'x-md5': createHash('md5').update('a').digest('hex').toUpperCase() });
    expect(read(token)).toBeDefined();
  });

  it('with a media type that is none, or labels that are none, are refused', async () => {
    await expect(store('a', { 'content-type': 'nonsense' })).rejects.toMatchObject({ code: 'unsupported_media_type' });
    const labels = Buffer.from(JSON.stringify(Array(101).fill({ labelset: 'a', label: 'b' }))).toString('base64');
    await expect(store('a', { 'x-classification-labels': labels })).rejects.toThrow('at most 100 labels');
  });

  it('are read back by their account with the token, and by no other', async () => {
    const { token } = await store('tide', { 'x-filename': 'a.txt' });
    expect(await doors.files.download(token, principal)).toEqual({
      key: read(token)?.key,
      sizeBytes: 4,
      contentType: 'text/plain',
      filename: 'a.txt',
      inline: true,
    });
    const refusal = { code: 'not_found', message: 'The token is not valid, or has expired' };
    const other = { ...principal, account: randomUUID() };
    await expect(doors.files.download(token, other)).rejects.toMatchObject(refusal);
    await expect(doors.files.download('no token', principal)).rejects.toMatchObject(refusal);
  });

  it('are for callers with an account', async () => {
    const nobody: Principal = { kind: 'nua', id: 'client', roles: [] };
    await expect(doors.files.store({}, await sent('a'), nobody)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('that no push needs are removed after three days, and their rows with them', async () => {
    const { token } = await store('a');
    const key = read(token)?.key ?? '';
    const later = (days: number) => new Date(Date.now() + (days / 3) * FILE_KEPT_MS);
    await doors.sweep.sweep(later(2.9));
    expect(await doors.named.named({ body: { keys: [key, 'other'] } })).toEqual({ keys: [key] });
    await doors.sweep.sweep(later(3.1));
    expect(await doors.named.named({ body: { keys: [key] } })).toEqual({ keys: [] });
    expect(await ownBlobs()).toEqual([]);
  });

  it('that a push names are kept as long as its result may be', async () => {
    const { token } = await store('a');
    await world.push({ filefield: { f: token } }, principal);
    await doors.sweep.sweep(new Date(Date.now() + 5 * 24 * 3_600_000));
    expect(await ownBlobs()).toHaveLength(1);
  });

  it('that are gone are refused in pushes, by the name of their field', async () => {
    const { token } = await store('a');
    await world.parts.transactions.run((tx) => world.parts.rows.files.delete(read(token)?.key ?? '', tx));
    await expect(world.push({ filefield: { 'my file': token } }, principal)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Invalid file token for field my file',
    });
    expect(await world.parts.shown.stats(undefined, principal)).toEqual({ incomplete: 0, scheduled: 0 });
  });

  it('are refused where the account has nothing left to process them, and their token is not made', async () => {
    const left = { monthly_limit_non_media_files_processed: 0 };
    world.parts.limits.left.set(String(principal.account), left);
    await expect(doors.files.store({}, await sent('a'), principal)).rejects.toMatchObject({ code: 'quota_exceeded' });
    const planned = { filename: 'a.txt', contentType: 'text/plain', md5: '' };
    await expect(doors.uploads.create(String(principal.account), planned, 1)).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    const film = { ...planned, filename: 'a.mp4', contentType: 'video/mp4' };
    expect(await doors.uploads.create(String(principal.account), film, 1)).toMatchObject({
      location: expect.any(String),
    });
    world.parts.limits.left.clear();
  });
});
