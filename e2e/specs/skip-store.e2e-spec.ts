import {
  createResource,
  modifyResource,
  putFileField,
  reprocessField,
  reprocessResource,
} from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { Standalone, temporaryFolder } from '../harness/standalone';

const skip = { 'x-skip-store': true };
const content = (text: string) => `${text} ${randomUUID()}`;
const fileOf = (text: string) => ({
  file: { filename: 'a.txt', content_type: 'text/plain', payload: Buffer.from(content(text)).toString('base64') },
});

inStandalone('files that are not kept, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const download = (rid: string, field: string) =>
    kb.client.send('GET', `${kb.path}/resource/${rid}/file/${field}/download/field`);
  const isNotThere = { status: 404, body: { detail: `Specified file doesn't exist` } };
  const valueOf = async (rid: string, field: string) =>
    (await kb.resource(rid, { show: ['values'] })).data?.files?.[field]?.value;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('are found, say so and cannot be downloaded, by whichever request they came', async () => {
    const { uuid: rid } = await kb.api(createResource, { body: { files: { a: fileOf('ibex') } }, headers: skip });
    expect(await download(rid, 'a')).toMatchObject(isNotThere);
    await kb.api(modifyResource, { params: { rid }, body: { files: { b: fileOf('chamois') } }, headers: skip });
    await kb.api(putFileField, { params: { rid, field_id: 'c' }, body: fileOf('marmot'), headers: skip });
    const headers = { 'content-type': 'text/plain', 'x-skip-store': 'true' };
    const raw = content('grouse');
    await kb.client.send('POST', `${kb.path}/resource/${rid}/file/d/upload`, { raw, headers });
    await kb.untilProcessed(rid);
    for (const [field, word] of Object.entries({ a: 'ibex', b: 'chamois', c: 'marmot', d: 'grouse' })) {
      expect(await kb.foundTexts({ query: word, features: ['keyword'] })).toEqual([expect.stringContaining(word)]);
      expect(await download(rid, field)).toMatchObject(isNotThere);
      expect(await valueOf(rid, field)).toMatchObject({ file: { uri: '', md5: expect.any(String) }, external: false });
    }
  });

  it('leave no pictures of their pages either', async () => {
    const payload = (await readFile('libs/extraction/src/fixtures/guide.pdf')).toString('base64');
    const body = { files: { a: { file: { filename: 'guide.pdf', payload } } } };
    const { uuid: rid } = await kb.api(createResource, { body, headers: skip });
    expect((await kb.untilProcessed(rid)).thumbnail).toBe('');
    const { data } = await kb.resource(rid, { show: ['extracted'], extracted: ['file'] });
    const { file_pages_previews: previews, file_thumbnail: picture } = data?.files?.['a']?.extracted?.file ?? {};
    const nothing = { pages: [], positions: [{ start: 0 }, {}], structures: [] };
    expect([previews, picture]).toMatchObject([nothing, undefined]);
  });

  it('are not processed again, while what is kept is', async () => {
    const { uuid: rid } = await kb.api(createResource, { body: { files: { a: fileOf('lynx') } }, headers: skip });
    await kb.untilProcessed(rid);
    expect(await kb.api(reprocessResource, { params: { rid } })).toEqual({ seqid: null });
    const again = () => kb.client.send('POST', `${kb.path}/resource/${rid}/file/a/reprocess`);
    expect(await again()).toMatchObject({
      status: 422,
      body: { detail: 'The file was not stored and cannot be processed again' },
    });
    await kb.api(putFileField, { params: { rid, field_id: 'b' }, body: fileOf('wolf') });
    await kb.untilProcessed(rid);
    expect(await kb.api(reprocessResource, { params: { rid } })).toEqual({ seqid: expect.any(Number) });
    const read = await kb.untilProcessed(rid);
    expect(read.data?.files).toMatchObject({ a: { status: 'PROCESSED' }, b: { status: 'PROCESSED' } });
    expect((await download(rid, 'b')).status).toBe(200);
    const field = { rid, field_type: 'file', field_id: 'b' } as const;
    expect(await kb.api(reprocessField, { params: field })).toEqual({ seqid: expect.any(Number) });
    await kb.api(putFileField, { params: { rid, field_id: 'a' }, body: fileOf('otter') });
    await kb.untilProcessed(rid);
    expect((await download(rid, 'a')).status).toBe(200);
  });
});

inStandalone('bytes that are not kept, %s', () => {
  it('are not in the folder once they are processed', async () => {
    const folder = await temporaryFolder();
    const running = await Standalone.start({ dataDir: folder });
    try {
      const kb = await new Client(running.origin, { authorization: `Bearer ${running.token}` }).createKnowledgeBox();
      const blobs = async () => {
        const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).catch(() => []);
        return entries.filter((entry) => entry.isFile());
      };
      const { uuid: rid } = await kb.api(createResource, { body: { files: { a: fileOf('ibex') } }, headers: skip });
      const raw = content('chamois');
      const begin = { 'tus-resumable': '1.0.0', 'upload-length': String(raw.length), 'x-skip-store': 'true' };
      const begun = await kb.client.send('POST', `${kb.path}/tusupload`, { headers: begin });
      const patch = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const headers = { 'tus-resumable': '1.0.0', ...patch };
      const ended = await kb.client.send('PATCH', begun.headers.get('location') ?? '', { raw, headers });
      expect(ended.headers.get('tus-upload-finished')).toBe('1');
      await kb.untilProcessed(rid);
      await until(async () => ((await blobs()).length === 0 ? true : undefined), 'no blob is left');
    } finally {
      await running.stop();
      await rm(folder, { recursive: true });
    }
  });
});
