import type { ExtractStrategy, UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import type { DrawnPicture, GivenPage, JobValue } from '@lectern/extraction';
import { defaultCallLimits, ModelCalls } from './model-calls';
import { SeeingModel } from './strategy-model.fixture';
import { VisualReading } from './visual-reading';

const TABLE = '| Berth | Fee |\n| --- | --- |\n| A1 | 20 |\n| B2 | 30 |';
const { signal } = new AbortController();

const field: UnderstoodField = {
  summary: '',
  language: 'en',
  languages: ['en'],
  mimeType: 'application/pdf',
  entities: [],
  links: [],
  errors: [],
  pages: 3,
};

/** A field with one paragraph per page, as extracted without a model. */
async function* found(kinds: readonly ('TEXT' | 'TABLE')[], shown = kinds.length): AsyncGenerator<JobValue> {
  const texts = kinds.map((kind, page) => `${kind} ${page}`);
  yield { text: texts.join('\n\n') };
  let start = 0;
  const paragraphs = kinds.map((kind, page): UnderstoodParagraph => {
    const end = start + (texts[page]?.length ?? 0);
    const paragraph = {
      start,
      end,
      start_seconds: [],
      end_seconds: [],
      kind,
      classifications: [],
      sentences: [],
      key: 'k',
      page: { page, page_with_visual: false },
      representation: null,
      relations: null,
      headings: [],
      language: '',
    };
    start = end + 2;
    return paragraph;
  });
  yield { paragraphs };
  yield { progress: { resume: 'token', pages: 1 } };
  yield { field };
  for (let page = 0; page < shown; page += 1) {
    const picture: DrawnPicture = {
      name: `generated/extracted_images_${page}.png`,
      contentType: 'image/png',
      bytes: Buffer.from([page]),
      page,
      isExtra: page > 0,
    };
    yield { picture };
  }
}

async function read(config: ExtractStrategy, values: AsyncIterable<JobValue>, answer: SeeingModel['answer']) {
  const model = new SeeingModel(answer);
  const calls = new ModelCalls(model.asked, defaultCallLimits, signal);
  let pages: readonly GivenPage[] | undefined;
  const reading = new VisualReading({
    config,
    signal,
    keepsPictures: true,
    readers: { pages: config.vllm_config ? calls : undefined, tables: config.ai_tables ? calls : undefined },
    understand: async function* (given) {
      pages = given;
      yield { field };
    },
  });
  const given: JobValue[] = [];
  for await (const value of reading.values(values)) given.push(value);
  const images = model.requests.map(({ images: shown = [] }) => shown.length);
  const pictures = given.flatMap(({ picture }) => (picture ? [picture] : []));
  return { pages, images, given, pictures, errors: given.at(-1)?.field?.errors ?? [] };
}

describe('pages that a model sees', () => {
  it('are joined where a table goes on, as many as the strategy allows', async () => {
    const answer = () => ({ tables: [{ page: 1, markdown: TABLE }] });
    const all = await read({ ai_tables: { merge_pages: true } }, found(['TABLE', 'TABLE', 'TABLE']), answer);
    const reference = 'generated/extracted_images_0.png';
    expect(all.images).toEqual([3]);
    expect(all.pages).toEqual([[{ kind: 'table', text: TABLE, reference }], [], []]);
    const two = { ai_tables: { merge_pages: true, max_pages_to_merge: 2 } };
    expect((await read(two, found(['TABLE', 'TABLE', 'TABLE']), answer)).images).toEqual([2, 1]);
    const alone = await read({ ai_tables: { merge_pages: false } }, found(['TABLE', 'TEXT', 'TABLE']), answer);
    expect(alone.images).toEqual([1, 1]);
    expect(alone.pages?.[1]).toEqual([{ kind: 'paragraph', text: 'TEXT 1' }]);
  });

  it('keep tables that the model does not find', async () => {
    const tables = { ai_tables: { merge_pages: true } };
    const none = await read(tables, found(['TABLE', 'TABLE']), () => ({ tables: [] }));
    expect(none.pages).toBeUndefined();
    expect(none.given.find(({ text }) => text)).toEqual({ text: 'TABLE 0\n\nTABLE 1' });
    const later = await read(tables, found(['TABLE', 'TABLE']), () => ({ tables: [{ page: 2, markdown: TABLE }] }));
    expect(later.pages?.[0]).toEqual([{ kind: 'table', text: 'TABLE 0' }]);
  });

  it('have pictures that are kept where a table refers to them', async () => {
    const answer = () => ({ tables: [{ page: 1, markdown: TABLE }] });
    const { pictures } = await read({ ai_tables: {} }, found(['TEXT', 'TEXT', 'TABLE']), answer);
    expect(pictures.map(({ page, isExtra }) => [page, isExtra])).toEqual([
      [0, false],
      [2, false],
    ]);
  });

  it('are read first, and their tables rewritten then', async () => {
    const answer: SeeingModel['answer'] = ({ jsonSchema }) =>
      jsonSchema ? { tables: [{ page: 1, markdown: TABLE }] } : `Seen.\n\n${TABLE.replace('A1', 'Al')}\n\nEnd.`;
    const { pages } = await read({ vllm_config: {}, ai_tables: {} }, found(['TEXT']), answer);
    expect(pages?.[0]?.map(({ kind, text }) => [kind, text])).toEqual([
      ['markdown', 'Seen.'],
      ['table', TABLE],
      ['markdown', 'End.'],
    ]);
  });

  it('are not all of them where there are too many', async () => {
    const { pages, errors } = await read({ vllm_config: {} }, found(['TEXT', 'TEXT', 'TEXT'], 2), () => 'Seen.');
    expect(pages?.map(([block]) => block?.text)).toEqual(['Seen.', 'Seen.', 'TEXT 2']);
    expect(errors).toMatchObject([{ severity: 'WARNING', text: expect.stringContaining('1 of 3 pages') }]);
  });

  it('are left alone where the text is very long', async () => {
    async function* long(): AsyncGenerator<JobValue> {
      for (let at = 0; at < 20; at += 1) yield { text: 'x'.repeat(250_000) };
      yield { field };
    }
    const { given, pages, errors } = await read({ vllm_config: {} }, long(), () => 'Seen.');
    expect([pages, given.map(({ text = '' }) => text).join('').length]).toEqual([undefined, 5_000_000]);
    expect(errors).toMatchObject([{ severity: 'WARNING', text: expect.stringContaining('too long') }]);
  });
});
