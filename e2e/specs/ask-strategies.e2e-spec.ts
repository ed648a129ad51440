import type { AskItem } from '@lectern/contracts/search';
import type { ScriptedProvider } from '@lectern/testing';
import { readFile } from 'node:fs/promises';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { startWithProvider } from '../harness/with-provider';

const itemOf = <T extends AskItem['type']>(items: readonly AskItem[], type: T) =>
  items.find((item): item is Extract<AskItem, { type: T }> => item.type === type);
/** Paragraphs of this length stay apart. */
const PARAGRAPH_CHARS = 900;
const PARAGRAPHS = [
  'The lighthouse stands on the northern cape of the island.',
  'Its lamp turns once in twelve seconds and can be seen for 21 miles.',
  'The keeper lives in a small house beside the tower.',
  'Sheep graze on the meadow behind the house.',
].map(
  (text, at) =>
    `${text} ${`Waves number ${at} roll against the shore. `.repeat(40)}`.slice(0, PARAGRAPH_CHARS - 1) + '.',
);

inStandalone('strategies of a question, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  let hidden: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const message = (ident: string, text: string, type: 'UNSET' | 'QUESTION' | 'ANSWER' = 'UNSET') => ({
      ident,
      who: 'ada',
      type,
      content: { text },
    });
    rid = await kb.createResource({
      title: 'Northern lighthouse',
      summary: 'About a tower.',
      texts: {
        body: { body: PARAGRAPHS.join('\n\n') },
        note: { body: 'Ada Lovelace painted the tower red.' },
        'da-gist-t-body': { body: 'A lighthouse, its keeper and sheep.' },
      },
      conversations: {
        chat: {
          messages: [
            message('m0', 'Welcome to the harbour office.'),
            message('m1', 'Which vessel carries the mail?', 'QUESTION'),
            message('m2', 'One moment please.'),
            message('m3', 'The Albatross does.', 'ANSWER'),
          ],
        },
      },
      usermetadata: { classifications: [{ labelset: 'topics', label: 'coast' }] },
      origin: { url: 'https://example.org/lighthouse', tags: ['towers'] },
      extra: { metadata: { height: { metres: 31 } } },
    });
    hidden = await kb.createResource({ title: 'Bakery', texts: { body: { body: 'The bakery opens at six.' } } });
    await kb.untilProcessed(rid);
    await kb.untilProcessed(hidden);
  });

  const asked = async (request: object, path = 'ask') => {
    const body = { query: 'How far can the lamp be seen?', top_k: 1, debug: true, generate_answer: false, ...request };
    const answer = await kb.client.send('POST', `${kb.path}/${path}`, { body, headers: { 'x-synchronous': 'true' } });
    return { status: answer.status, body: Object(answer.body) };
  };
  const contextOf = async (request: object, path?: string) => {
    const { status, body } = await asked(request, path);
    expect(status).toBe(200);
    const { predict_request, augmented_context, retrieval_results } = body;
    const context: readonly { key: string; text: string }[] = predict_request.context;
    return {
      keys: context.map(({ key }) => key),
      texts: context.map(({ text }) => text),
      augmented_context,
      retrieval_results,
    };
  };
  const key = (at: number) => {
    const start = PARAGRAPHS.slice(0, at).reduce((sum, text) => sum + text.length + 2, 0);
    return `${rid}/t/body/${start}-${start + (PARAGRAPHS[at]?.length ?? 0)}`;
  };

  it('add neighbouring paragraphs, each once', async () => {
    const { keys, augmented_context } = await contextOf({
      rag_strategies: [{ name: 'neighbouring_paragraphs', before: 1, after: 2 }],
    });
    expect(keys).toEqual([key(1), key(0), key(2), key(3)]);
    expect(augmented_context.fields).toEqual({});
    expect(Object.keys(augmented_context.paragraphs)).toEqual([key(0), key(2), key(3)]);
    expect(augmented_context.paragraphs[key(2)]).toMatchObject({
      id: key(2),
      text: PARAGRAPHS[2],
      parent: key(1),
      augmentation_type: 'neighbouring_paragraphs',
      position: { index: 2, start: expect.any(Number), end: expect.any(Number) },
    });
  });

  it('add title and summary, and what follows', async () => {
    const { keys, texts, augmented_context } = await contextOf({ rag_strategies: [{ name: 'hierarchy', count: 11 }] });
    expect(keys).toEqual([key(1)]);
    expect(texts[0]).toBe(
      'DOCUMENT: Northern lighthouse \n SUMMARY: About a tower. \n RESOURCE CONTENT: ' +
        `\n EXTRACTED BLOCK: \n ${PARAGRAPHS[1]}\nThe keeper \n\n `,
    );
    expect(augmented_context.paragraphs[key(1)]).toMatchObject({ augmentation_type: 'hierarchy' });
    expect(augmented_context.paragraphs[key(1)]).not.toHaveProperty('parent');
  });

  it('add fields by name and by what generated them, in place of their paragraphs', async () => {
    const extension = (more: object) => contextOf({ rag_strategies: [{ name: 'field_extension', ...more }] });
    expect((await extension({ fields: ['/t/note/', 't/unknown'] })).keys).toEqual([`${rid}/t/note`, key(1)]);
    expect((await extension({ fields: ['t/body'] })).keys).toEqual([`${rid}/t/body`]);
    const generated = await extension({ data_augmentation_field_prefixes: ['gist'] });
    expect(generated.keys).toEqual([`${rid}/t/da-gist-t-body`, key(1)]);
    expect(generated.augmented_context.fields[`${rid}/t/da-gist-t-body`]).toMatchObject({
      augmentation_type: 'field_extension',
    });
  });

  it('give whole resources', async () => {
    const full = { name: 'full_resource' };
    const { keys, augmented_context } = await contextOf({ rag_strategies: [full] });
    expect(keys).toEqual([
      `${rid}/a/title`,
      `${rid}/a/summary`,
      `${rid}/t/body`,
      `${rid}/t/da-gist-t-body`,
      `${rid}/t/note`,
      `${rid}/c/chat`,
    ]);
    expect(augmented_context.fields[`${rid}/t/note`]).toEqual({
      id: `${rid}/t/note`,
      text: 'Ada Lovelace painted the tower red.',
      augmentation_type: 'full_resource',
    });
    const excluded = { ...full, apply_to: { exclude: ['/classification.labels/topics/coast'] } };
    expect((await contextOf({ rag_strategies: [excluded] })).keys).toEqual([key(1)]);
    const two = { query: 'When does the bakery open? How far can the lamp be seen?', top_k: 20 };
    const rest = await contextOf({
      ...two,
      rag_strategies: [{ ...full, count: 1, include_remaining_text_blocks: true }],
    });
    const without = await contextOf({ ...two, rag_strategies: [{ ...full, count: 1 }] });
    expect(new Set(without.keys.map((id) => id.slice(0, 32))).size).toBe(1);
    expect(new Set(rest.keys.map((id) => id.slice(0, 32))).size).toBe(2);
  });

  it('give the only resource that is asked without a search', async () => {
    const body = { query: 'Nothing like it?', rag_strategies: [{ name: 'full_resource' }] };
    const { keys, retrieval_results } = await contextOf(body, `resource/${hidden}/ask`);
    expect(keys).toEqual([`${hidden}/a/title`, `${hidden}/t/body`]);
    expect(retrieval_results.resources).toEqual({});
  });

  it('add metadata to what it belongs to', async () => {
    const types = ['origin', 'classification_labels', 'ners', 'extra_metadata'];
    const { keys, texts, augmented_context } = await contextOf({
      query: 'Who painted the tower red?',
      rag_strategies: [{ name: 'metadata_extension', types }],
    });
    const [note = ''] = keys;
    expect(note).toContain(`${rid}/t/note/`);
    expect(texts[0]).toBe(
      'Ada Lovelace painted the tower red.\n\nDOCUMENT METADATA AT ORIGIN:\nurl: https://example.org/lighthouse\n' +
        'tags:\n  - towers\n\nDOCUMENT CLASSIFICATION LABELS:\n - coast (topics)\n\n' +
        'DOCUMENT NAMED ENTITIES (NERs):\n - PERSON:\n   - Ada Lovelace\n\n' +
        'DOCUMENT EXTRA METADATA:\nheight:\n  metres: 31',
    );
    expect(augmented_context.paragraphs[note]).toMatchObject({ parent: note, augmentation_type: 'metadata_extension' });
  });

  it('add messages of conversations', async () => {
    const query = 'Which vessel carries the mail?';
    const ids = async (strategies: object[]) =>
      (await contextOf({ query, rag_strategies: strategies })).keys.map((id) => id.split('/')[3]);
    expect(await ids([])).toEqual(['m1', 'm3']);
    expect(await ids([{ name: 'conversation', full: true }])).toEqual(['m1', 'm0', 'm2', 'm3']);
    expect(await ids([{ name: 'conversation', max_messages: 2 }])).toEqual(['m1', 'm0', 'm2']);
    expect(await ids([{ name: 'conversation', max_messages: 0 }])).toEqual(['m1', 'm0']);
  });

  it('stay within what the caller wants and the model takes', async () => {
    const strategies = [{ name: 'full_resource' }];
    const { texts } = await contextOf({ max_tokens: { context: 30 }, rag_strategies: strategies });
    expect(texts.join(' ').split(' ').length).toBeLessThanOrEqual(30);
    const tooMuch = await asked({ max_tokens: { context: 10_000_000 } });
    expect(tooMuch).toMatchObject({
      status: 412,
      body: {
        detail: expect.stringMatching(/^Invalid query\. Error in max_tokens\.context: Max context tokens is higher/),
      },
    });
  });

  it('keep what is hidden or of other groups out of the context', async () => {
    await kb.modifyResource(rid, { security: { access_groups: ['g1'] } });
    const open = { security: { groups: ['g1'] } };
    const full = { rag_strategies: [{ name: 'full_resource' }] };
    expect((await contextOf({ ...open, ...full })).keys).toContain(`${rid}/t/note`);
    const closed = await contextOf({ ...full, security: { groups: ['g2'] }, top_k: 20, query: 'lamp bakery' });
    expect(closed.keys.some((id) => id.startsWith(rid))).toBe(false);
    await kb.modifyResource(rid, { security: { access_groups: [] } });
  });

  it.each([
    [
      [{ name: 'full_resource' }, { name: 'hierarchy' }],
      /cannot be combined in the same request: full_resource, hierarchy/,
    ],
    [[{ name: 'field_extension' }, { name: 'full_resource' }], /request: field_extension, full_resource/],
    [[{ name: 'hierarchy', count: 1_025 }], /less than or equal to 1024/],
    [[{ name: 'neighbouring_paragraphs', before: -1 }], /greater than or equal to 0/],
    [[{ name: 'conversation', max_messages: -1 }], /greater than or equal to 0/],
    [[{ name: 'full_resource', count: 0 }], /greater than or equal to 1/],
    [[{ name: 'metadata_extension', types: [] }], /at least 1/],
    [[{ name: 'field_extension', fields: ['k/data'] }], /valid types are/],
  ])('are refused with a reason: %j', async (rag_strategies, reason) => {
    const { status, body } = await asked({ rag_strategies });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(reason)]);
  });

  it('take the largest and the smallest numbers', async () => {
    for (const strategy of [
      { name: 'hierarchy', count: 1_024 },
      { name: 'neighbouring_paragraphs', before: 1_000_000, after: 1_000_000 },
      { name: 'neighbouring_paragraphs', before: 0, after: 0 },
      { name: 'conversation', max_messages: 1_000_000 },
    ])
      expect((await asked({ rag_strategies: [strategy] })).status).toBe(200);
  });

  it('of images are ignored by a model that reads none', async () => {
    const images = ['page_image', 'tables', 'paragraph_image'].map((name) => ({ name }));
    const { body, status } = await asked({ rag_images_strategies: images, extra_context_images: [PIXEL] });
    expect(status).toBe(200);
    expect(body.predict_request).not.toHaveProperty('images');
  });

  it('make texts of the caller citable', async () => {
    const answer = await kb.ask({
      query: 'How high is the lighthouse?',
      extra_context: ['The lighthouse is 31 metres high.'],
      citations: true,
    });
    expect(Object.keys(itemOf(answer, 'citations')?.citations ?? {})).toEqual(['USER_CONTEXT_0']);
    expect(itemOf(answer, 'augmented_context')?.augmented.paragraphs['USER_CONTEXT_0']).toMatchObject({
      text: 'The lighthouse is 31 metres high.',
    });
  });
});

const PIXEL = {
  content_type: 'image/png',
  b64encoded: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};

inStandalone('images of a question, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    ({ provider, deployment } = await startWithProvider(mode, { key: 'key', timeoutMs: 2_000, vision: true }));
    kb = await new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` }).createKnowledgeBox();
    const payload = (await readFile('libs/extraction/src/fixtures/guide.pdf')).toString('base64');
    await kb.createResource({ files: { guide: { file: { filename: 'guide.pdf', payload } } } }, { wait: 'searchable' });
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });

  it('are shown to a model that reads them: those of the caller and of pages that were found', async () => {
    provider.next({ pieces: ['The gate is green [1].\n\n[1]: block-AB'] });
    const items = await kb.ask({
      query: 'guide',
      fields: ['f/guide'],
      top_k: 1,
      debug: true,
      citations: 'llm_footnotes',
      extra_context_images: [PIXEL],
      rag_images_strategies: [{ name: 'page_image', count: 1 }],
    });
    const sent = JSON.stringify(provider.calls.at(-1)?.body['messages']);
    expect(sent.match(/data:image\/png;base64/g)).toHaveLength(2);
    expect(sent).toContain(PIXEL.b64encoded);
    const { images } = Object(itemOf(items, 'debug')?.metadata.predict_request);
    expect(images).toMatchObject([{ key: 'USER_IMAGE_CONTEXT_0' }, { key: expect.stringMatching(/\/f\/guide\/\d+$/) }]);
    expect(itemOf(items, 'footnote_citations')?.footnote_to_context).toEqual({ 'block-AB': 'USER_IMAGE_CONTEXT_0' });
    expect(itemOf(items, 'augmented_context')?.augmented.paragraphs).toHaveProperty('USER_IMAGE_CONTEXT_0');
  });
});
