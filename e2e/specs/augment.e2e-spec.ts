import { augmentContext, hydrateParagraphs } from '@lectern/contracts/search';
import { readFile } from 'node:fs/promises';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const message = (ident: string, text: string, more: object = {}) => ({ ident, who: 'ada', content: { text, ...more } });

inStandalone('what belongs to results, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const pdf = (await readFile('libs/extraction/src/fixtures/guide.pdf')).toString('base64');
    const attached = { attachments_fields: [{ field_type: 'text', field_id: 'note' }] };
    rid = await kb.createResource(
      {
        files: { guide: { file: { filename: 'guide.pdf', payload: pdf } } },
        texts: {
          note: { body: 'Ada Lovelace met Charles Babbage in London.' },
          'da-gist-t-note': { body: 'They met.' },
        },
        conversations: {
          chat: {
            messages: [
              message('m9', 'Good morning.'),
              { ...message('m1', 'When is high water?', attached), type: 'QUESTION' as const },
              message('m2', 'One moment.'),
              { ...message('m3', 'Twice a day.'), type: 'ANSWER' as const },
            ],
          },
        },
        usermetadata: { classifications: [{ labelset: 'topics', label: 'sea' }] },
      },
      { wait: 'searchable' },
    );
    const key = `${rid}/t/note/0-43`;
    const labels = [{ labelset: 'kinds', label: 'meeting' }];
    const field = { field_type: 'text' as const, field: 'note' };
    const say = (text: string) => ({ text, ids_paragraphs: [] });
    const question_answers = [
      { question_answer: { question: say('Who met?'), answers: [say('Two people.')] } },
      { question_answer: { question: say('Who left?') }, cancelled_by_user: true },
    ];
    const paragraphs = [{ key, classifications: labels }];
    await kb.modifyResource(rid, { fieldmetadata: [{ field, paragraphs, question_answers }] });
    await kb.untilProcessed(rid);
  });

  it('includes labels, entities and thumbnails', async () => {
    const [guide, note] = [`${rid}/f/guide`, `${rid}/t/note`];
    const { resources, fields } = await kb.api(augmentContext, {
      body: {
        resources: [{ given: [rid], classification_labels: true }],
        fields: [{ given: [guide, note], classification_labels: true, entities: true, file_thumbnail: true }],
      },
    });
    expect(resources[rid]).toEqual({ id: rid, classification_labels: { topics: ['sea'] } });
    expect(fields[note]).toMatchObject({
      classification_labels: { kinds: ['meeting'] },
      entities: { PERSON: ['Ada Lovelace', 'Charles Babbage'] },
    });
    expect(fields[note]).not.toHaveProperty('thumbnail_image');
    expect(fields[guide]).toMatchObject({
      classification_labels: {},
      thumbnail_image: `/kb/${kb.id}/resource/${rid}/file/guide/download/extracted/file_thumbnail`,
    });
  });

  it('includes pictures of pages', async () => {
    const guide = await kb.resource(rid, { show: ['extracted'], extracted: ['metadata'] });
    const paragraphs = guide.data?.files?.['guide']?.extracted?.metadata?.metadata.paragraphs ?? [];
    const last = paragraphs.at(-1);
    const id = last?.key ?? '';
    const uri = `/kb/${kb.id}/resource/${rid}/file/guide/download/extracted/generated/extracted_images_1.png`;
    expect(last?.page?.page).toBe(1);
    const wanted = { page_preview_image: true, source_image: true, text: false };
    const given = [{ id, metadata: { page: 1 } }, { id: `${rid}/t/note/0-43` }];
    const augmented = await kb.api(augmentContext, { body: { paragraphs: [{ given, ...wanted }] } });
    expect(augmented.paragraphs[id]).toEqual({ id, field: `${rid}/f/guide`, resource: rid, page_preview_image: uri });
    expect(augmented.paragraphs[`${rid}/t/note/0-43`]).not.toHaveProperty('page_preview_image');
    const hydration = { paragraph: { image: { source_image: true }, page: { page_with_visual: true } } };
    const hydrated = await kb.api(hydrateParagraphs, { body: { data: [id], hydration } });
    expect(hydrated.paragraphs[id]).toMatchObject({ page: { page_preview_ref: uri } });
    expect(hydrated.paragraphs[id]).not.toHaveProperty('image');
    expect((await kb.client.send('GET', uri)).status).toBe(200);
  });

  it('includes messages of conversations, and fields that belong to them', async () => {
    const chat = `${rid}/c/chat`;
    const read = async (wanted: object, id = chat) =>
      (await kb.api(augmentContext, { body: { fields: [{ given: [id], ...wanted }] } })).fields;
    const idents = async (wanted: object, id = chat) =>
      (await read(wanted, id))[id]?.messages?.map(({ ident }) => ident);
    expect(await idents({ full_conversation: true })).toEqual(['m9', 'm1', 'm2', 'm3']);
    expect(await idents({ full_conversation: true, max_conversation_messages: 2 })).toEqual(['m9', 'm1']);
    expect(await idents({})).toBeUndefined();
    expect(await idents({ max_conversation_messages: 3 }, `${chat}/m1`)).toEqual(['m9', 'm1', 'm2']);
    const answered = { conversation_answer_or_messages_after: true };
    expect(await idents(answered, `${chat}/m1`)).toEqual(['m1', 'm3']);
    expect(await idents(answered, `${chat}/m2`)).toEqual(['m2', 'm3']);
    const all = await read({ text: true, ...answered, conversation_text_attachments: true }, `${chat}/m1`);
    expect(all[`${chat}/m1`]?.text).toContain('When is high water?');
    expect(all[`${rid}/t/note`]?.text).toContain('Ada Lovelace');
    expect(await read({ full_conversation: true }, `${chat}/unknown`)).toEqual({});
  });

  it('includes fields of resources, by type and name', async () => {
    const read = async (fields: object) =>
      Object.keys((await kb.api(augmentContext, { body: { resources: [{ given: [rid], fields }] } })).fields).sort();
    expect(await read({})).toEqual(expect.arrayContaining([`${rid}/c/chat`, `${rid}/f/guide`, `${rid}/t/note`]));
    expect(await read({ filters: [{ prop: 'field', type: 'text', name: 'note' }] })).toEqual([`${rid}/t/note`]);
    expect(await read({ filters: [{ prop: 'field', type: 'file', name: 'other' }] })).toEqual([]);
    const generated = { prop: 'generated', by: 'data-augmentation' };
    expect(await read({ filters: [{ ...generated, da_task: 'gist' }] })).toEqual([`${rid}/t/da-gist-t-note`]);
    expect(await read({ filters: [{ ...generated, da_task: 'other' }] })).toEqual([]);
    for (const filter of [
      { prop: 'generated' },
      { ...generated, by: 'user' },
      { ...generated, da_task: 1 },
      { prop: 'x' },
    ]) {
      const body = { resources: [{ given: [rid], fields: { filters: [filter] } }] };
      expect((await kb.client.send('POST', `${kb.path}/augment`, { body })).status).toBe(422);
    }
  });

  it('takes ids of resources with hyphens, too', async () => {
    const spelled = rid.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const wanted = (id: string) => ({
      resources: [{ given: [id], title: true }],
      fields: [{ given: [`${id}/t/note`], text: true }],
      paragraphs: [{ given: [{ id: `${id}/t/note/0-43` }] }],
    });
    const augmented = await kb.api(augmentContext, { body: wanted(spelled) });
    expect(augmented).toEqual(await kb.api(augmentContext, { body: wanted(rid) }));
    expect(Object.keys(augmented.paragraphs)).toEqual([`${rid}/t/note/0-43`]);
    const hydration = { paragraph: { text: true } };
    const hydrated = await kb.api(hydrateParagraphs, { body: { data: [`${spelled}/t/note/0-43`], hydration } });
    expect(Object.keys(hydrated.paragraphs)).toEqual([`${rid}/t/note/0-43`]);
  });

  it('includes names and words of texts, and what users ask about them', async () => {
    const read = async (wanted: object, more: object = {}) =>
      (await kb.api(augmentContext, { body: { resources: [{ given: [rid], ...wanted }], ...more } })).resources;
    const wanted = { extracted_large_metadata: true, extracted_qa: true, field_type_filter: ['text', 'conversation'] };
    const data = (await read(wanted))[rid]?.data;
    expect(data?.texts?.['note']?.extracted).toMatchObject({
      large_metadata: {
        metadata: {
          entities: expect.arrayContaining([{ token: 'Ada Lovelace', root: 'ada lovelace', type: 'PERSON' }]),
          tokens: { ada: 1, lovelace: 1, met: 1, charles: 1, babbage: 1, london: 1 },
        },
      },
      question_answers: { question_answers: { question_answer: [{ question: { text: 'Who met?' } }] } },
    });
    expect(data?.conversations?.['chat']?.extracted).toMatchObject({
      large_metadata: { metadata: { tokens: {} }, split_metadata: { m9: { tokens: { morning: 1 } } } },
      question_answers: { question_answers: { question_answer: [] } },
    });
    const parts = { show: ['extracted' as const], extracted: ['large_metadata' as const, 'question_answers' as const] };
    expect((await kb.resource(rid, parts)).data?.texts).toEqual(data?.texts);
    expect(await read(wanted, { security: { groups: [] } })).toMatchObject({ [rid]: { id: rid } });
  });
});
