import { randomUUID } from 'node:crypto';
import type { Client, KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { asNuaClient } from '../harness/processing';
import { cutRequest, rawRequest } from '../harness/raw-request';

const version = { 'tus-resumable': '1.0.0' };

/** Where uploads begin and are continued. */
interface Door {
  /** Path of the collection of uploads. */
  readonly path: string;
  readonly client: Client;
}

const doors = ['of a box', 'of a field by id', 'of a field by slug', 'of the processing API'] as const;
type DoorName = (typeof doors)[number];

inStandalone('a resumable upload, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: Client;
  let ten: Buffer;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nua = await asNuaClient(kb);
  });

  /** A box takes no file that it has. */
  const tenBytes = () => Buffer.from(randomUUID().slice(0, 10));
  beforeEach(() => (ten = tenBytes()));

  /** A door that no upload of this test has used. */
  const doorOf = async (name: DoorName): Promise<Door> => {
    if (name === 'of a box') return { client: kb.client, path: `/api/v1${kb.path}/tusupload` };
    if (name === 'of the processing API') return { client: nua, path: '/api/v1/processing/tusupload' };
    const slug = `s-${randomUUID()}`;
    const rid = await kb.createResource({ title: 'Has a file', slug });
    const resource = name === 'of a field by id' ? `resource/${rid}` : `slug/${slug}`;
    return { client: kb.client, path: `/api/v1${kb.path}/${resource}/file/f/tusupload` };
  };
  const begin = async ({ client, path }: Door, length: number | 'deferred') => {
    const size: Record<string, string> =
      length === 'deferred' ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) };
    const { status, headers } = await client.send('POST', path, { headers: { ...version, ...size } });
    expect(status).toBe(201);
    const { origin, pathname } = new URL(headers.get('location') ?? '');
    expect([origin, pathname.split('/').slice(0, -1).join('/')]).toEqual([client.origin, path]);
    return pathname;
  };
  const patch = async (
    { client }: Door,
    at: string,
    { offset, bytes, headers = {} }: { offset: number; bytes: Buffer; headers?: Record<string, string> },
  ) => {
    const sent = { ...version, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    return client.send('PATCH', at, { raw: bytes, headers: { ...sent, ...headers } });
  };
  const state = async ({ client }: Door, at: string) => {
    const { status, headers } = await client.send('HEAD', at);
    return status === 200 ? [Number(headers.get('upload-offset')), Number(headers.get('upload-length'))] : status;
  };
  /** Bytes of the finished upload. */
  const contentOf = async ({ client }: Door, answer: Awaited<ReturnType<typeof patch>>) => {
    const [, box, rid, field] =
      /^(.+)\/resources\/(\w+)\/field\/(.+)$/.exec(answer.headers.get('kbdb-field') ?? '') ?? [];
    const token = encodeURIComponent(String(answer.headers.get('x-svc-file-token')));
    const path = field ? `${box}/resource/${rid}/file/${field}/download/field` : `/processing/download?token=${token}`;
    const got = await fetch(`${client.origin}/api/v1${path}`, { headers: client.credential });
    return got.text();
  };
  const ends = async (door: Door, at: string, rest: Buffer, offset: number) => {
    const answer = await patch(door, at, { offset, bytes: rest });
    expect([answer.status, answer.headers.get('tus-upload-finished')]).toEqual([200, '1']);
    return contentOf(door, answer);
  };

  describe.each(doors)('%s', (name) => {
    let door: Door;
    beforeEach(async () => (door = await doorOf(name)));

    it('takes no byte beyond its length, and goes on from where it was', async () => {
      const at = await begin(door, 10);
      const all = await patch(door, at, { offset: 0, bytes: Buffer.concat([ten, ten]) });
      expect([all.status, all.body]).toEqual([413, { detail: expect.stringContaining('beyond the upload-length 10') }]);
      expect(await state(door, at)).toEqual([0, 10]);
      expect((await patch(door, at, { offset: 0, bytes: ten.subarray(0, 4) })).status).toBe(200);
      expect((await patch(door, at, { offset: 4, bytes: ten })).status).toBe(413);
      expect(await state(door, at)).toEqual([4, 10]);
      expect(await ends(door, at, ten.subarray(4), 4)).toBe(ten.toString());
      expect((await patch(door, at, { offset: 10, bytes: ten })).status).toBe(409);
      expect(await state(door, at)).toEqual([10, 10]);
    });

    it('takes no byte beyond a length that is said later, and does not keep the length that it refused', async () => {
      const at = await begin(door, 'deferred');
      const said = (length: number) => ({
        offset: 3,
        bytes: ten.subarray(3),
        headers: { 'upload-length': String(length) },
      });
      expect((await patch(door, at, { offset: 0, bytes: ten.subarray(0, 3) })).status).toBe(200);
      expect((await patch(door, at, said(9))).status).toBe(413);
      expect((await patch(door, at, said(2))).status).toBe(412);
      expect(await state(door, at)).toEqual([3, 0]);
      const last = await patch(door, at, said(10));
      expect([last.status, last.headers.get('tus-upload-finished')]).toEqual([200, '1']);
      expect(await contentOf(door, last)).toBe(ten.toString());
    });

    it('takes nothing of a body that does not say its length, or says it in two ways', async () => {
      const at = await begin(door, 10);
      const chunked = [...Object.entries({ ...door.client.credential, ...version, 'upload-offset': '0' })];
      const send = (headers: readonly (readonly [string, string])[]) =>
        rawRequest(door.client.origin, { method: 'PATCH', path: at, headers: [...chunked, ...headers], body: ten });
      expect((await send([['transfer-encoding', 'chunked']])).status).toBe(412);
      expect(await state(door, at)).toEqual([0, 10]);
      const both = send([
        ['transfer-encoding', 'chunked'],
        ['content-length', '4'],
      ]);
      await expect(
        both.then(
          ({ status }) => status,
          () => 400,
        ),
      ).resolves.toBe(400);
      expect(await state(door, at)).toEqual([0, 10]);
      expect(await ends(door, at, ten, 0)).toBe(ten.toString());
    });

    it('counts what came of a body that is shorter than it says, and no more than one says', async () => {
      const at = await begin(door, 10);
      const headersAt = (offset: number) =>
        Object.entries({ ...door.client.credential, ...version, 'upload-offset': String(offset) });
      const cut = { method: 'PATCH', path: at, headers: headersAt(0), body: ten };
      await cutRequest(door.client.origin, { ...cut, cutAtBytes: 4 });
      // Bytes on their way when the connection broke may be lost.
      const [offset = -1] = [await state(door, at)].flat();
      expect(offset).toBeLessThanOrEqual(4);
      const headers = [...headersAt(offset), ['content-length', '2'] as const];
      const lying = { method: 'PATCH', path: at, headers, body: ten.subarray(offset) };
      const { status } = await rawRequest(door.client.origin, lying);
      expect([200, 400, 409]).toContain(status);
      const [now = -1, length] = [await state(door, at)].flat();
      expect([now <= Math.max(4, offset + 2), length]).toEqual([true, 10]);
      expect(await ends(door, at, ten.subarray(now), now)).toBe(ten.toString());
    });

    it('of nothing is complete, and takes nothing more', async () => {
      const at = await begin(door, 0);
      expect(await state(door, at)).toEqual([0, 0]);
      expect((await patch(door, at, { offset: 0, bytes: ten })).status).toBe(409);
      expect(await state(door, at)).toEqual([0, 0]);
      expect((await patch(door, at, { offset: 0, bytes: Buffer.alloc(0) })).status).toBe(200);
    });

    it('is one file of its length, however many requests continue it at once', async () => {
      const at = await begin(door, 10);
      const sent = [ten, ten, Buffer.concat([ten, ten]), Buffer.concat([ten, Buffer.from('x')])];
      const answers = await Promise.all(sent.map((bytes) => patch(door, at, { offset: 0, bytes })));
      const ok = answers.filter(({ status }) => status === 200);
      expect(ok).toHaveLength(1);
      expect(answers.map(({ status }) => status).filter((status) => ![200, 409, 413].includes(status))).toEqual([]);
      const [first] = ok;
      expect(first && (await contentOf(door, first))).toBe(ten.toString());
      expect(await state(door, at)).toEqual([10, 10]);
    });
  });

  it('is continued at the path where it was begun, and is at no other', async () => {
    const [rid, other] = await Promise.all(['One', 'Another'].map((title) => kb.createResource({ title })));
    const box = await server(mode).createKnowledgeBox();
    const field = (of: string, id = 'f') => `${kb.path}/resource/${of}/file/${id}/tusupload`;
    const paths = [
      `${kb.path}/tusupload`,
      field(rid ?? ''),
      field(rid ?? '', 'g'),
      field(other ?? ''),
      `${box.path}/tusupload`,
      '/processing/tusupload',
    ];
    const all = paths.map((path) => ({
      path: `/api/v1${path}`,
      client: path.startsWith('/processing') ? nua : kb.client,
    }));
    for (const door of all) {
      ten = tenBytes();
      const at = await begin(door, 10);
      const id = at.split('/').at(-1);
      for (const elsewhere of all.filter((one) => one !== door)) {
        expect([door.path, elsewhere.path, await state(elsewhere, `${elsewhere.path}/${id}`)]).toEqual([
          door.path,
          elsewhere.path,
          404,
        ]);
        const sent = await patch(elsewhere, `${elsewhere.path}/${id}`, { offset: 0, bytes: ten });
        expect([sent.status, sent.body]).toEqual([404, { detail: `Resumable URI not found for upload_id: ${id}` }]);
      }
      expect(await state(door, at)).toEqual([0, 10]);
      expect(await ends(door, at, ten, 0)).toBe(ten.toString());
      expect(await state(door, at)).toEqual([10, 10]);
    }
  });
});
