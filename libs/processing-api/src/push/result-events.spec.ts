import fc from 'fast-check';
import { decodeMessage, encodeMessage, type ProcessedMessage } from '@lectern/augmentation';
import { type ResultType, resultTypes } from '@lectern/contracts/understanding';
import { fieldTypes, type MessageField, type MessageFile } from '../../../augmentation/src/message/processed-message';
import { eventsOf } from './result-events';

const at = { seconds: 1_772_359_200, nanos: 0 };
const file = (filename: string): MessageFile => ({
  uri: `token of ${filename}`,
  size: 3,
  content_type: 'image/png',
  filename,
  md5: 'm',
  source: 0,
});
const body: MessageField = { field_type: fieldTypes.TEXT, field: 'body' };
const chat: MessageField = { field_type: fieldTypes.CONVERSATION, field: 'chat' };
const guide: MessageField = { field_type: fieldTypes.FILE, field: 'guide.pdf' };

function metadataOf(spans: readonly (readonly [number, number])[], links: readonly string[] = []) {
  return {
    links,
    ner: { Brest: 'CITY' },
    classifications: [],
    language: 'en',
    summary: 'Short.',
    mime_type: 'text/plain',
    positions: {},
    entities: {},
    last_index: at,
    last_understanding: at,
    last_extract: at,
    last_summary: at,
    last_processing_start: at,
    paragraphs: spans.map(([start, end]) => ({
      start,
      end,
      start_seconds: [],
      end_seconds: [],
      kind: 6,
      classifications: [{ labelset: 'topic', label: 'sea' }],
      sentences: [],
      page: { page: 2, page_with_visual: false },
    })),
  };
}

const none = metadataOf([]);
const vectorsOf = (...vectors: readonly (readonly number[])[]) => ({
  vectors: vectors.map((vector) => ({ start: 0, end: 1, start_paragraph: 0, end_paragraph: 1, vector })),
});

function messageOf(members: Partial<ProcessedMessage>): ProcessedMessage {
  const message: ProcessedMessage = {
    kbid: '',
    uuid: 'r',
    slug: '',
    basic: {},
    conversations: {},
    texts: {},
    question_answers: [],
    generated_by: [],
    link_extracted_data: [],
    file_extracted_data: [],
    extracted_text: [],
    field_metadata: [],
    field_vectors: [],
    errors: [],
    done_time: at,
    processing_id: 'p',
    account_seq: 1,
    ...members,
  };
  // As it is read from its stored form.
  return decodeMessage(encodeMessage(message));
}

const whole = messageOf({
  field_metadata: [
    {
      field: body,
      metadata: {
        metadata: metadataOf(
          [
            [0, 5],
            [6, 9],
          ],
          ['https://example.org'],
        ),
        split_metadata: {},
      },
    },
    { field: chat, metadata: { metadata: none, split_metadata: { m1: metadataOf([[0, 2]]), m2: none } } },
    { field: guide, metadata: { metadata: none, split_metadata: {} } },
  ],
  extracted_text: [
    { field: body, body: { text: '🌊ide, sea', split_text: {} } },
    { field: chat, body: { text: '', split_text: { m1: 'Hi', m2: '' } } },
    { field: guide, file: file('ExtractedText-1') },
  ],
  field_vectors: [
    { field: body, vectorset_id: 'one', vectors: { vectors: vectorsOf([1, 2], [3, 4]), split_vectors: {} } },
    { field: body, vectorset_id: 'two', file: file('VectorObject-1') },
    { field: chat, vectorset_id: 'one', vectors: { vectors: vectorsOf(), split_vectors: { m1: vectorsOf([5]) } } },
  ],
  file_extracted_data: [
    {
      field: 'guide.pdf',
      language: '',
      md5: '',
      title: '',
      icon: '',
      file_generated: { 'rows.json': file('rows.json') },
      file_thumbnail: file('thumbnail'),
      file_preview: file('preview'),
      file_pages_previews: { pages: [file('page')], positions: [{ start: 0, end: 0 }], structures: [] },
    },
  ],
});

const reading = {
  text: async ({ filename }: MessageFile) => ({ text: `text in ${filename}`, split_text: {} }),
  vectors: async () => ({ vectors: vectorsOf([7], [8]), split_vectors: {} }),
};

async function eventsWith(types: readonly ResultType[] = resultTypes, after = 0, message = whole) {
  const events = [];
  for await (const event of eventsOf(message, reading, { types: new Set(types), after })) events.push(event);
  return events;
}
const dataOf = async (type: ResultType) => (await eventsWith([type])).map(({ data }) => data);

describe('The events of a result', () => {
  it('come field by field, each with its text, its paragraphs, its metadata and its files', async () => {
    const events = await eventsWith();
    expect(events.map(({ data: { type, field, split } }) => [type, field?.field, split])).toEqual([
      ['FullText', 'body', null],
      ['Chunk', 'body', null],
      ['Chunk', 'body', null],
      ['Metadata', 'body', null],
      ['Links', 'body', null],
      ['FullText', 'chat', 'm1'],
      ['Chunk', 'chat', 'm1'],
      ['Metadata', 'chat', 'm1'],
      ['FullText', 'chat', 'm2'],
      ['Metadata', 'chat', 'm2'],
      ['FullText', 'guide.pdf', null],
      ['Metadata', 'guide.pdf', null],
      ['FileThumbnail', 'guide.pdf', null],
      ['FilePreview', 'guide.pdf', null],
      ['FilePreview', 'guide.pdf', null],
      ['GeneratedFile', 'guide.pdf', null],
    ]);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  });

  it('keep their numbers whichever are wanted, and go on after any of them', async () => {
    const all = await eventsWith();
    await fc.assert(
      fc.asyncProperty(fc.subarray([...resultTypes]), fc.nat({ max: all.length + 1 }), async (types, after) => {
        const wanted = all.filter(({ id, data }) => id > after && types.some((type) => type === data.type));
        expect(await eventsWith(types, after)).toEqual(wanted);
      }),
      { seed: 3, numRuns: 40 },
    );
  });

  it('are none for a message without fields', async () => {
    expect(await eventsWith(resultTypes, 0, messageOf({}))).toEqual([]);
  });

  it('have the text of a paragraph by characters, not by halves of them', async () => {
    const chunks = await dataOf('Chunk');
    expect(chunks.map(({ data }) => data?.['text'])).toEqual(['🌊ide,', 'sea', 'Hi']);
  });

  it('have the vectors of a paragraph by model, also those in files', async () => {
    const chunks = await dataOf('Chunk');
    expect(chunks.map(({ data }) => data?.['vectors'])).toEqual([
      { one: [1, 2], two: [7] },
      { one: [3, 4], two: [8] },
      { one: [5] },
    ]);
  });

  it('say of a paragraph its kind, its page and its labels', async () => {
    const [chunk] = await dataOf('Chunk');
    expect(chunk?.data).toMatchObject({
      index: 0,
      start: 0,
      end: 5,
      kind: 'TABLE',
      page: 2,
      classifications: [{ labelset: 'topic', label: 'sea' }],
    });
  });

  it('read texts from files where the message had no room for them', async () => {
    const texts = await dataOf('FullText');
    expect(texts.at(-1)?.data).toEqual({ text: 'text in ExtractedText-1' });
  });

  it('have no event for links where there are none', async () => {
    expect((await dataOf('Links')).map(({ data }) => data)).toEqual([{ links: ['https://example.org'] }]);
  });

  it('show metadata without paragraphs, with its date in UTC', async () => {
    const [metadata] = await dataOf('Metadata');
    expect(metadata?.data).not.toHaveProperty('paragraphs');
    expect(metadata?.data).toMatchObject({ ner: { Brest: 'CITY' }, language: 'en', last_index: '2026-03-01T10:00:00' });
  });

  it('name files by their tokens', async () => {
    const [generated] = await dataOf('GeneratedFile');
    expect(generated?.data).toEqual({
      key: 'rows.json',
      token: 'token of rows.json',
      content_type: 'image/png',
      size: 3,
      filename: 'rows.json',
    });
    expect((await dataOf('FilePreview')).map(({ data }) => data?.['filename'])).toEqual(['preview', 'page']);
  });

  it('name the type of a field', async () => {
    const texts = await dataOf('FullText');
    expect([...new Set(texts.map(({ field }) => field?.field_type))]).toEqual(['text', 'conversation', 'file']);
  });
});
