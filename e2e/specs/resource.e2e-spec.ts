import type { Sent } from '@lectern/client';
import {
  createResource,
  deleteField,
  getField,
  getResource,
  headResource,
  listResources,
  type ModifyResourcePayload,
  modifyResource,
  putTextField,
  reindexResource,
  reprocessField,
  reprocessResource,
} from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN = '0123456789abcdef0123456789abcdef';

inStandalone('resources, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body?: unknown) => kb.client.send(method, `${kb.path}${path}`, { body });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('are created with 201 and read with the members that were requested', async () => {
    const payload = {
      slug: 'doc-1',
      title: 'Doc',
      texts: { body: { body: 'Alpha beta' } },
      usermetadata: { classifications: [{ labelset: 'topics', label: 'greek' }] },
      origin: { url: 'https://example.org/1', tags: ['x'], metadata: { lang: 'el' } },
      security: { access_groups: ['eng'] },
    };
    expect(await kb.api(createResource, { body: payload })).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      elapsed: expect.any(Number),
      seqid: expect.any(Number),
    });

    const resource = await kb.api(getResource, {
      params: { rslug: 'doc-1' },
      query: { show: ['basic', 'values', 'errors', 'security', 'origin'] },
    });
    expect(resource).toMatchObject({
      slug: 'doc-1',
      title: 'Doc',
      summary: '',
      icon: 'text/plain',
      usermetadata: {
        classifications: [{ labelset: 'topics', label: 'greek', cancelled_by_user: false }],
        relations: [],
      },
      queue: 'private',
      hidden: false,
      origin: { url: 'https://example.org/1', tags: ['x'], metadata: { lang: 'el' }, source: 'API' },
      security: { access_groups: ['eng'] },
      data: {
        texts: { body: { value: { body: 'Alpha beta', format: 'PLAIN' } } },
        generics: { title: { value: 'Doc' } },
      },
    });
    expect(resource).not.toHaveProperty('extra');
  });

  it('have their id as slug when nobody gave one, and dates without a zone', async () => {
    const rid = await kb.createResource({});
    const resource = await kb.resource(rid);
    expect(resource).toMatchObject({ slug: rid, title: rid });
    expect(resource.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/);
    expect(resource.metadata?.status).toBe('PROCESSED');
  });

  it('refuse a slug that is taken with 409, on creation and on change', async () => {
    await kb.createResource({ slug: 'taken' });
    expect(await send('POST', '/resources', { slug: 'taken' })).toMatchObject({
      status: 409,
      body: { detail: 'Resource slug taken already exists' },
    });
    const other = await kb.createResource({ slug: 'other' });
    expect(await send('PATCH', `/resource/${other}`, { slug: 'taken' })).toMatchObject({
      status: 409,
      body: { detail: 'Slug already exists: taken' },
    });
  });

  it('change only what a patch names, and queue only what must be processed', async () => {
    const rid = await kb.createResource({
      title: 'Before',
      texts: { a: { body: 'first' } },
      extra: { metadata: { n: 1 } },
    });
    const patch = (body: Sent<ModifyResourcePayload>) => kb.api(modifyResource, { params: { rid }, body });
    const labelled = await patch({ usermetadata: { classifications: [{ labelset: 's', label: 'l' }] } });
    expect(labelled).toEqual({ seqid: null });
    expect(await patch({ texts: { b: { body: 'second' } } })).toEqual({ seqid: expect.any(Number) });

    const resource = await kb.resource(rid, { show: ['basic', 'values', 'extra'] });
    expect(Object.keys(resource.data?.texts ?? {})).toEqual(['a', 'b']);
    expect(resource).toMatchObject({ title: 'Before', extra: { metadata: { n: 1 } } });
    expect(resource.usermetadata?.classifications).toHaveLength(1);
  });

  it('make a changed label filterable without processing anything again', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'labelled zebra' } } }, { wait: 'searchable' });
    const filter = { field: { prop: 'label', labelset: 'animals', label: 'striped' } };
    const request = { query: 'zebra', features: ['keyword'], filter_expression: filter };
    expect(await kb.foundTexts(request)).toEqual([]);

    await kb.modifyResource(rid, { usermetadata: { classifications: [{ labelset: 'animals', label: 'striped' }] } });

    await until(async () => ((await kb.foundTexts(request)).length === 1 ? true : undefined), 'the label is found');
  });

  it('tell what processing found in them', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'One. 😀 Two.\n\nThree.' } } }, { wait: 'embedded' });
    const { data } = await kb.resource(rid, { show: ['extracted'], extracted: ['text', 'metadata', 'vectors'] });
    const extracted = data?.texts?.['a']?.extracted;
    expect(extracted?.text?.text).toBe('One. 😀 Two.\n\nThree.');
    const paragraphs = extracted?.metadata?.metadata.paragraphs ?? [];
    expect(paragraphs.at(-1)?.end).toBe(19);
    expect(extracted?.vectors?.vectors.vectors).toHaveLength(paragraphs.length);
  });

  it('read, replace and delete single fields', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'old' } } });
    const params = { rid, field_type: 'text', field_id: 'a' } as const;
    const put = await kb.api(putTextField, { params, body: { body: 'new' } });
    expect(put).toMatchObject({ seqid: expect.any(Number) });
    expect(await kb.api(getField, { params })).toMatchObject({
      field_type: 'text',
      field_id: 'a',
      value: { body: 'new' },
    });
    await kb.api(deleteField, { params });
    await kb.api(deleteField, { params });
    expect(await send('GET', `/resource/${rid}/text/a`)).toMatchObject({
      status: 404,
      body: { detail: 'Resource field does not exist' },
    });
    expect((await send('DELETE', `/resource/${rid}/generic/title`)).status).toBe(422);
    expect((await send('GET', `/resource/${rid}/nonsense/a`)).status).toBe(422);
  });

  it('are listed in pages by id', async () => {
    const box = await server(mode).createKnowledgeBox();
    const ids = (await Promise.all([1, 2, 3].map(() => box.createResource({})))).sort();
    const list = (page: number) => box.api(listResources, { query: { size: 2, page } });
    expect((await list(0)).resources.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await list(1)).toMatchObject({
      resources: [{ id: ids[2] }],
      pagination: { page: 1, size: 2, last: true },
    });
    expect((await box.client.send('GET', `${box.path}/resources?size=0`)).status).toBe(422);
  });

  it('are indexed and processed again on demand', async () => {
    const rid = await kb.createResource(
      { slug: 'again', texts: { a: { body: 'again and again' } } },
      { wait: 'searchable' },
    );
    expect(await kb.api(reindexResource, { params: { rid } })).toBeNull();
    const queued = { seqid: expect.any(Number) };
    expect(await kb.api(reprocessResource, { params: { rslug: 'again' } })).toMatchObject(queued);
    expect((await kb.untilProcessed(rid)).metadata?.status).toBe('PROCESSED');
    await kb.api(headResource, { params: { rid } });
    const field = { rid, field_type: 'text', field_id: 'a' } as const;
    expect(await kb.api(reprocessField, { params: field })).toMatchObject(queued);
    expect(await send('POST', `/resource/${rid}/generic/title/reprocess`)).toMatchObject({ status: 422 });
    expect(await send('POST', `/resource/${rid}/text/b/reprocess`)).toMatchObject({
      status: 404,
      body: { detail: 'Field does not exist' },
    });
  });

  it('answer what is unknown or malformed clearly', async () => {
    expect(await send('GET', `/resource/${UNKNOWN}`)).toMatchObject({
      status: 404,
      body: { detail: 'Resource does not exist' },
    });
    expect(await send('GET', '/resource/nonsense')).toMatchObject({
      status: 404,
      body: { detail: 'Resource not found. UUID expected.' },
    });
    expect(await kb.client.send('GET', '/kb/nonsense')).toMatchObject({
      status: 404,
      body: { detail: 'KnowledgeBox not found. UUID expected.' },
    });
    expect((await send('HEAD', `/resource/${UNKNOWN}`)).status).toBe(404);
    expect(await send('POST', '/resources', { hidden: true })).toMatchObject({
      status: 422,
      body: { detail: 'Cannot hide a resource: the KB does not have hidden resources enabled' },
    });
    expect(await send('POST', '/resources', { texts: { a: { body: 1 } } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'string_type', loc: ['body', 'texts', 'a', 'body'] }] },
    });
    expect(await send('POST', '/resources', { texts: { a: { body: '{', format: 'JSON' } } })).toMatchObject({
      status: 422,
    });
    expect(
      await kb.client.send('POST', `${kb.path}/resources`, {
        raw: '{',
        headers: { 'content-type': 'application/json' },
      }),
    ).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'json_invalid' }] },
    });
  });

  it('keep text that the database cannot store, without what it cannot store', async () => {
    const rid = await kb.createResource({ title: 'a\0b', texts: { a: { body: 'nul \0 and half a pair \ud800' } } });
    await kb.modifyResource(rid, { title: 'c\0d', texts: { b: { body: '\0' } } });
    expect(await kb.resource(rid, { show: ['basic', 'values'] })).toMatchObject({
      title: 'c\ufffdd',
      data: { texts: { a: { value: { body: 'nul \ufffd and half a pair \ufffd' } } } },
    });
    await kb.untilProcessed(rid);
  });

  it('are hidden from find where the box says so, and shown on demand', async () => {
    const box = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    await box.createResource({ hidden: true, texts: { a: { body: 'a hidden walrus' } } }, { wait: 'searchable' });
    expect(await box.foundTexts({ query: 'walrus' })).toEqual([]);
    expect(await box.foundTexts({ query: 'walrus', show_hidden: true })).toEqual(['a hidden walrus']);
  });
});
