import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { base64, Client, KnowledgeBoxClient, until } from '../harness/client';
import { inModesOfServices } from '../harness/in-modes';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { rawRequest } from '../harness/raw-request';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { tusUpload } from '../harness/tus';

const MIB = 1024 ** 2;
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');
const unique = (text = 'Some text') => Buffer.from(`${text} ${randomUUID()}`);
const VERSION = { 'tus-resumable': '1.0.0' };
const BYTES = { 'content-type': 'application/offset+octet-stream' };

/** Creates an upload by hand. */
function create(kb: KnowledgeBoxClient, headers: Record<string, string>, { target = '', body }: Creation = {}) {
  return kb.client.send('POST', `${kb.path}${target}/tusupload`, { headers: { ...VERSION, ...headers }, body });
}

interface Creation {
  readonly target?: string;
  readonly body?: object;
}

async function locationOf(kb: KnowledgeBoxClient, headers: Record<string, string>, creation?: Creation) {
  const { status, headers: answered } = await create(kb, headers, creation);
  expect(status).toBe(201);
  return answered.get('location') ?? '';
}

function patch(kb: KnowledgeBoxClient, location: string, [offset, raw]: readonly [number, Buffer], headers = {}) {
  return kb.client.send('PATCH', location, {
    raw,
    headers: { ...VERSION, ...BYTES, 'upload-offset': String(offset), ...headers },
  });
}

/** Ids in the headers of the answer to the last byte. */
function stored(kb: KnowledgeBoxClient, header: (name: string) => string | null | undefined) {
  const field = header('kbdb-field') ?? '';
  const [, rid = '', fieldId = ''] = /^\/kb\/[^/]+\/resources\/([0-9a-f]{32})\/field\/([^/]+)$/.exec(field) ?? [];
  expect(header('kbdb-resource')).toBe(`${kb.path}/resources/${rid}`);
  expect(header('tus-upload-finished')).toBe('1');
  expect(header('kbdb-seq')).toMatch(/^\d+$/);
  return { rid, fieldId };
}

inModesOfServices('resumable uploads, %s', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('go on where the connection broke off, and are the file that was sent', async () => {
    const content = randomBytes(30 * MIB);
    const metadata = { filename: 'moon.bin', content_type: 'application/octet-stream', md5: md5(content) };
    const cut = await tusUpload(kb, content, { metadata, cutAtBytes: 20 * MIB });
    expect(cut.isComplete).toBe(false);
    expect(cut.location).toMatch(new RegExp(`^/api/v1${kb.path}/tusupload/[0-9a-f]{32}$`));
    await until(async () => {
      const { headers } = await kb.client.send('HEAD', cut.location);
      return Number(headers.get('upload-offset')) > 0 ? true : undefined;
    }, 'something of it counts');
    const rest = await tusUpload(kb, content, { location: cut.location });
    expect(rest.resumedAt).toBeGreaterThan(0);
    const { rid, fieldId } = stored(kb, rest.header);
    expect((await kb.download(rid, fieldId)).equals(content)).toBe(true);
  });

  it('make a resource as their metadata says, which is found by its words', async () => {
    const content = unique('The dotterel lets the males brood.');
    const metadata = { filename: 'Zügel %26 Zaum.txt', content_type: 'text/markdown', language: 'en' };
    const result = await tusUpload(kb, content, { metadata, chunkSizeBytes: 16 });
    const { rid, fieldId } = stored(kb, result.header);
    const { title, icon, data } = await kb.resource(rid, { show: ['basic', 'values'] });
    expect({ title, icon }).toEqual({ title: expect.stringMatching(/^Zügel & Zaum(\.txt)?$/), icon: 'text/markdown' });
    expect(data?.files?.[fieldId]?.value).toMatchObject({
      language: 'en',
      file: { filename: metadata.filename, content_type: 'text/markdown', size: content.length, md5: md5(content) },
    });
    await kb.untilProcessed(rid);
    expect((await kb.foundTexts({ query: 'dotterel', features: ['keyword'] }))[0]).toContain('males brood');
  });

  it('put a field of a resource that is named by its id or its slug', async () => {
    const slug = `s-${randomUUID()}`;
    const rid = await kb.createResource({ slug, title: 'Birds' });
    const first = unique('first');
    const byId = await tusUpload(kb, first, { target: `/resource/${rid}/file/nest` });
    expect(byId.location).toMatch(new RegExp(`^/api/v1${kb.path}/resource/${rid}/file/nest/tusupload/[0-9a-f]{32}$`));
    expect(stored(kb, byId.header)).toEqual({ rid, fieldId: 'nest' });
    expect((await kb.download(rid, 'nest')).equals(first)).toBe(true);
    const second = unique('second');
    const bySlug = await tusUpload(kb, second, { target: `/slug/${slug}/file/nest` });
    expect(bySlug.location).toMatch(new RegExp(`^/api/v1${kb.path}/slug/${slug}/file/nest/tusupload/[0-9a-f]{32}$`));
    expect(stored(kb, bySlug.header)).toEqual({ rid, fieldId: 'nest' });
    expect((await kb.download(rid, 'nest')).equals(second)).toBe(true);
  });
});

inStandalone('what resumable uploads accept, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  let slug: string;
  let targets: readonly string[];

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    slug = `s-${randomUUID()}`;
    rid = await kb.createResource({ slug, title: 'Birds' });
    targets = ['', `/resource/${rid}/file/egg`, `/slug/${slug}/file/egg`];
  });

  it('is answered without a credential', async () => {
    const anyone = new Client(kb.client.origin);
    for (const target of targets) {
      for (const path of [`${kb.path}${target}/tusupload`, `${kb.path}${target}/tusupload/any`]) {
        const { status, headers } = await anyone.send('OPTIONS', path);
        const values = ['tus-resumable', 'tus-version', 'tus-extension'].map((name) => headers.get(name));
        expect([path, status, values]).toEqual([path, 204, ['1.0.0', '1.0.0', 'creation-defer-length']]);
      }
    }
  });

  it('is not what a preflight asks for', async () => {
    const preflight = { origin: 'https://a.example', 'access-control-request-method': 'PATCH' };
    const { status, headers } = await kb.client.send('OPTIONS', `${kb.path}/tusupload`, { headers: preflight });
    expect([status, headers.get('tus-version')]).toEqual([204, null]);
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it('comes in chunks, each of which is counted', async () => {
    for (const target of targets) {
      const [one, two] = [unique('a'), unique('b')];
      const length = String(one.length + two.length);
      const created = await create(kb, { 'upload-length': length }, { target });
      const location = created.headers.get('location') ?? '';
      expect([created.status, created.body]).toEqual([201, '']);
      expect(created.headers.get('tus-resumable')).toBe('1.0.0');
      expect(created.headers.get('access-control-expose-headers')).toBe('Location,Tus-Resumable');
      const middle = await patch(kb, location, [0, one]);
      expect([middle.status, middle.body]).toEqual([200, '']);
      expect(middle.headers.get('upload-offset')).toBe(String(one.length));
      expect(middle.headers.get('tus-upload-finished')).toBeNull();
      const state = await kb.client.send('HEAD', location);
      expect(state.status).toBe(200);
      expect(['upload-offset', 'upload-length', 'tus-resumable'].map((name) => state.headers.get(name))).toEqual([
        String(one.length),
        length,
        '1.0.0',
      ]);
      const end = await patch(kb, location, [one.length, two]);
      const { rid: into, fieldId } = stored(kb, (name) => end.headers.get(name));
      expect((await kb.download(into, fieldId)).equals(Buffer.concat([one, two]))).toBe(true);
      // Clients that send chunks of a fixed size end with an empty one.
      const again = await patch(kb, location, [one.length + two.length, Buffer.alloc(0)]);
      expect(again.status).toBe(200);
      expect(stored(kb, (name) => again.headers.get(name))).toEqual({ rid: into, fieldId });
    }
  });

  it('has a length that may be said later, once', async () => {
    const content = unique();
    const location = await locationOf(kb, { 'upload-defer-length': '1' });
    expect((await patch(kb, location, [0, content.subarray(0, 5)])).headers.get('upload-offset')).toBe('5');
    expect((await kb.client.send('HEAD', location)).headers.get('upload-length')).toBe('0');
    const length = { 'upload-length': String(content.length) };
    expect((await patch(kb, location, [5, content.subarray(5, 9)], length)).status).toBe(200);
    expect((await patch(kb, location, [9, content.subarray(9)], { 'upload-length': '7' })).status).toBe(412);
    const end = await patch(kb, location, [9, content.subarray(9)], length);
    const { rid: into, fieldId } = stored(kb, (name) => end.headers.get(name));
    expect((await kb.download(into, fieldId)).equals(content)).toBe(true);
  });

  it('may be empty, and is complete at once then', async () => {
    const headers = { 'upload-length': '0', 'content-type': 'application/json' };
    for (const target of targets) {
      const created = await create(kb, headers, { target });
      expect([target, created.status]).toEqual([target, 201]);
      const { rid: into, fieldId } = stored(kb, (name) => created.headers.get(name));
      expect((await kb.download(into, fieldId)).length).toBe(0);
    }
    expect((await create(kb, headers)).status).toBe(409);
  });

  it('comes with a description of the resource', async () => {
    const content = unique();
    const body = { title: 'Ignored', summary: 'About birds', metadata: { metadata: { a: 'b' } } };
    const headers = { 'upload-length': String(content.length), 'upload-metadata': `filename ${base64('a.md')}` };
    const end = await patch(kb, await locationOf(kb, headers, { body }), [0, content]);
    const { rid: into, fieldId } = stored(kb, (name) => end.headers.get(name));
    const { title, summary, metadata, data } = await kb.resource(into, { show: ['basic', 'values'] });
    expect({ title, summary, metadata: metadata?.metadata }).toEqual({
      title: expect.stringMatching(/^a(\.md)?$/),
      summary: 'About birds',
      metadata: { a: 'b' },
    });
    expect(data?.files?.[fieldId]?.value).toMatchObject({ file: { content_type: 'text/markdown' } });
  });

  it('has the type of its request only when nothing better is known', async () => {
    const typeOf = async (headers: Record<string, string>) => {
      const content = unique();
      const location = await locationOf(kb, { 'upload-length': String(content.length), ...headers });
      const end = await patch(kb, location, [0, content]);
      const { rid: into, fieldId } = stored(kb, (name) => end.headers.get(name));
      const value = (await kb.resource(into, { show: ['values'] })).data?.files?.[fieldId]?.value;
      return typeof value === 'object' && 'file' in value ? value.file.content_type : undefined;
    };
    expect(await typeOf({ 'content-type': 'application/json' })).toBe('application/json');
    const metadata = `content_type ${base64('text/csv')}`;
    expect(await typeOf({ 'content-type': 'application/json', 'upload-metadata': metadata })).toBe('text/csv');
    const withCharset = `content_type ${base64('text/csv; charset=Windows-1250')}`;
    expect(await typeOf({ 'upload-metadata': withCharset })).toBe('text/csv; charset=windows-1250');
  });

  it('is continued by POST where a client cannot send PATCH', async () => {
    const content = unique();
    const location = await locationOf(kb, { 'upload-length': String(content.length) });
    const post = (headers: Record<string, string>) =>
      kb.client.send('POST', location, { raw: content, headers: { ...BYTES, 'upload-offset': '0', ...headers } });
    expect((await post({})).status).toBe(405);
    const end = await post({ 'x-http-method-override': 'PATCH' });
    expect(end.status).toBe(200);
    stored(kb, (name) => end.headers.get(name));
  });

  it('is refused when it is created wrongly', async () => {
    const known = unique();
    const uuid = await kb.upload(known, { filename: 'known.txt', contentType: 'text/plain' });
    const length = { 'upload-length': '5' };
    const meta = (text: string) => ({ ...length, 'upload-metadata': text });
    const refusals: [Record<string, string>, number, unknown][] = [
      [{}, 412, 'upload-length header is required'],
      [{ 'upload-length': 'x' }, 412, 'upload-length header is not a number of bytes: x'],
      [meta('filename ?'), 400, 'Upload-Metadata header contains errors: filename is not base64'],
      [meta(`md5 ${base64('no')}`), 400, 'Upload-Metadata header contains errors: the value of md5 is not valid'],
      [meta(`content_type ${base64('nonsense')}`), 415, 'Unsupported content type: nonsense'],
      [{ ...length, 'content-type': 'nonsense' }, 415, 'Unsupported content type: nonsense'],
      [{ 'upload-length': String(6 * 1024 ** 3) }, 413, 'The file is larger than 5368709120 bytes'],
      [
        meta(`md5 ${base64(md5(known))}`),
        409,
        `File already exists in the Knowledge Box, in the resource ${uuid}, as known.txt`,
      ],
    ];
    for (const [headers, status, detail] of refusals) {
      const answer = await create(kb, headers);
      expect([headers, answer.status, answer.body]).toEqual([headers, status, { detail }]);
    }
    const bare = await kb.client.send('POST', `${kb.path}/tusupload`, { headers: length });
    expect([bare.status, bare.body]).toEqual([412, { detail: 'TUS needs a TUS version' }]);
    const hidden = await create(kb, length, { body: { hidden: true } });
    expect([hidden.status, hidden.body]).toEqual([422, { detail: expect.stringContaining('hidden resources') }]);
    const nowhere = await create(kb, length, { target: `/resource/${'0'.repeat(32)}/file/a` });
    expect([nowhere.status, nowhere.body]).toEqual([404, { detail: 'Resource does not exist' }]);
  });

  it('is refused when it is continued wrongly', async () => {
    const location = await locationOf(kb, { 'upload-length': '10' });
    const chunk = Buffer.from('12345');
    expect((await patch(kb, location, [0, chunk])).status).toBe(200);
    const refused = async (answer: ReturnType<typeof patch>) => {
      const { status, body } = await answer;
      return [status, body];
    };
    const mismatch = 'Current upload offset(3) does not match object offset 5';
    expect(await refused(patch(kb, location, [3, chunk]))).toEqual([409, { detail: mismatch }]);
    const unknown = `${kb.path}/tusupload/unknown`;
    const missing = { detail: 'Resumable URI not found for upload_id: unknown' };
    expect(await refused(patch(kb, unknown, [0, chunk]))).toEqual([404, missing]);
    expect((await kb.client.send('HEAD', unknown)).status).toBe(404);
    const bare = await kb.client.send('PATCH', unknown, { raw: chunk, headers: BYTES });
    expect([bare.status, bare.body]).toEqual([412, { detail: 'No upload-offset header' }]);
    const chunked = [
      ...Object.entries(kb.client.credential),
      ...Object.entries({ 'upload-offset': '5', 'transfer-encoding': 'chunked' }),
    ];
    const options = { method: 'PATCH', path: new URL(location).pathname, headers: chunked, body: chunk };
    const { status, body } = await rawRequest(kb.client.origin, options);
    expect([status, JSON.parse(body.toString())]).toEqual([412, { detail: 'content-length header is required' }]);
    const huge = await rawRequest(kb.client.origin, {
      ...options,
      headers: [...Object.entries({ ...kb.client.credential, 'upload-offset': '5' }), ['content-length', '6000000000']],
      withholdBody: true,
    });
    expect(huge.status).toBe(413);
    expect((await kb.client.send('HEAD', location)).headers.get('upload-offset')).toBe('5');
  });

  it('takes bytes as what they are: a part of an upload, nothing, or the type that the file was announced with', async () => {
    const statusesOf = async (announced: Record<string, string>) => {
      const location = await locationOf(kb, { 'upload-length': '9', ...announced });
      const statusAs = async (type: string) =>
        (await patch(kb, location, [0, Buffer.alloc(0)], { 'content-type': type })).status;
      const types = [BYTES['content-type'], '', 'Text/CSV; charset=utf-8', 'application/json', 'text/plain', 'none'];
      return Promise.all(types.map(statusAs));
    };
    expect(await statusesOf({})).toEqual([200, 200, 415, 415, 415, 415]);
    const named = { 'upload-metadata': `filename ${base64('a.csv')}` };
    expect(await statusesOf(named)).toEqual([200, 200, 415, 415, 415, 415]);
    expect(await statusesOf({ 'content-type': 'text/csv' })).toEqual([200, 200, 200, 415, 415, 415]);
    const described = { 'upload-metadata': `content_type ${base64('text/csv')}`, 'content-type': 'text/plain' };
    expect(await statusesOf(described)).toEqual([200, 200, 200, 415, 415, 415]);
  });

  it('is refused with its last byte when it is not what was announced, and can be repeated', async () => {
    const content = unique();
    const metadata = `md5 ${base64('0'.repeat(32))}`;
    const location = await locationOf(kb, {
      'upload-length': String(content.length),
      'upload-metadata': metadata,
    });
    const { status, body } = await patch(kb, location, [0, content]);
    expect([status, body]).toEqual([
      422,
      { detail: [expect.objectContaining({ msg: `Value error, the md5 of the bytes received is ${md5(content)}` })] },
    ]);
    expect((await kb.client.send('HEAD', location)).headers.get('upload-offset')).toBe('0');
  });

  it('takes one of two requests that continue it at once', async () => {
    const [one, two] = [randomBytes(3 * MIB), randomBytes(3 * MIB)];
    const location = await locationOf(kb, { 'upload-length': String(12 * MIB) });
    const statuses = (await Promise.all([patch(kb, location, [0, one]), patch(kb, location, [0, two])])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await kb.client.send('HEAD', location)).headers.get('upload-offset')).toBe(String(3 * MIB));
  });

  it('is one at a time for a field, unless it takes the place of another', async () => {
    const target = `/resource/${rid}/file/one`;
    const length = { 'upload-length': '5' };
    const location = await locationOf(kb, length, { target });
    await patch(kb, location, [0, Buffer.from('12')]);
    const second = await create(kb, length, { target });
    expect([second.status, second.body]).toEqual([
      412,
      { detail: expect.stringContaining('There is already an active tusupload that conflicts with this one.') },
    ]);
    const raw = (headers: Record<string, string>) =>
      kb.client.send('POST', `${kb.path}${target}/upload`, { raw: unique(), headers: { ...BYTES, ...headers } });
    expect((await raw({})).status).toBe(412);
    expect((await raw({ 'tus-override-upload': '1' })).status).toBe(201);
    const other = await locationOf(kb, { ...length, 'tus-override-upload': '1' }, { target });
    expect(other).toBe(location);
    expect((await kb.client.send('HEAD', other)).headers.get('upload-offset')).toBe('0');
    expect((await patch(kb, other, [0, Buffer.from('12345')])).status).toBe(200);
  });
});

inStandalone('resumable uploads and a crash, %s', () => {
  const client = ({ origin, token }: Standalone) => new Client(origin, { authorization: `Bearer ${token}` });
  let folder: string;
  let standalone: Standalone;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('go on behind what was received when the process was killed', async () => {
    const before = await client(standalone).createKnowledgeBox();
    const content = randomBytes(30 * MIB);
    const half = content.subarray(0, 20 * MIB);
    const location = await locationOf(before, { 'upload-length': String(content.length) });
    // Killed while a request is on its way: the parts that were stored before count.
    const headers = Object.entries({ ...before.client.credential, 'upload-offset': '0' });
    const broken = rawRequest(before.client.origin, {
      method: 'PATCH',
      path: new URL(location).pathname,
      headers: [...headers, ['content-length', String(content.length)]],
      body: half,
    }).catch(() => undefined);
    const offset = async (kb: KnowledgeBoxClient) =>
      Number((await kb.client.send('HEAD', new URL(location).pathname)).headers.get('upload-offset'));
    await until(async () => ((await offset(before)) >= 16 * MIB ? true : undefined), 'two parts are stored');
    standalone.app.kill();
    await broken;
    standalone = await Standalone.start({ dataDir: folder });
    const kb = new KnowledgeBoxClient(client(standalone), before.id, before.account);
    const rest = await tusUpload(kb, content, { location });
    expect(rest.resumedAt).toBe(16 * MIB);
    const { rid, fieldId } = stored(kb, rest.header);
    expect((await kb.download(rid, fieldId)).equals(content)).toBe(true);
  }, 120_000);
});
