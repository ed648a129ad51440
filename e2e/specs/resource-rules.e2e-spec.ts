import type { Sent } from '@lectern/client';
import {
  createResource,
  getField,
  listResources,
  modifyResource,
  type ModifyResourcePayload,
  reprocessResource,
} from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const FIELD_ID_RULE = 'Field ID must be a string with only letters, numbers, underscores, colons and dashes.';

inStandalone('the rules of resources, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const create = (body: object) => kb.client.send('POST', `${kb.path}/resources`, { body });
  const patch = (rid: string, body: Sent<ModifyResourcePayload>) => kb.api(modifyResource, { params: { rid }, body });
  const refused = (detail: unknown) => ({ status: 422, body: { detail } });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('name what is wrong, each in its text', async () => {
    expect(await create({ icon: 'a picture' })).toMatchObject(refused('Icon is not a valid MIME string: a picture'));
    const file = { filename: 'a.txt', payload: 'YQ==', content_type: 'not a type' };
    expect(await create({ files: { a: { file } } })).toMatchObject(refused('Unsupported content type: not a type'));
    const uri = { uri: 'https://example.org/a', content_type: 'strange/type' };
    expect(await create({ files: { a: { file: uri } } })).toMatchObject(
      refused('Unsupported content type: strange/type'),
    );
    expect(await create({ files: { a: { file: { payload: 'YQ==' } } } })).toMatchObject(
      refused(`'filename' field is required`),
    );
    expect(await create({ files: { a: { file: { filename: 'a' } } } })).toMatchObject(
      refused(`'payload' field is required`),
    );
    expect(await create({ files: { a: { file: { filename: 'a', payload: '?' } } } })).toMatchObject(
      refused('MD5 could not be computed'),
    );
    const tooLong = { loc: ['body', 'extra'], type: 'value_error' };
    expect(await create({ extra: { metadata: { a: 'x'.repeat(400_000) } } })).toMatchObject(refused([tooLong]));
  });

  it('name wrong ids of fields, with the place of the key', async () => {
    const wrong = (type: string) => [
      {
        type: 'value_error',
        loc: ['body', type, 'a b', '[key]'],
        msg: `Value error, Invalid field_id: 'a b'. ${FIELD_ID_RULE}`,
        input: 'a b',
        ctx: { error: {} },
      },
    ];
    expect(await create({ texts: { 'a b': { body: 'x' } } })).toMatchObject(refused(wrong('texts')));
    expect(await create({ links: { 'a b': { uri: 'https://example.org' } } })).toMatchObject(refused(wrong('links')));
  });

  it('number what is processed, and nothing else', async () => {
    const empty = await kb.api(createResource, { body: {} });
    expect(Object.keys(empty).sort()).toEqual(['elapsed', 'uuid']);
    const rid = empty.uuid;
    const changes: Sent<ModifyResourcePayload>[] = [
      { hidden: false },
      { origin: { tags: ['a'] } },
      { extra: { metadata: {} } },
      { security: { access_groups: [] } },
      { usermetadata: { classifications: [] } },
      { slug: `s-${randomUUID()}` },
    ];
    for (const change of changes) expect(await patch(rid, change)).toEqual({ seqid: null });
    expect(await kb.api(reprocessResource, { params: { rid } })).toEqual({ seqid: null });
    for (const change of [{ title: 'x' }, { summary: 'y' }, { texts: { a: { body: 'x' } } }])
      expect(await patch(rid, change)).toEqual({ seqid: expect.any(Number) });
    const titled = await kb.api(createResource, { body: { title: 'x' } });
    expect(titled).toMatchObject({ seqid: expect.any(Number) });
    expect((await kb.resource(titled.uuid)).metadata?.status).toBe('PROCESSED');
  });

  it('may be processed without names and summary, also when they are processed again', async () => {
    const processing_options = { ml_text: false };
    const body = 'Maria Silva sells tickets in Lisbon. '.repeat(10);
    const messages = [{ ident: 'a', content: { text: body } }];
    const { uuid: rid, elapsed } = await kb.api(createResource, {
      body: { processing_options, wait_for_commit: false, texts: { a: { body } }, conversations: { c: { messages } } },
    });
    expect(elapsed).toBeNull();
    const found = async () => {
      const field = {
        params: { rid, field_type: 'text', field_id: 'a' },
        query: { show: ['extracted'], extracted: ['metadata', 'text'] },
      } as const;
      const metadata = (await kb.api(getField, field)).extracted?.metadata?.metadata;
      return [metadata?.paragraphs.length, Object.keys(metadata?.ner ?? {}).length, metadata?.summary];
    };
    await kb.untilProcessed(rid);
    expect(await found()).toEqual([1, 0, '']);
    await kb.api(reprocessResource, { params: { rid } });
    await kb.untilProcessed(rid);
    expect(await found()).toEqual([1, 0, '']);
    await patch(rid, { texts: { a: { body } } });
    await kb.untilProcessed(rid);
    expect((await found())[1]).toBeGreaterThan(0);
  });

  it('merge what is merged, and keep what an empty value cannot clear', async () => {
    const rid = await kb.createResource({
      title: 'Tides',
      summary: 'On the sea',
      thumbnail: 'https://example.org/a.png',
      metadata: { metadata: { a: '1', b: '2' }, language: 'en', languages: ['en', 'fr'] },
      origin: { tags: ['old'], url: 'https://example.org' },
    });
    await patch(rid, { title: '', summary: null, thumbnail: '', slug: null, hidden: null, metadata: null });
    await patch(rid, {
      metadata: { metadata: { b: '3' }, language: '', languages: ['fr', 'de'] },
      origin: { tags: ['new'] },
    });
    const read = await kb.resource(rid, { show: ['basic', 'origin'] });
    expect(read).toMatchObject({
      title: 'Tides',
      summary: 'On the sea',
      thumbnail: 'https://example.org/a.png',
      slug: rid,
      metadata: { metadata: { a: '1', b: '3' }, language: 'en', languages: ['en', 'fr', 'de'] },
      origin: { tags: ['new'] },
    });
    expect(read.origin).not.toHaveProperty('url');
  });

  it('are listed with every member, within the bounds of pages, in boxes that exist', async () => {
    const { resources } = await kb.api(listResources, { query: { size: 1 } });
    expect(resources).toMatchObject([
      { origin: null, extra: null, relations: null, data: null, security: null, fieldmetadata: [] },
    ]);
    for (const [query, status] of [
      ['size=200', 200],
      ['size=201', 422],
      ['size=0', 422],
      ['page=-1', 422],
      ['page=1000000', 200],
    ] as const)
      expect([query, (await kb.client.send('GET', `${kb.path}/resources?${query}`)).status]).toEqual([query, status]);
    const unknown = `/kb/${randomUUID()}/resources`;
    for (const method of ['GET', 'POST'])
      expect(await kb.client.send(method, unknown, method === 'POST' ? { body: {} } : {})).toMatchObject({
        status: 404,
        body: { detail: method === 'POST' ? 'Knowledge Box not found' : 'Knowledge Box does not exist' },
      });
  });

  it('give one of two resources a slug that both want', async () => {
    const slug = `twice-${randomUUID()}`;
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await create({ slug })).status));
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409]);
    const rids = await Promise.all([kb.createResource({}), kb.createResource({})]);
    const wanted = `again-${randomUUID()}`;
    const changed = rids.map(
      async (rid) => (await kb.client.send('PATCH', `${kb.path}/resource/${rid}`, { body: { slug: wanted } })).status,
    );
    expect((await Promise.all(changed)).sort()).toEqual([200, 409]);
  });

  it('make a resource whose fields have no text EMPTY, until one has', async () => {
    const rid = await kb.createResource({ title: 'Bare', texts: { a: { body: ' ' } } });
    const status = async () => (await kb.untilProcessed(rid)).metadata?.status;
    expect(await status()).toBe('EMPTY');
    await patch(rid, { texts: { b: { body: 'Now there is text.' } } });
    expect(await status()).toBe('PROCESSED');
    await kb.client.send('DELETE', `${kb.path}/resource/${rid}/text/b`);
    expect(await status()).toBe('EMPTY');
    await kb.client.send('DELETE', `${kb.path}/resource/${rid}/text/a`);
    expect(await status()).toBe('PROCESSED');
  });
});
