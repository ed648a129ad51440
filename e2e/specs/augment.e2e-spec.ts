import { augmentContext, hydrateParagraphs } from '@lectern/contracts/search';
import { readFile } from 'node:fs/promises';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const say = (ident: string, text: string, more: object = {}) => ({ ident, who: 'ada', content: { text, ...more } });

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
        texts: { note: { body: 'Ada Lovelace met Charles Babbage in London.' } },
        conversations: {
          chat: {
            messages: [
              say('m9', 'Good morning.'),
              { ...say('m1', 'When is high water?', attached), type: 'QUESTION' as const },
              say('m2', 'One moment.'),
              { ...say('m3', 'Twice a day.'), type: 'ANSWER' as const },
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
    await kb.modifyResource(rid, { fieldmetadata: [{ field, paragraphs: [{ key, classifications: labels }] }] });
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
    expect(await read({ filters: [{ prop: 'field', type: 'text' }] })).toEqual([`${rid}/t/note`]);
    expect(await read({ filters: [{ prop: 'field', type: 'file', name: 'other' }] })).toEqual([]);
    const refused = { resources: [{ given: [rid], fields: { filters: [{ prop: 'generated' }] } }] };
    expect((await kb.client.send('POST', `${kb.path}/augment`, { body: refused })).status).toBe(422);
  });
});
