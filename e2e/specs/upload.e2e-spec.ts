import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, base64, Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { rawRequest } from '../harness/raw-request';
import { Standalone, temporaryFolder } from '../harness/standalone';

const MIB = 1024 ** 2;
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');
/** Nothing else in a box is the same. */
const unique = (text = 'Some text') => Buffer.from(`${text} ${randomUUID()}`);

interface Accepted {
  readonly uuid: string;
  readonly field_id: string;
  readonly seqid: number;
}

inStandalone('uploads, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (path: string, raw: Buffer, headers: Record<string, string> = {}) =>
    kb.client.send('POST', `${kb.path}${path}`, { raw, headers: { 'content-type': 'text/plain', ...headers } });
  const accepted = ({ status, body }: Answer): Accepted => {
    expect([status, body]).toEqual([
      201,
      { seqid: expect.any(Number), uuid: expect.stringMatching(/^[0-9a-f]{32}$/), field_id: expect.any(String) },
    ]);
    return body as Accepted;
  };
  const fileOf = async ({ uuid, field_id }: Accepted) => {
    const { data, title, icon } = await kb.resource(uuid, { show: ['basic', 'values'] });
    const value = data?.files?.[field_id]?.value;
    return { title, icon, ...(typeof value === 'object' && 'file' in value && value.file) };
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('make a resource that is named, typed and found like the file', async () => {
    const content = unique('The ptarmigan changes its feathers');
    const upload = accepted(await send('/upload', content, { 'x-filename': base64('Schneehühner %26 mehr.txt') }));
    expect(upload.field_id).toMatch(/^[0-9a-f]{32}$/);
    expect(await fileOf(upload)).toEqual({
      // Without a heading, the extension goes once it is processed.
      title: expect.stringMatching(/^Schneehühner & mehr(\.txt)?$/),
      icon: 'text/plain',
      filename: 'Schneehühner %26 mehr.txt',
      content_type: 'text/plain',
      size: content.length,
      md5: md5(content),
      uri: `/kb/${kb.id}/resource/${upload.uuid}/file/${upload.field_id}/download/field`,
    });
    await kb.untilProcessed(upload.uuid);
    expect((await kb.foundTexts({ query: 'ptarmigan', features: ['keyword'] }))[0]).toContain('changes its feathers');
  });

  it('take names in base64 and as they are, and do without', async () => {
    const named = async (headers: Record<string, string>) =>
      (await fileOf(accepted(await send('/upload', unique(), headers)))).filename;
    expect(await named({ 'x-filename': 'report 2024 (final).txt' })).toBe('report 2024 (final).txt');
    expect(await named({ 'x-filename': base64('日本語.txt') })).toBe('日本語.txt');
    expect(await named({})).toMatch(/^[0-9a-f]{32}$/);
    expect(await named({ 'x-filename': `UTF-8''na%C3%AFve.txt` })).toBe('naïve.txt');
    expect(await named({ 'x-filename': Buffer.from('Größe 日本.txt').toString('latin1') })).toBe('Größe 日本.txt');
    expect((await send('/upload', unique(), { 'x-filename': '' })).status).toBe(422);
  });

  it('are typed by the header, else by the name, else not at all', async () => {
    const typed = async (headers: Record<string, string>) => {
      const sent = Object.entries({ ...kb.client.credential, ...headers });
      const options = { method: 'POST', path: `/api/v1${kb.path}/upload`, headers: sent, body: unique() };
      const { status, body } = await rawRequest(kb.client.origin, options);
      expect([headers, status]).toEqual([headers, 201]);
      return (await fileOf(JSON.parse(body.toString()))).content_type;
    };
    expect(await typed({ 'content-type': 'text/markdown; charset=utf-8', 'x-filename': base64('a.txt') })).toBe(
      'text/markdown',
    );
    expect(await typed({ 'x-filename': base64('table.csv') })).toBe('text/csv');
    expect(await typed({})).toBe('application/octet-stream');
    for (const type of ['nonsense', 'foo/bar', '/', 'text/']) {
      expect(await send('/upload', unique(), { 'content-type': type })).toMatchObject({
        status: 415,
        body: { detail: `Unsupported content type: ${type}` },
      });
    }
  });

  it('are read in the character set that their content type names, whole and inside resources', async () => {
    // "今天下雨" in GBK, too short to be recognised.
    const content = Buffer.from([0xbd, 0xf1, 0xcc, 0xec, 0xcf, 0xc2, 0xd3, 0xea]);
    const contentType = 'text/plain; charset=gbk';
    const upload = accepted(await send('/upload', content, { 'content-type': contentType }));
    expect(await fileOf(upload)).toMatchObject({ icon: 'text/plain', content_type: contentType });
    const file = { filename: 'rain.txt', payload: content.toString('base64'), content_type: contentType };
    const rid = await kb.createResource({ files: { rain: { file } } });
    for (const uuid of [upload.uuid, rid]) {
      await kb.untilProcessed(uuid);
      const { data } = await kb.resource(uuid, { show: ['extracted'], extracted: ['text'] });
      expect(Object.values(data?.files ?? {}).map(({ extracted }) => extracted?.text?.text)).toEqual(['今天下雨']);
    }
  });

  it('into a field put the file there, by id and by slug', async () => {
    const slug = `shelf-${randomUUID()}`;
    const rid = await kb.createResource({ slug, title: 'A shelf' });
    const [first, second] = [unique('first'), unique('second')];
    const upload = accepted(
      await send(`/resource/${rid}/file/report/upload`, first, { 'x-filename': base64('first.txt') }),
    );
    expect(upload).toMatchObject({ uuid: rid, field_id: 'report' });
    expect(await fileOf(upload)).toMatchObject({ title: 'A shelf', filename: 'first.txt', md5: md5(first) });
    accepted(await send(`/slug/${slug}/file/report/upload`, second, { 'x-filename': base64('second.txt') }));
    expect(await fileOf(upload)).toMatchObject({ filename: 'second.txt', md5: md5(second) });
    expect(await send(`/resource/${randomUUID()}/file/a/upload`, first)).toMatchObject({
      status: 404,
      body: { detail: 'Resource does not exist' },
    });
    expect((await send(`/slug/nobody/file/a/upload`, first)).status).toBe(404);
    expect((await send(`/resource/${rid}/file/not a name/upload`, first)).status).toBe(422);
  });

  it('of a file that the box has are refused, but not into fields', async () => {
    const content = unique();
    const { uuid } = accepted(await send('/upload', content));
    expect(await send('/upload', content)).toMatchObject({
      status: 409,
      body: { detail: `File already exists in the Knowledge Box, in the resource ${uuid}` },
    });
    const rid = await kb.createResource({});
    accepted(await send(`/resource/${rid}/file/copy/upload`, content));
    const other = await server(mode).createKnowledgeBox();
    expect(
      (
        await other.client.send('POST', `${other.path}/upload`, {
          raw: content,
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(201);
  });

  it('may say the checksum, which has 32 characters', async () => {
    const content = unique();
    for (const wrong of ['abc', 'a'.repeat(33)]) {
      const loc = ['header', 'x-md5'];
      expect(await send('/upload', content, { 'x-md5': wrong })).toMatchObject({
        status: 422,
        body: { detail: [{ loc }] },
      });
    }
    const upload = accepted(await send('/upload', content, { 'x-md5': md5(content) }));
    expect((await fileOf(upload)).md5).toBe(md5(content));
    expect((await send('/upload', content, { 'x-md5': md5(content).toUpperCase() })).status).toBe(409);
    expect((await send('/upload', unique(), { 'x-md5': md5(content) })).status).toBe(422);
  });

  it('of nothing are empty files', async () => {
    const upload = accepted(await send('/upload', Buffer.alloc(0), { 'x-filename': base64('empty.txt') }));
    expect(await fileOf(upload)).toMatchObject({ size: 0, filename: 'empty.txt' });
    const path = `${kb.path}/resource/${upload.uuid}/file/${upload.field_id}/download/field`;
    const answer = await kb.client.send('GET', path);
    expect([answer.status, answer.headers.get('content-length'), answer.body]).toEqual([200, '0', '']);
    expect((await kb.client.send('GET', path, { headers: { range: 'bytes=0-1' } })).status).toBe(416);
  });

  it('come back byte by byte, in ranges too', async () => {
    const content = randomBytes(3 * MIB + 17);
    const upload = accepted(
      await send('/upload', content, {
        'content-type': 'application/octet-stream',
        'x-filename': base64('noise, "quoted" ü.bin'),
      }),
    );
    const path = `/api/v1${kb.path}/resource/${upload.uuid}/file/${upload.field_id}/download/field`;
    const get = (range?: string, options: { method?: string; query?: string } = {}) => {
      const headers = [...Object.entries(kb.client.credential), ...(range ? [['range', range] as const] : [])];
      return rawRequest(kb.client.origin, { method: options.method, path: `${path}${options.query ?? ''}`, headers });
    };

    const whole = await get();
    expect(whole.status).toBe(200);
    expect(whole.body.equals(content)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
      'content-length': String(content.length),
    });
    expect(whole.headers['content-disposition']).toBe(
      `attachment; filename="${encodeURIComponent('noise, "quoted" ü.bin')}"`,
    );

    const size = content.length;
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 100],
      [`bytes=${size - 10}-`, size - 10, size],
      ['bytes=-10', size - 10, size],
      [`bytes=5-${size * 2}`, 5, size],
    ] as const) {
      const part = await get(range);
      expect([range, part.status, part.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${start}-${end - 1}/${size}`,
      ]);
      expect(part.body.equals(content.subarray(start, end))).toBe(true);
    }
    for (const [range, reason] of [
      ['bytes=0-1,3-4', 'rangeNotSupported'],
      ['lines=1-2', 'rangeNotParsable'],
      [`bytes=${size}-`, 'invalidRange'],
      ['bytes=9-2', 'invalidRange'],
    ] as const) {
      const refusal = await get(range);
      expect([range, refusal.status, refusal.headers['content-range']]).toEqual([range, 416, `bytes */${size}`]);
      expect(JSON.parse(refusal.body.toString())).toMatchObject({ detail: { reason, range } });
    }

    const head = await get(undefined, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(size), 0]);
    expect((await get(undefined, { query: '?inline=true' })).headers['content-disposition']).toBe('inline');
  });

  it('are not downloaded where there are none', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'no file' } } });
    expect(await kb.client.send('GET', `${kb.path}/resource/${rid}/file/a/download/field`)).toMatchObject({
      status: 404,
      body: { detail: "Specified file doesn't exist" },
    });
    expect((await kb.client.send('GET', `${kb.path}/resource/${randomUUID()}/file/a/download/field`)).status).toBe(404);
  });

  it('come inside resources, too', async () => {
    const content = unique('Inline marmots whistle');
    const file = { filename: 'marmot.txt', content_type: 'text/plain', payload: content.toString('base64') };
    const rid = await kb.createResource({ files: { inline: { file } } }, { wait: 'searchable' });
    const resource = await kb.resource(rid, { show: ['basic', 'values'] });
    expect(resource.title).toBe('marmot');
    expect(resource.data?.files?.['inline']?.value).toMatchObject({
      external: false,
      password: '',
      file: { md5: md5(content), size: content.length },
    });
    expect((await kb.client.send('GET', `${kb.path}/resource/${rid}/file/inline/download/field`)).body).toBe(
      content.toString(),
    );
    const put = (path: string, body: object) =>
      kb.client.send('PUT', `${kb.path}/resource/${rid}/file/${path}`, { body });
    expect((await put('second', { file: { ...file, filename: 'second.txt' } })).status).toBe(201);
    for (const payload of ['no base64!', '====', 'abc']) {
      expect([payload, await put('bad', { file: { ...file, payload } })]).toMatchObject([
        payload,
        { status: 422, body: { detail: 'MD5 could not be computed' } },
      ]);
    }
    expect(await put('bad', { file: { payload: file.payload } })).toMatchObject({
      status: 422,
      body: { detail: "'filename' field is required" },
    });
    expect(await put('bad', { file: { filename: 'a.txt' } })).toMatchObject({
      status: 422,
      body: { detail: "'payload' field is required" },
    });
    expect(await put('bad', { file: { ...file, content_type: 'nonsense' } })).toMatchObject({
      status: 422,
      body: { detail: 'Unsupported content type: nonsense' },
    });
    expect((await kb.client.send('GET', `${kb.path}/resource/${rid}/file/bad`)).status).toBe(404);
  });
});

describe('uploads that end badly, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({
      dataDir: folder,
      env: { UPLOAD_SIZE_BYTES_MAX: String(MIB), JSON_BODY_SIZE_BYTES_MAX: String(4 * MIB) },
    });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const stored = async () => {
    const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const headers = () =>
    [...Object.entries(kb.client.credential), ['content-type', 'text/plain']] as (readonly [string, string])[];
  const path = () => `/api/v1${kb.path}/upload`;

  it('are refused above the size limit, announced or not, and leave nothing', async () => {
    const tooLarge = { status: 413, body: { detail: expect.stringContaining(String(MIB)) } };
    expect(
      await kb.client.send('POST', `${kb.path}/upload`, {
        raw: Buffer.alloc(MIB + 1, 'a'),
        headers: { 'content-type': 'text/plain' },
      }),
    ).toMatchObject(tooLarge);
    const unannounced = await rawRequest(kb.client.origin, {
      method: 'POST',
      path: path(),
      headers: [...headers(), ['transfer-encoding', 'chunked']],
      body: Buffer.alloc(MIB + 1, 'b'),
    });
    expect(unannounced.status).toBe(413);
    const announced = await rawRequest(kb.client.origin, {
      method: 'POST',
      path: path(),
      headers: [...headers(), ['content-length', String(2 * MIB)]],
      withholdBody: true,
    });
    expect(announced.status).toBe(413);
    expect(
      (
        await kb.client.send('POST', `${kb.path}/upload`, {
          raw: Buffer.alloc(MIB, 'c'),
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(201);
    expect(await stored()).toHaveLength(1);
  });

  it('leave nothing when they are refused for what they say', async () => {
    const before = (await stored()).length;
    const content = unique();
    const upload = (extra: Record<string, string>) =>
      kb.client.send('POST', `${kb.path}/upload`, {
        raw: content,
        headers: { 'content-type': 'text/plain', ...extra },
      });
    expect((await upload({ 'content-type': 'nonsense' })).status).toBe(415);
    expect((await upload({ 'x-md5': 'short' })).status).toBe(422);
    expect(
      (
        await kb.client.send('POST', `${kb.path}/slug/nobody/file/a/upload`, {
          raw: content,
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(404);
    expect((await upload({})).status).toBe(201);
    expect((await upload({})).status).toBe(409);
    expect(await stored()).toHaveLength(before + 1);
  });

  it('into fields replace bytes, and the old ones are removed', async () => {
    const rid = await kb.createResource({});
    const put = (text: string) =>
      kb.client.send('POST', `${kb.path}/resource/${rid}/file/a/upload`, {
        raw: unique(text),
        headers: { 'content-type': 'text/plain' },
      });
    expect((await put('old')).status).toBe(201);
    const before = (await stored()).length;
    expect((await put('new')).status).toBe(201);
    await until(async () => ((await stored()).length === before ? true : undefined), 'the old bytes are removed');
    expect((await kb.client.send('DELETE', `${kb.path}/resource/${rid}/file/a`)).status).toBe(204);
    await until(async () => ((await stored()).length === before - 1 ? true : undefined), 'the new bytes are removed');
  });
});
