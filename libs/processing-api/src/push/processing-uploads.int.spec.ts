import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BodyPart } from '@lectern/contracts/knowledge-box';
import type { ProcessingAppendHeaders, ProcessingTusHeaders } from '@lectern/contracts/understanding';
import { doorsOf } from './processing-doors.fixture';
import { PushWorld } from './push-world.fixture';
import { plannedUpload } from './upload-rows';

const HOUR_MS = 3_600_000;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const md5Of = (text: string) => createHash('md5').update(text).digest('hex');

describe('resumable uploads for pushes', () => {
  let world: PushWorld;
  let doors: ReturnType<typeof doorsOf>;
  let account: string;

  beforeAll(async () => {
    world = await PushWorld.open();
    doors = doorsOf(world);
  });
  beforeEach(() => (account = randomUUID()));
  afterAll(() => world.close());

  async function create(length: number | null, headers: ProcessingTusHeaders = { 'x-filename': 'a.txt' }) {
    const created = await doors.uploads.create(account, plannedUpload(headers), length);
    return { ...created, id: created.location.split('/').at(-1) ?? '' };
  }

  /** A request whose body arrives at once. */
  async function append(
    id: string,
    { offset, content, ...headers }: { offset: number; content: string } & ProcessingAppendHeaders,
    isLast = true,
  ) {
    const key = `account/${account}/part/${randomUUID()}`;
    const body = Buffer.from(content);
    const sizes = { 'upload-offset': String(offset), 'content-length': String(body.byteLength) };
    const request = { headers: { ...sizes, ...headers } };
    // As the gateway does: first without bytes, then with them, where there are any.
    const isEmpty = content === '';
    const admitted = await doors.uploads.append({ account, id }, { ...request, part: { start: 0, isLast: isEmpty } });
    if (isEmpty) return admitted;
    const info = await world.parts.blobs.write(key, Readable.from([body]), { sizeBytesMax: 1_000_000 });
    const part: BodyPart = { blob: { key, ...info }, start: 0, isLast };
    return doors.uploads.append({ account, id }, { ...request, part });
  }

  const contentOf = async (token: string | undefined) => {
    const file = world.parts.tokens.read(token ?? '', account, new Date());
    return (await buffer(await world.parts.blobs.read(file?.key ?? ''))).toString();
  };
  const state = (id: string, as = account) => doors.uploads.state({ account: as, id });

  it('give a token for the file with the last byte, and not before', async () => {
    const { id, token } = await create(10);
    expect(token).toBeUndefined();
    expect(await append(id, { offset: 0, content: 'tides ' })).toEqual({ offset: 6 });
    expect(await state(id)).toEqual({ offset: 6, length: 10 });
    const last = await append(id, { offset: 6, content: 'rise' });
    expect(last).toEqual({ offset: 10, token: expect.any(String) });
    expect(await contentOf(last.token)).toBe('tides rise');
  });

  it('of nothing are complete at once', async () => {
    const { token } = await create(0);
    expect(await contentOf(token)).toBe('');
  });

  it('know that their length comes later', async () => {
    const { id } = await create(null);
    expect(await append(id, { offset: 0, content: 'ab' })).toEqual({ offset: 2 });
    expect(await state(id)).toEqual({ offset: 2, length: 0 });
    const last = await append(id, { offset: 2, content: 'c', 'upload-length': '3' });
    expect(await contentOf(last.token)).toBe('abc');
  });

  it('give a client that lost the answer the token again, for an empty request', async () => {
    const { id } = await create(2);
    const first = await append(id, { offset: 0, content: 'ab' });
    const again = await append(id, { offset: 2, content: '' });
    expect(await contentOf(again.token)).toBe(await contentOf(first.token));
  });

  it('take no more bytes once they are complete', async () => {
    const { id } = await create(2);
    await append(id, { offset: 0, content: 'ab' });
    await expect(append(id, { offset: 2, content: 'c' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    [{ offset: 1, content: 'a' }, 'conflict', 'Current upload offset(1) does not match object offset 0'],
    [{ offset: 0, content: 'abcd' }, 'too_large', 'beyond the upload-length 3'],
    [{ offset: 0, content: 'a', 'upload-length': '4' }, 'precondition_failed', 'upload-length was 3 before'],
    [{ offset: 0, content: 'a', 'content-type': 'text/html' }, 'unsupported_media_type', 'text/html'],
    [{ offset: 0, content: 'a', 'upload-length': 'many' }, 'precondition_failed', 'not a number of bytes: many'],
  ])('refuse %j as %s, and keep what they have', async (request, code, message) => {
    const { id } = await create(3);
    await expect(append(id, request)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    expect(await state(id)).toEqual({ offset: 0, length: 3 });
  });

  it('accept the media type that they were created with', async () => {
    const { id } = await create(1, { 'x-filename': 'a.html', 'content-type': 'text/html; charset=utf-8' });
    expect(await append(id, { offset: 0, content: 'a', 'content-type': 'text/html' })).toMatchObject({ offset: 1 });
  });

  it('take back the last bytes when the file has another MD5 than announced, so that others can follow', async () => {
    const md5 = md5Of('right');
    const { id } = await create(5, { 'upload-metadata': `filename ${base64('a.txt')},md5 ${base64(md5)}` });
    await append(id, { offset: 0, content: 'ri' });
    await expect(append(id, { offset: 2, content: 'ber' })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await state(id)).toEqual({ offset: 2, length: 5 });
    expect(await contentOf((await append(id, { offset: 2, content: 'ght' })).token)).toBe('right');
  });

  it('give one file, though the last request comes twice at the same time', async () => {
    const { id } = await create(2);
    await append(id, { offset: 0, content: 'ab' }, false);
    const tokens = await Promise.all([1, 2].map(() => append(id, { offset: 2, content: '' })));
    const keys = tokens.map(({ token }) => world.parts.tokens.read(token ?? '', account, new Date())?.key);
    expect(new Set(keys).size).toBe(1);
    expect(await contentOf(tokens[0]?.token)).toBe('ab');
  });

  it('of other accounts are not there', async () => {
    const { id } = await create(2);
    await expect(state(id, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    account = randomUUID();
    await expect(append(id, { offset: 0, content: 'ab' })).rejects.toMatchObject({
      code: 'not_found',
      message: `Resumable URI not found for upload_id: ${id}`,
    });
  });

  it('larger than allowed are refused before a byte is sent', async () => {
    await expect(create(5 * 1024 ** 3 + 1)).rejects.toMatchObject({ code: 'too_large' });
    const { id } = await create(null);
    const request = { offset: 0, content: 'a', 'upload-length': String(5 * 1024 ** 3 + 1) };
    await expect(append(id, request)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('that nobody continues are removed with their bytes after some hours', async () => {
    const { id } = await create(5);
    await append(id, { offset: 0, content: 'ab' });
    const blobs = async () => {
      const keys: string[] = [];
      for await (const page of world.parts.blobs.list()) keys.push(...page.map(({ key }) => key));
      return keys.filter((key) => key.startsWith(`account/${account}/`));
    };
    expect(await doors.uploads.removeExpired(new Date(), 10)).toBe(0);
    expect(await blobs()).toHaveLength(1);
    await doors.uploads.removeExpired(new Date(Date.now() + 5 * HOUR_MS), 100);
    expect(await blobs()).toEqual([]);
    await expect(state(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keep the password of the file out of their rows', async () => {
    const { id } = await create(1, { 'x-filename': 'a.pdf', 'x-password': 'open sesame' });
    const [row]: { sealed_file: string }[] = await world.parts.dataSource.query(
      'SELECT sealed_file FROM tus_uploads WHERE account = $1 AND id = $2',
      [account, id],
    );
    expect(row?.sealed_file).not.toContain('sesame');
    const { token } = await append(id, { offset: 0, content: 'a' });
    expect(world.parts.tokens.read(token ?? '', account, new Date())).toMatchObject({ password: 'open sesame' });
  });

  it('name the file by their metadata, else by headers, else at random', () => {
    const metadata = `filename ${base64('metadata.pdf')},language ${base64('de')},content_type ${base64('text/csv')}`;
    const headers = {
      'x-filename': 'header.txt',
      'x-language': 'en',
      'x-md5': 'ABCDEF00ABCDEF00ABCDEF00ABCDEF00',
      'x-split-strategy': 's',
      'content-type': 'text/html',
    };
    expect(plannedUpload({ ...headers, 'upload-metadata': metadata })).toMatchObject({
      filename: 'metadata.pdf',
      language: 'de',
      contentType: 'text/csv',
      declaredType: 'text/csv',
      md5: 'abcdef00abcdef00abcdef00abcdef00',
      strategies: { split: 's' },
    });
    expect(plannedUpload(headers)).toMatchObject({ filename: 'header.txt', language: 'en', contentType: 'text/html' });
    expect(plannedUpload({})).toMatchObject({
      filename: expect.stringMatching(/^[0-9a-f]{32}$/),
      contentType: 'application/octet-stream',
      declaredType: null,
      md5: '',
      labels: [],
    });
  });
});
