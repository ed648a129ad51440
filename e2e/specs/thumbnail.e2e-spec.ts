import {
  deleteField,
  downloadExtracted,
  type PageStructure,
  putFileField,
  putTextField,
  getField,
  reprocessField,
} from '@lectern/contracts/knowledge-box';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { deploymentOf, server } from '../harness/modes';

const picture = () => readFile('libs/extraction/src/fixtures/notice.png');

/** Of the file member, which is described as an object of any members. */
interface PagesPreviews {
  readonly positions: readonly { readonly start: number; readonly end: number }[];
  readonly structures: readonly PageStructure[];
}

inStandalone('thumbnails, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let payload: string;
  const fileOf = (filename: string, content: string) => ({ file: { filename, payload: content } });
  const download = (path: string) => kb.client.send('GET', `${kb.path}${path}`);

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    payload = (await picture()).toString('base64');
  });

  it('of small pictures are the pictures, and stand for the resource', async () => {
    const rid = await kb.createResource({ slug: 'seen', files: { a: fileOf('notice.png', payload) } });
    const { thumbnail } = await kb.untilProcessed(rid);
    expect(thumbnail).toBe(`/kb/${kb.id}/resource/${rid}/file/a/download/extracted/file_thumbnail`);
    const { data } = await kb.resource(rid, { show: ['extracted'], extracted: ['file', 'metadata'] });
    const extracted = data?.files?.['a']?.extracted;
    const link = { uri: thumbnail, content_type: 'image/png', filename: 'file_thumbnail' };
    expect(extracted?.file).toMatchObject({ file_thumbnail: link, file_preview: { content_type: 'image/png' } });
    expect(extracted?.metadata?.metadata.thumbnail).toMatchObject(link);
    const field = { field_type: 'file', field_id: 'a', path: 'file_thumbnail' } as const;
    for (const params of [{ rid }, { rslug: 'seen' }]) {
      const bytes = await kb.client.api.download(downloadExtracted, { params: { kbid: kb.id, ...params, ...field } });
      expect(bytes.equals(await picture())).toBe(true);
    }
  });

  it('of large pictures are made of them', async () => {
    const large = Buffer.concat([await picture(), Buffer.alloc(1024 ** 2)]);
    const rid = await kb.createResource({ files: { a: fileOf('large.png', large.toString('base64')) } });
    await kb.untilProcessed(rid);
    const { thumbnail, data } = await kb.resource(rid, { show: ['basic', 'extracted'], extracted: ['file'] });
    expect([thumbnail, data?.files?.['a']?.extracted?.file]).toMatchObject([
      `/kb/${kb.id}/resource/${rid}/file/a/download/extracted/file_thumbnail`,
      { file_thumbnail: { content_type: 'image/png' }, file_preview: { content_type: 'image/png' } },
    ]);
  });

  it('go with the file, and never replace one that a user chose', async () => {
    const chosen = 'https://example.org/a.png';
    const rid = await kb.createResource({ files: { a: fileOf('notice.png', payload) } });
    await kb.untilProcessed(rid);
    await kb.api(putFileField, { params: { rid, field_id: 'b' }, body: fileOf('notice.png', payload) });
    expect((await kb.untilProcessed(rid)).thumbnail).toMatch('/file/a/');
    await kb.api(deleteField, { params: { rid, field_type: 'file', field_id: 'a' } });
    expect((await kb.resource(rid)).thumbnail).toBe('');
    await kb.api(putTextField, { params: { rid, field_id: 't' }, body: { body: 'Some text' } });
    expect((await kb.untilProcessed(rid)).thumbnail).toMatch('/file/b/');
    await kb.api(putFileField, { params: { rid, field_id: 'b' }, body: fileOf('a.txt', 'YQ==') });
    expect((await kb.untilProcessed(rid)).thumbnail).toBe('');
    await kb.modifyResource(rid, { thumbnail: chosen });
    await kb.api(putFileField, { params: { rid, field_id: 'b' }, body: fileOf('notice.png', payload) });
    expect((await kb.untilProcessed(rid)).thumbnail).toBe(chosen);
  });

  it('of PDFs show the first page, beside pictures of all pages', async () => {
    const pdf = (await readFile('libs/extraction/src/fixtures/guide.pdf')).toString('base64');
    const rid = await kb.createResource({ files: { a: fileOf('guide.pdf', pdf) } });
    const { thumbnail = '' } = await kb.untilProcessed(rid);
    const { data } = await kb.resource(rid, { show: ['extracted'], extracted: ['file', 'text'] });
    const { file, text } = data?.files?.['a']?.extracted ?? {};
    const base = `/kb/${kb.id}/resource/${rid}/file/a/download/extracted`;
    const page = (number: number) => ({
      uri: `${base}/generated/extracted_images_${number}.png`,
      content_type: 'image/png',
      filename: `extracted_images_${number}.png`,
      size: expect.any(Number),
      md5: expect.any(String),
    });
    const length = text?.text.length ?? 0;
    expect([thumbnail, file]).toMatchObject([
      `${base}/file_thumbnail`,
      {
        file_thumbnail: { uri: thumbnail, content_type: 'image/png' },
        file_pages_previews: {
          pages: [page(0), page(1)],
          positions: [{ start: 0 }, { end: length }],
          structures: [{ page: { width: 595.28, height: 841.89 } }, { page: {} }],
        },
        file_preview: { uri: `${base}/file_preview`, content_type: 'application/pdf', filename: 'file_preview' },
      },
    ]);
    const bytesOf = (path: string) => {
      const params = { kbid: kb.id, rid, field_type: 'file', field_id: 'a', path } as const;
      return kb.client.api.download(downloadExtracted, { params });
    };
    expect((await bytesOf('file_preview')).toString('base64')).toBe(pdf);
    for (const path of ['file_thumbnail', 'generated/extracted_images_1.png'])
      expect((await bytesOf(path)).subarray(1, 4).toString()).toBe('PNG');
    expect((await download(`/resource/${rid}/file/a/download/extracted/generated/extracted_images_2.png`)).status).toBe(
      404,
    );

    const folder = join(deploymentOf(mode).folder, 'blobs', 'kb', kb.id, 'generated', rid);
    const stored = (count: number) =>
      until(async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
        return entries.filter((entry) => entry.isFile()).length === count ? true : undefined;
      }, `${count} pictures are stored`);
    await stored(4);
    await kb.api(reprocessField, { params: { rid, field_type: 'file', field_id: 'a' } });
    await kb.untilProcessed(rid);
    await stored(4);
    expect((await bytesOf('generated/extracted_images_1.png')).subarray(1, 4).toString()).toBe('PNG');
    await kb.api(deleteField, { params: { rid, field_type: 'file', field_id: 'a' } });
    expect((await kb.resource(rid)).thumbnail).toBe('');
    expect((await download(`/resource/${rid}/file/a/download/extracted/file_thumbnail`)).status).toBe(404);
    await stored(0);
  });

  it('of PDFs come with the places of the words, which are those of the text', async () => {
    const pdf = (await readFile('libs/extraction/src/fixtures/guide.pdf')).toString('base64');
    const rid = await kb.createResource({ files: { a: fileOf('guide.pdf', pdf) } });
    await kb.untilProcessed(rid);
    const { extracted } = await kb.api(getField, {
      params: { rid, field_type: 'file', field_id: 'a' },
      query: { show: ['extracted'], extracted: ['file', 'text'] },
    });
    // Artefacts of a file with pages.
    const { structures, positions } = extracted?.file?.['file_pages_previews'] as PagesPreviews;
    const [, last] = positions;
    const words = structures[1]?.tokens ?? [];
    expect(words.map((word) => word.text).join(' ')).toBe(
      extracted?.text?.text.slice(last?.start, last?.end).replace(/\s+/g, ' '),
    );
    const { width, height } = structures[1]?.page ?? { width: 0, height: 0 };
    for (const word of words)
      expect([word.x >= 0, word.x + word.width <= width, word.y >= 0, word.y + word.height <= height]).toEqual(
        Array(4).fill(true),
      );
    const field = { field_type: 'file', field_id: 'a', path: 'generated/structures.json' } as const;
    const bytes = await kb.client.api.download(downloadExtracted, { params: { kbid: kb.id, rid, ...field } });
    expect(JSON.parse(bytes.toString())).toEqual(structures);
  });

  it('of other files and fields do not exist', async () => {
    const rid = await kb.createResource({
      files: { a: fileOf('notice.png', payload), b: fileOf('a.txt', 'YQ==') },
      texts: { c: { body: 'Some text' } },
    });
    await kb.untilProcessed(rid);
    const missing = { status: 404, body: { detail: `Specified file doesn't exist` } };
    for (const path of ['file/b', 'file/none', 'text/c', 'text/a', 'link/a', 'generic/title'])
      expect(await download(`/resource/${rid}/${path}/download/extracted/file_thumbnail`)).toMatchObject(missing);
    for (const name of ['thumbnail', 'generated/extracted_images_0.png', '../field', 'x'.repeat(1_024)])
      expect((await download(`/resource/${rid}/file/a/download/extracted/${encodeURIComponent(name)}`)).status).toBe(
        404,
      );
    const none = await download('/slug/none/file/a/download/extracted/file_thumbnail');
    expect(none).toMatchObject({ status: 404, body: { detail: 'Resource does not exist' } });
    expect((await download(`/resource/${rid}/page/a/download/extracted/file_thumbnail`)).status).toBe(422);
  });
});
