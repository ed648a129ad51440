import type { Sent } from '@lectern/client';
import {
  deleteField,
  getResource,
  modifyResource,
  type ModifyResourcePayload,
  putLabelset,
  putTextField,
} from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const body = 'The moon pulls the sea.\n\nThe sun pulls the sea.';
const field = { field_type: 'text', field: 'body' } as const;
const label = (name: string, cancelled_by_user = false) => ({ labelset: 'topics', label: name, cancelled_by_user });
const marked = (key: string, ...classifications: ReturnType<typeof label>[]): Sent<ModifyResourcePayload> => ({
  fieldmetadata: [{ field, paragraphs: [{ key, classifications }] }],
});

inStandalone('annotations, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const patch = (rid: string, changes: Sent<ModifyResourcePayload>) =>
    kb.api(modifyResource, { params: { rid }, body: changes });
  const withLabel = (name: string, feature: 'keyword' | 'semantic') => ({
    query: feature === 'semantic' ? 'sea' : '',
    features: [feature],
    min_score: { semantic: -1, bm25: 0 },
    filter_expression: { paragraph: { prop: 'label', labelset: 'topics', label: name } },
  });
  const untilFound = async (name: string, texts: readonly string[]) => {
    for (const feature of ['keyword', 'semantic'] as const)
      await until(async () => {
        const found = await kb.foundTexts(withLabel(name, feature));
        return JSON.stringify(found) === JSON.stringify(texts) ? true : undefined;
      }, `${feature} finds ${texts.length} paragraphs by ${name}`);
  };
  const keysOf = async (rid: string) => {
    const { data } = await kb.resource(rid, { show: ['extracted'], extracted: ['metadata'] });
    return (data?.texts?.['body']?.extracted?.metadata?.metadata.paragraphs ?? []).map(({ key }) => key);
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('of paragraphs make them found by their labels, and no others, without processing', async () => {
    const rid = await kb.createResource(
      { texts: { body: { body, format: 'PLAIN_BLANKLINE_SPLIT' } } },
      { wait: 'embedded' },
    );
    const [first = '', second = ''] = await keysOf(rid);
    const { last_seqid: before } = await kb.resource(rid);
    expect(await patch(rid, marked(first, label('moon'), label('night', true)))).toEqual({ seqid: null });
    await untilFound('moon', ['The moon pulls the sea.']);
    const results = await kb.find(withLabel('moon', 'keyword'));
    expect(Object.values(results.resources[rid]?.fields['/t/body']?.paragraphs ?? {})).toMatchObject([
      { id: first, labels: ['/l/topics/moon'] },
    ]);
    expect(await kb.foundTexts(withLabel('night', 'keyword'))).toEqual([]);
    const read = await kb.resource(rid);
    expect(read).toMatchObject({ last_seqid: before, metadata: { status: 'PROCESSED' } });
    expect(read.fieldmetadata).toEqual([
      {
        field,
        paragraphs: [{ key: first, classifications: [label('moon'), label('night', true)] }],
        question_answers: [],
      },
    ]);

    await patch(rid, marked(second, label('sun')));
    await untilFound('sun', ['The sun pulls the sea.']);
    await untilFound('moon', []);
  });

  it('are found by filters as their labelset says', async () => {
    const own = await server(mode).createKnowledgeBox();
    const text = 'A tide rises.';
    await own.createResource(
      {
        texts: { body: { body: text } },
        ...marked(`N_RID/t/body/0-${text.length}`, label('tide')),
        usermetadata: { classifications: [{ labelset: 'topics', label: 'sea' }] },
      },
      { wait: 'embedded' },
    );
    const by = (members: object) => own.foundTexts({ query: '', features: ['keyword'], fields: ['t'], ...members });
    const leaf = (name: string) => ({ prop: 'label', labelset: 'topics', label: name });
    const inExpression = (member: string, name: string) =>
      own.foundTexts({ query: '', features: ['keyword'], filter_expression: { [member]: leaf(name) } });
    expect(await inExpression('paragraph', 'tide')).toEqual([text]);
    expect(await inExpression('field', 'tide')).toEqual([]);
    expect(await inExpression('paragraph', 'sea')).toEqual([]);
    expect(await inExpression('field', 'sea')).toContain(text);

    expect([await by({ filters: ['/l/topics/tide'] }), await by({ filters: ['/l/topics/sea'] })]).toEqual([[], [text]]);
    await own.api(putLabelset, { params: { labelset: 'topics' }, body: { kind: ['PARAGRAPHS'] } });
    await until(
      async () => ((await by({ filters: ['/l/topics/tide'] })).length === 1 ? true : undefined),
      'it is found',
    );
    expect(await by({ filters: ['/l/topics/sea'] })).toEqual([]);
    expect(await by({ filters: [{ none: ['/l/topics/tide'] }] })).toEqual([]);
    expect(
      await own.client.send('POST', `${own.path}/find`, { body: { filters: [{ any: ['/l/topics/tide'] }] } }),
    ).toMatchObject({
      status: 412,
      body: { detail: "Invalid query. Error in filters: Paragraph labels can only be used with 'all' filter" },
    });
    await own.api(putLabelset, { params: { labelset: 'topics' }, body: { kind: ['PARAGRAPHS', 'RESOURCES'] } });
    expect([await by({ filters: ['/l/topics/tide'] }), await by({ filters: ['/l/topics/sea'] })]).toEqual([[text], []]);
    expect(await by({ filters: ['/l/topics'] })).toEqual([text]);
  });

  it('are given with a new resource, whose id is not known yet, and stay when the field is replaced', async () => {
    const text = 'A wave breaks.';
    const rid = await kb.createResource(
      { texts: { body: { body: text } }, ...marked(`N_RID/t/body/0-${text.length}`, label('wave')) },
      { wait: 'embedded' },
    );
    await untilFound('wave', [text]);
    const other = 'A boat floats.';
    const params = { rid, field_id: 'body' };
    await kb.api(putTextField, { params, body: { body: other } });
    await untilFound('wave', [other]);
    await kb.api(putTextField, { params, body: { body: 'Another length, therefore another paragraph.' } });
    await untilFound('wave', []);
    expect((await kb.resource(rid)).fieldmetadata).toHaveLength(1);
    await kb.api(deleteField, { params: { rid, field_type: 'text', field_id: 'body' } });
    expect((await kb.resource(rid)).fieldmetadata).toEqual([]);
  });

  it('of other fields stay when one is annotated, and questions are kept and shown', async () => {
    const rid = await kb.createResource({ slug: 'asked', texts: { body: { body } } });
    const question_answer = {
      question: { text: 'What pulls the sea?', language: 'en', ids_paragraphs: [`${rid}/t/body/0-23`] },
      answers: [{ text: 'The moon', language: '', ids_paragraphs: [] }],
    };
    const asked = { field, question_answers: [{ question_answer, cancelled_by_user: true }] };
    await patch(rid, { fieldmetadata: [asked] });
    const title = { field_type: 'generic', field: 'title' } as const;
    const key = `${rid}/a/title/0-5`;
    await patch(rid, { fieldmetadata: [{ field: title, paragraphs: [{ key, classifications: [label('x')] }] }] });
    const { fieldmetadata } = await kb.api(getResource, { params: { rslug: 'asked' } });
    expect(fieldmetadata).toEqual([
      { ...asked, paragraphs: [] },
      { field: title, paragraphs: [{ key, classifications: [label('x')] }], question_answers: [] },
    ]);
    await patch(rid, { fieldmetadata: [{ field }, { field: title }] });
    expect((await kb.resource(rid)).fieldmetadata).toEqual([]);
  });

  it('without a label, or with one twice, are refused', async () => {
    const refused = async (...labels: ReturnType<typeof label>[]) =>
      kb.client.send('POST', `${kb.path}/resources`, { body: marked('N_RID/t/body/0-5', ...labels) });
    const loc = ['body', 'fieldmetadata', 0, 'paragraphs', 0, 'classifications'].map(String);
    expect(await refused()).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            type: 'value_error',
            loc,
            msg: 'Value error, ensure classifications has at least 1 items',
            ctx: { error: {} },
          },
        ],
      },
    });
    expect(await refused(label('a'), label('a'))).toMatchObject({
      status: 422,
      body: { detail: [{ msg: 'Value error, Paragraph classifications need to be unique' }] },
    });
  });
});

inStandalone('relations that users state, %s', (mode) => {
  const to = { value: 'Ada', type: 'entity', group: 'PERSON' } as const;

  it('are shown with show=relations, and replaced with the rest of usermetadata', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const rid = await kb.createResource({
      usermetadata: { relations: [{ relation: 'ENTITY', label: 'is about', to }] },
      origin: { sync_metadata: { file_id: 'f', auth_provider: 'drive', content_hash: 'h' } },
    });
    const relation = {
      relation: 'ENTITY',
      label: 'is about',
      metadata: null,
      to,
      from: { value: rid, type: 'resource', group: null },
    };
    const both = await kb.resource(rid, { show: ['basic', 'relations', 'origin'] });
    expect(both).toMatchObject({
      relations: [relation],
      usermetadata: { relations: [relation] },
      origin: { sync_metadata: { file_id: 'f', auth_provider: 'drive', content_hash: 'h' } },
    });
    expect(await kb.resource(rid, { show: ['relations'] })).toEqual({ id: rid, relations: [relation] });
    expect((await kb.resource(rid)).usermetadata).toEqual({ classifications: [], relations: [] });

    await kb.modifyResource(rid, { title: 'Other' });
    expect((await kb.resource(rid, { show: ['relations'] })).relations).toHaveLength(1);
    await kb.modifyResource(rid, { usermetadata: { classifications: [label('a')] } });
    expect((await kb.resource(rid, { show: ['relations'] })).relations).toEqual([]);
  });

  it('that lead to the wrong kind of node are refused', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const create = (relation: object) =>
      kb.client.send('POST', `${kb.path}/resources`, { body: { usermetadata: { relations: [relation] } } });
    const msg = (text: string) => ({ status: 422, body: { detail: [{ msg: `Value error, ${text}` }] } });
    expect(await create({ relation: 'CHILD', to })).toMatchObject(
      msg('Relations of type CHILD lead to a node of type resource'),
    );
    expect(await create({ relation: 'ENTITY', to: { value: 'Ada', type: 'entity' } })).toMatchObject(
      msg(`All entity values must define a 'group'`),
    );
  });
});
