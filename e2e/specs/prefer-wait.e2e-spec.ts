import { randomUUID } from 'node:crypto';
import { base64, type KnowledgeBoxClient } from '../harness/client';
import { inAllModes } from '../harness/in-modes';
import { server } from '../harness/modes';
import { tusUpload } from '../harness/tus';

const WAIT = { prefer: 'wait=20' };

inAllModes('writes that prefer to wait, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  /** Results at once, without any pause. */
  const isFound = async (word: string) => (await kb.foundTexts({ query: word, features: ['keyword'] })).length > 0;
  const word = () => `w${randomUUID().replaceAll(/[^a-z]/g, '')}x`;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('answer when what they stored is found', async () => {
    const send = (method: string, path: string, body: object) =>
      kb.client.send(method, `${kb.path}${path}`, { body, headers: WAIT });
    const [first, second, third] = [word(), word(), word()];
    const created = await send('POST', '/resources', { slug: 'kept', texts: { t: { body: `Say ${first}.` } } });
    expect([created.status, created.headers.get('preference-applied')]).toEqual([201, 'wait=20']);
    expect(await isFound(first)).toBe(true);

    const modified = await send('PATCH', '/slug/kept', { texts: { t: { body: `Say ${second}.` } } });
    expect([modified.status, modified.headers.get('preference-applied')]).toEqual([200, 'wait=20']);
    expect([await isFound(second), await isFound(first)]).toEqual([true, false]);

    const { uuid } = created.body as { uuid: string };
    const put = await send('PUT', `/resource/${uuid}/text/more`, { body: `Say ${third}.` });
    expect([put.status, put.headers.get('preference-applied')]).toEqual([201, 'wait=20']);
    expect(await isFound(third)).toBe(true);
  });

  it('do so for files, in one request or in several', async () => {
    const [whole, parts] = [word(), word()];
    const raw = Buffer.from(`Say ${whole}.`);
    const headers = { ...WAIT, 'content-type': 'text/plain', 'x-filename': base64('a.txt') };
    const uploaded = await kb.client.send('POST', `${kb.path}/upload`, { raw, headers });
    expect([uploaded.status, uploaded.headers.get('preference-applied')]).toEqual([201, 'wait=20']);
    expect(await isFound(whole)).toBe(true);

    const content = Buffer.from(`Say ${parts}.`);
    const metadata = { filename: 'b.txt', content_type: 'text/plain' };
    await tusUpload(kb, content, { metadata, headers: WAIT, chunkSizeBytes: 10 });
    expect(await isFound(parts)).toBe(true);
  });

  it('answer after the time at the latest, and at once where they do not say so', async () => {
    const texts = { t: { body: 'Say nothing.' } };
    const post = (headers: Record<string, string>) =>
      kb.client.send('POST', `${kb.path}/resources`, { body: { texts }, headers });
    expect((await post({ prefer: 'wait=0' })).headers.get('preference-applied')).toBe('wait=0');
    expect((await post({ prefer: 'return=minimal' })).headers.get('preference-applied')).toBeNull();
    expect((await post({})).headers.get('preference-applied')).toBeNull();
  });
});
