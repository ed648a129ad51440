import {
  type ExportedCounts,
  type ExportedHead,
  type ExportedParagraphs,
  type ExportedResource,
  getImportStatus,
  getResource,
  listResources,
  startExport,
  startImport,
} from '@lectern/contracts/knowledge-box';
import { randomBytes } from 'node:crypto';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import {
  changedFile,
  exported,
  fileOf,
  imported,
  itemsOf,
  jsonItem,
  sendImport,
  untilExported,
} from '../harness/transfers';

const NOWHERE = '0123456789abcdef0123456789abcdef';
const MIB = 1024 ** 2;

inStandalone('Exports (%s)', (mode) => {
  let kb: KnowledgeBoxClient;
  const get = (box: KnowledgeBoxClient, id: string, headers: Record<string, string> = {}) =>
    box.client.send('GET', `${box.path}/export/${id}`, { headers });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    await kb.createResource({ texts: { note: { body: 'A stone.' } } }, { wait: 'searchable' });
  });

  it('are downloaded once, under the name of their box', async () => {
    const { export_id } = await kb.api(startExport);
    expect(await untilExported(kb, export_id)).toEqual({
      status: 'finished',
      total: 1,
      processed: 1,
      retries: 0,
      error: null,
    });
    const part = await get(kb, export_id, { range: 'bytes=0-2' });
    expect([part.status, part.body]).toEqual([206, 'LRN']);
    const whole = await get(kb, export_id);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('application/octet-stream');
    expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="${kb.id}.export"`);
    await until(async () => ((await get(kb, `${export_id}/status`)).status === 404 ? true : undefined), 'it is gone');
    for (const path of ['', '/status']) {
      const { status, body } = await get(kb, `${export_id}${path}`);
      expect([status, body]).toEqual([404, { detail: 'Export not found' }]);
    }
  });

  it('begin with a learning configuration and end with what they have', async () => {
    const items = itemsOf(await exported(kb));
    const resource = ['RES', 'FLD', 'EXT', 'TXT', 'PAR', 'VEC', 'SUM'];
    expect(items.map(({ type }) => type)).toEqual(['LRN', 'SET', 'SUM', ...resource, 'END']);
    expect(JSON.parse(String(items.at(-1)?.payload))).toEqual({ resources: 1, fields: 1, binaries: 0, documents: 1 });
  });

  it('are not found where they do not exist, or belong to another box', async () => {
    const { export_id } = await kb.api(startExport);
    await untilExported(kb, export_id);
    const other = await server(mode).createKnowledgeBox();
    for (const id of [NOWHERE, export_id]) {
      for (const path of ['', '/status']) {
        const { status, body } = await get(other, `${id}${path}`);
        expect([status, body]).toEqual([404, { detail: 'Export not found' }]);
      }
    }
    const params = { kbid: NOWHERE.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
    await expect(kb.client.api.call(startExport, { params })).rejects.toMatchObject({ status: 404 });
  });

  it('are started by writers and followed by readers', async () => {
    const [reader, writer] = await Promise.all([asRole(kb, 'SMEMBER'), asRole(kb, 'SCONTRIBUTOR')]);
    await expect(reader.api(startExport)).rejects.toMatchObject({ status: 403, body: { detail: 'Forbidden' } });
    const { export_id } = await writer.api(startExport);
    await untilExported(reader, export_id);
    expect((await get(reader, export_id)).status).toBe(200);
  });

  it('wait for each other, at most four of a box, and cannot be downloaded before they are finished', async () => {
    const large = await server(mode).createKnowledgeBox();
    const headers = { filename: 'large.bin', contentType: 'application/octet-stream' };
    await large.upload(randomBytes(48 * MIB), headers);
    const starts = await Promise.all(
      Array.from({ length: 12 }, () => large.client.send('POST', `${large.path}/export`)),
    );
    const begun = starts.filter(({ status }) => status === 200).map(({ body }) => body as { export_id: string });
    expect(begun).toHaveLength(4);
    const refused = starts.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.headers.get('retry-after'), refused?.body]).toEqual([
      429,
      '30',
      {
        detail: {
          message: 'The knowledge box has 4 exports or backups that are not finished',
          try_after: expect.any(Number),
        },
      },
    ]);
    const answers = await Promise.all(begun.map(({ export_id }) => get(large, export_id)));
    expect(answers.map(({ status, body }) => [status, body])).toContainEqual([
      412,
      { detail: 'Export not yet finished' },
    ]);
    for (const { export_id } of begun) await untilExported(large, export_id).catch(() => undefined);
  });

  it('are one moment of a box that others change meanwhile', async () => {
    const busy = await server(mode).createKnowledgeBox();
    const upload = (n: number) =>
      busy.upload(Buffer.from(`File ${n} of the box`), { filename: `${n}.txt`, contentType: 'text/plain' });
    const first = await Promise.all(Array.from({ length: 20 }, (_, n) => upload(n)));
    const exporting = exported(busy);
    await Promise.all([...first.map((rid) => busy.deleteResource(rid)), ...[100, 101, 102].map(upload)]);
    const file = await exporting;
    const target = await server(mode).createKnowledgeBox();
    const { status, processed } = await imported(target, file);
    const { resources } = await target.api(listResources, { query: { size: 50 } });
    expect([status, processed]).toEqual(['finished', resources.length]);
    for (const { id } of resources) {
      const [field = ''] = Object.keys((await target.resource(id, { show: ['values'] })).data?.files ?? {});
      expect(String(await target.download(id, field))).toMatch(/^File \d+ of the box$/);
    }
  });
});

inStandalone('Imports (%s)', (mode) => {
  let source: KnowledgeBoxClient;
  let target: KnowledgeBoxClient;
  let file: Buffer;
  let rid: string;
  const refusal = async (given: Buffer, box = target) => {
    const { status, body } = await sendImport(box, given);
    return [status, (body as { readonly detail: unknown }).detail];
  };

  beforeAll(async () => {
    source = await server(mode).createKnowledgeBox();
    const texts = { note: { body: 'The ibex climbs. It licks salt.' } };
    rid = await source.createResource({ slug: 'ibex', title: 'Ibex', texts }, { wait: 'embedded' });
    await source.upload(Buffer.from('The marmot whistles.'), { filename: 'm.txt', contentType: 'text/plain' });
    file = await exported(source);
  });
  beforeEach(async () => {
    target = await server(mode).createKnowledgeBox();
  });

  it('refuse at once what is no file of an export', async () => {
    const begin = 'The file does not begin with a learning configuration';
    expect(await refusal(Buffer.from('hello, this is no export'))).toEqual([400, expect.stringContaining('At byte 0')]);
    expect(await refusal(Buffer.from('LRN'))).toEqual([400, 'The file ends within the item at byte 0']);
    expect(await refusal(fileOf(itemsOf(file).slice(1)))).toEqual([400, begin]);
    expect(await refusal(Buffer.from([...Buffer.from('LRN'), 255, 255, 255, 255]))).toEqual([
      400,
      'The item at byte 0 of the file is too large: items of the type LRN have at most 4194304 bytes',
    ]);
    expect(await refusal(fileOf([{ type: 'LRN', payload: Buffer.from('{') }]))).toEqual([
      400,
      'The item LRN at byte 0 is not JSON',
    ]);
  });

  it('refuse other formats, versions and models', async () => {
    const changed = (members: object) =>
      refusal(changedFile(file, 'LRN', (head: ExportedHead) => ({ ...head, ...members })));
    expect(await changed({ format: 'other' })).toEqual([400, 'The file is not an export of a knowledge box']);
    expect(await changed({ version: 3 })).toEqual([
      400,
      'The file has version 3 of the format; this installation reads versions 1 and 2',
    ]);
    for (const vectorset of [{ id: 'other', dimensions: 384 }, { dimensions: 7 }]) {
      const other = (head: ExportedHead) => ({ ...head, vectorsets: [{ ...head.vectorsets[0], ...vectorset }] });
      expect(await refusal(changedFile(file, 'LRN', other))).toEqual([
        400,
        expect.stringMatching(/^The file has vectors of the semantic model .* semantic models of the knowledge box: /),
      ]);
    }
  });

  it('refuse hidden resources where these are not enabled', async () => {
    const hiding = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    await hiding.createResource({ hidden: true, texts: { a: { body: 'Hidden.' } } });
    const hidden = await exported(hiding);
    expect(await refusal(hidden)).toEqual([
      400,
      'The file has hidden resources: enable hidden resources of the KB before',
    ]);
    // The head may be wrong.
    const { status, error } = await imported(
      target,
      changedFile(hidden, 'LRN', (head: object) => ({ ...head, has_hidden: false })),
    );
    expect([status, error]).toEqual(['errored', expect.stringContaining('does not have hidden resources enabled')]);
  });

  it('fail for a file that was cut, wherever it was', async () => {
    const items = itemsOf(file);
    for (const [cut, reason] of [
      [items.length - 1, /^The file is not complete: its last item is missing$/],
      [items.length - 3, /has no field$|its last items are missing, or were changed$/],
      [2, /its last items are missing, or were changed$/],
    ] as const) {
      const { status, error } = await imported(target, fileOf(items.slice(0, cut)));
      expect([status, error]).toEqual(['errored', expect.stringMatching(reason)]);
    }
    const { status, error } = await imported(target, file.subarray(0, file.length - 5));
    expect([status, error]).toEqual(['errored', expect.stringContaining('The file ends within the item at byte')]);
    const less = changedFile(file, 'END', (counts: ExportedCounts) => ({ ...counts, fields: 9 }));
    expect((await imported(target, less)).status).toBe('errored');
  });

  it.each([
    ['a resource', 'RES', (value: ExportedResource) => ({ ...value, id: '../../etc' })],
    ['a title', 'RES', (value: ExportedResource) => ({ ...value, title: 5 })],
    ['a field', 'FLD', (value: object) => ({ ...value, id: 'a/b' })],
    ['a kind', 'FLD', (value: object) => ({ ...value, letter: 'x' })],
    ['a status', 'FLD', (value: object) => ({ ...value, status: 'DONE' })],
    ['a binary', 'BIN', (value: object) => ({ ...value, size: 3 })],
    [
      'paragraphs',
      'PAR',
      ({ paragraphs }: ExportedParagraphs) => ({ paragraphs: paragraphs.map((one) => ({ ...one, end: 9_999 })) }),
    ],
    ['settings', 'SET', () => ({ enforce_security: 'perhaps' })],
  ] as const)('fail for %s that no request could have made', async (_, type, change) => {
    const { status, error } = await imported(target, changedFile(file, type, change as (value: never) => unknown));
    expect([status, typeof error]).toEqual(['errored', 'string']);
  });

  it('fail for vectors of another length, and for items that are not known', async () => {
    const items = itemsOf(file);
    const longer = items.map((item) => {
      if (item.type !== 'VEC') return item;
      const payload = Buffer.from(item.payload);
      payload.writeFloatLE(100, 5);
      return { ...item, payload };
    });
    expect((await imported(target, fileOf(longer))).error).toBe('A vector is not of unit length');
    const unknown = [...items.slice(0, 3), jsonItem('XYZ', {}), ...items.slice(3)];
    expect((await imported(target, fileOf(unknown))).error).toContain('The item XYZ at byte');
  });

  it('replace a resource that has the id, and leave others', async () => {
    const other = await target.createResource({ slug: 'other', texts: { a: { body: 'Another.' } } });
    await imported(target, file);
    await target.modifyResource(rid, { title: 'Changed', texts: { more: { body: 'More.' } } });
    await imported(target, file);
    const replaced = await target.resource(rid, { show: ['basic', 'values'] });
    expect([replaced.title, Object.keys(replaced.data?.texts ?? {})]).toEqual(['Ibex', ['note']]);
    expect((await target.resource(other)).slug).toBe('other');
  });

  it('leave a slug to the resource that has it, and say so', async () => {
    const owner = await target.createResource({ slug: 'ibex', texts: { a: { body: 'Another.' } } });
    const { status, notes } = await imported(target, file);
    expect([status, notes]).toEqual([
      'finished',
      [{ resource_id: rid, text: `The slug ibex belongs to the resource ${owner}; the id is the slug instead.` }],
    ]);
    expect((await target.resource(rid)).slug).toBe(rid);
  });

  it('process what was not processed, and keep secrets to their box', async () => {
    const headers = { authorization: 'Bearer of-a-secret' };
    const links = { page: { uri: 'http://10.1.2.3/', headers } };
    const link = await source.createResource({ links });
    const whole = await exported(source);
    expect(whole.includes('of-a-secret')).toBe(false);

    const { notes } = await imported(target, whole);
    expect(notes).toEqual([{ resource_id: link, text: 'The secrets of the field u/page are left out.' }]);
    const valueIn = async (kb: KnowledgeBoxClient) =>
      (await kb.api(getResource, { params: { rid: link }, query: { show: ['values'] } })).data?.links?.['page']?.value;
    expect(await valueIn(target)).toMatchObject({ headers: { authorization: '' } });
    expect((await target.untilProcessed(link)).metadata?.status).toBe('ERROR');

    const elsewhere = (value: { readonly link?: object }) =>
      value.link ? { ...value, link: { ...value.link, uri: 'http://10.9.9.9/' } } : value;
    expect((await imported(source, changedFile(whole, 'FLD', elsewhere))).notes).toHaveLength(1);
    expect((await imported(source, whole)).notes).toEqual([]);
    expect(await valueIn(source)).toMatchObject({ headers });
  });

  it('keep texts that processing found, whatever is found today', async () => {
    const without = fileOf(itemsOf(file).filter(({ type }) => !['EXT', 'TXT', 'PAR', 'VEC'].includes(type)));
    expect((await imported(target, without)).status).toBe('finished');
    await target.untilProcessed(rid);
    await target.untilEmbedded(rid);
    expect(await target.foundTexts({ query: 'salt', features: ['keyword'] })).toContain(
      'The ibex climbs. It licks salt.',
    );
  });

  it('are started by writers, followed by readers, at most four of a box', async () => {
    const [reader, writer] = await Promise.all([asRole(target, 'SMEMBER'), asRole(target, 'SCONTRIBUTOR')]);
    expect((await sendImport(reader, file)).status).toBe(403);
    const { import_id } = await writer.client.api.upload(startImport, file, { params: { kbid: target.id } });
    expect(await reader.api(getImportStatus, { params: { import_id } })).toMatchObject({ total: 2, error: null });
    const foreign = await source.client.send('GET', `${source.path}/import/${import_id}/status`);
    expect([foreign.status, foreign.body]).toEqual([404, { detail: 'Import not found' }]);
    const bytes = randomBytes(24 * MIB);
    await source.upload(bytes, { filename: 'large.bin', contentType: 'application/octet-stream' });
    const large = await exported(source);
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendImport(target, large)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({
      detail: { message: 'The knowledge box has 4 imports that are not finished' },
    });
  });
});
