import {
  deleteLabelset,
  getLabelset,
  getResource,
  LABELS_PER_SET_MAX,
  listLabelsets,
  modifyResource,
  putLabelset,
} from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { apiKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN_BOX = '11111111-1111-4111-8111-111111111111';
const label = (title: string) => ({ title, related: null, text: null, uri: null });

inStandalone('labelsets, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body?: unknown) => kb.client.send(method, `${kb.path}${path}`, { body });
  const put = (labelset: string, body: object = {}) => send('POST', `/labelset/${labelset}`, body);

  beforeEach(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('are created, read, replaced, listed and deleted', async () => {
    expect(await kb.api(listLabelsets)).toEqual({ uuid: kb.id, labelsets: {} });
    const topics = { title: 'Topics', labels: [{ title: 'greek' }, { title: 'latin', text: 'of Latium' }] };
    expect(await put('topics', topics)).toMatchObject({ status: 200, body: null });
    const shown = {
      title: 'Topics',
      color: 'blue',
      multiple: true,
      kind: ['RESOURCES'],
      labels: [label('greek'), { ...label('latin'), text: 'of Latium' }],
    };
    const params = { labelset: 'topics' };
    expect(await kb.api(getLabelset, { params })).toEqual(shown);

    const body = { color: 'red', multiple: false, kind: ['PARAGRAPHS' as const], labels: [{ title: 'a' }] };
    expect(await kb.api(putLabelset, { params, body })).toBeNull();
    const replaced = { ...body, title: 'topics', labels: [label('a')] };
    expect(await kb.api(getLabelset, { params })).toEqual(replaced);

    await put('languages');
    const languages = { title: 'languages', color: 'blue', multiple: true, kind: ['RESOURCES'], labels: [] };
    expect(await kb.api(listLabelsets)).toEqual({ uuid: kb.id, labelsets: { languages, topics: replaced } });

    expect(await kb.api(deleteLabelset, { params })).toBeNull();
    expect(await kb.api(deleteLabelset, { params })).toBeNull();
    expect(await send('GET', '/labelset/topics')).toMatchObject({
      status: 404,
      body: { detail: 'Label Set does not exist' },
    });
    expect(await kb.api(listLabelsets)).toEqual({ uuid: kb.id, labelsets: { languages } });
  });

  it('are listed completely, however many there are', async () => {
    const ids = Array.from({ length: 45 }, (_, number) => `set-${String(number).padStart(2, '0')}`);
    await Promise.all(ids.map((id) => put(id)));
    expect(Object.keys((await kb.api(listLabelsets)).labelsets)).toEqual(ids);
  });

  it('leave resources their labels', async () => {
    await put('topics', { labels: [{ title: 'greek' }] });
    const usermetadata = { classifications: [{ labelset: 'topics', label: 'not in the set' }] };
    const rid = await kb.createResource({ usermetadata });
    await kb.api(deleteLabelset, { params: { labelset: 'topics' } });
    expect((await kb.api(getResource, { params: { rid } })).usermetadata?.classifications).toMatchObject(
      usermetadata.classifications,
    );
  });

  it('are not needed for a label, which filters follow without processing anything again', async () => {
    const classified = (label: string) => ({ usermetadata: { classifications: [{ labelset: 'any', label }] } });
    const rid = await kb.createResource(
      { texts: { a: { body: 'A labelled heron.' } }, ...classified('before') },
      { wait: 'searchable' },
    );
    const found = (label: string) =>
      kb.foundTexts({ query: 'heron', features: ['keyword'], filters: [`/classification.labels/any/${label}`] });
    expect(await found('before')).toHaveLength(1);
    const { seqid } = await kb.api(modifyResource, { params: { rid }, body: classified('after') });
    expect(seqid).toBeNull();
    await until(async () => ((await found('after')).length === 1 ? true : undefined), 'the new label is found');
    expect(await found('before')).toEqual([]);
  });

  it('have labels with different titles', async () => {
    expect(await put('topics', { labels: [{ title: 'greek' }, { title: 'Greek' }] })).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            type: 'value_error',
            loc: ['body', 'labels'],
            msg: 'Value error, Duplicated labels are not allowed: Greek',
          },
        ],
      },
    });
  });

  it('have different titles, also when they are created at the same time', async () => {
    await put('topics', { title: 'Topics' });
    const refusal = 'Duplicated labelset titles are not allowed. Labelset topics has the same title';
    expect(await put('other', { title: 'Topics' })).toMatchObject({ status: 422, body: { detail: refusal } });
    expect((await put('topics', { title: 'Topics', color: 'red' })).status).toBe(200);
    expect((await put('Topics')).status).toBe(422);

    const ids = Array.from({ length: 8 }, (_, number) => `twin-${number}`);
    const answers = await Promise.all(ids.map((id) => put(id, { title: 'Twin' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
    expect(Object.keys((await kb.api(listLabelsets)).labelsets)).toHaveLength(2);
  });

  it.each([
    ['kind', { kind: [] }, 'too_short'],
    ['kind', { kind: ['PAGES'] }, 'enum'],
    ['labels', { labels: [{}] }, 'missing'],
    ['labels', { labels: [{ title: '' }] }, 'string_too_short'],
    ['labels', { labels: [{ title: 'x'.repeat(1_025) }] }, 'string_too_long'],
    ['color', { color: 'x'.repeat(256) }, 'string_too_long'],
    ['title', { title: 'x'.repeat(2_049) }, 'string_too_long'],
  ])('refuse a wrong %s', async (member, body, type) => {
    const answer = await put('topics', body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type }] } });
    expect(JSON.stringify(answer.body)).toContain(`"body","${member}"`);
  });

  it('take as many labels as there may be, and no more', async () => {
    const labels = Array.from({ length: LABELS_PER_SET_MAX }, (_, number) => ({ title: `label ${number}` }));
    expect((await put('many', { labels })).status).toBe(200);
    expect((await kb.api(getLabelset, { params: { labelset: 'many' } })).labels).toHaveLength(LABELS_PER_SET_MAX);
    expect((await put('many', { labels: [...labels, { title: 'one more' }] })).status).toBe(422);
    const long = Array.from({ length: 100 }, (_, number) => ({ title: `${number}`, text: 'x'.repeat(4_096) }));
    expect((await put('long', { labels: long })).status).toBe(422);
    expect((await put('x'.repeat(1_025))).status).toBe(422);
  });

  it('belong to one knowledge box', async () => {
    await put('topics');
    const other = await server(mode).createKnowledgeBox();
    expect(await other.api(listLabelsets)).toEqual({ uuid: other.id, labelsets: {} });
    for (const path of ['labelsets', 'labelset/topics'])
      expect((await kb.client.send('GET', `/kb/${UNKNOWN_BOX}/${path}`)).status).toBe(404);
    const stranger = new Client(kb.client.origin, apiKey(await other.key('SOWNER')));
    expect((await stranger.send('GET', `${kb.path}/labelsets`)).status).toBe(403);
    const reader = new Client(kb.client.origin, apiKey(await kb.key('SMEMBER')));
    expect((await reader.send('GET', `${kb.path}/labelsets`)).status).toBe(200);
    expect((await reader.send('POST', `${kb.path}/labelset/a`, { body: {} })).status).toBe(403);
    expect((await reader.send('DELETE', `${kb.path}/labelset/topics`)).status).toBe(403);
  });
});
