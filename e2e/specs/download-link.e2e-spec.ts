import { uploadFile } from '@lectern/contracts/knowledge-box';
import { randomBytes } from 'node:crypto';
import { describeUnless, findS3, S3Server } from '@lectern/testing';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { FROM_CONSOLE, SESSION } from '../harness/console-session';
import { Standalone } from '../harness/standalone';

const found = findS3();
const BUCKET = 'downloads';

describeUnless('missing' in found ? found.missing : undefined, 'downloads as links, standalone', () => {
  let blobs: S3Server;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    blobs = await S3Server.start(found);
    await blobs.createBucket(BUCKET);
    const { accessKeyId, secretAccessKey } = blobs.credentials;
    const env = {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: blobs.url,
      S3_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_LINK_TTL_S: '60',
    };
    standalone = await Standalone.start({ env });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });

  afterAll(async () => {
    await standalone?.stop();
    await blobs?.stop();
  });

  const upload = async (content: Buffer, type: string) => {
    const headers = { 'content-type': type, 'x-filename': 'a b.bin' };
    const { uuid, field_id } = await kb.client.api.upload(uploadFile, content, { params: { kbid: kb.id }, headers });
    return `${standalone.origin}/api/v1${kb.path}/resource/${uuid}/file/${field_id}/download/field`;
  };
  const ask = (url: string, options: RequestInit = {}) =>
    fetch(url, { redirect: 'manual', ...options, headers: { ...kb.client.credential, ...options.headers } });

  it('give the bytes, and their name, to anyone with the link', async () => {
    const content = randomBytes(300_000);
    const answer = await ask(await upload(content, 'application/octet-stream'));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([307, 'private, no-store']);
    const link = answer.headers.get('location') ?? '';
    expect(link.startsWith(`${blobs.url}/${BUCKET}/kb/${kb.id}/`)).toBe(true);
    const followed = await fetch(link, { headers: { range: 'bytes=10-19' } });
    expect(followed.status).toBe(206);
    expect(Buffer.from(await followed.arrayBuffer()).equals(content.subarray(10, 20))).toBe(true);
    expect(followed.headers.get('content-disposition')).toBe('attachment; filename="a%20b.bin"');
  });

  it('come from here for the console, whose pages may ask no other origin', async () => {
    const url = await upload(Buffer.from('picture'), 'image/png');
    const opened = await fetch(`${standalone.origin}${SESSION}`, {
      method: 'POST',
      headers: { ...FROM_CONSOLE, 'content-type': 'application/json' },
      body: JSON.stringify({ token: standalone.token }),
    });
    const [cookie = ''] = opened.headers.getSetCookie();
    const headers = { ...FROM_CONSOLE, cookie: cookie.split(';')[0] ?? '' };
    const answer = await fetch(url, { redirect: 'manual', headers });
    expect([answer.status, await answer.text()]).toEqual([200, 'picture']);
  });

  it('are refused like any download, and described without a link', async () => {
    const url = await upload(Buffer.from('0123456789'), 'text/plain');
    expect((await ask(url, { headers: { authorization: 'Bearer nobody' } })).status).toBe(401);
    expect((await ask(url, { headers: { range: 'bytes=99-' } })).status).toBe(416);
    const described = await ask(url, { method: 'HEAD' });
    expect([described.status, described.headers.get('content-length')]).toEqual([200, '10']);
  });

  it('are none for pages that are shown in place: only our own headers keep their scripts still', async () => {
    const url = await upload(Buffer.from('<script>alert(1)</script>'), 'text/html');
    const shown = await ask(`${url}?inline=true`);
    expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/^sandbox;/),
    ]);
  });
});
