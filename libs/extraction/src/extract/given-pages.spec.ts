import { sliceCodePoints } from '@lectern/text';
import { splitSection } from '../split/split';
import { DocumentBuilder } from './document-builder';
import { type GivenPage, readPages } from './given-pages';

const TABLE = '| Berth | Fee |\n| --- | --- |\n| A1 | 20 |';

async function paragraphsOf(pages: readonly GivenPage[]) {
  const document = new DocumentBuilder(100_000);
  await readPages(pages, document);
  const { text, ...built } = document.build('application/pdf');
  const paragraphs = [...splitSection({ text, ...built }, { paged: true, language: 'en' })];
  return paragraphs.map(({ start, end, ...paragraph }) => ({ ...paragraph, text: sliceCodePoints(text, start, end) }));
}

describe('pages that were read elsewhere', () => {
  it('keep their numbers, headings and tables', async () => {
    const paragraphs = await paragraphsOf([
      [{ kind: 'markdown', text: '# Port\n\nWait for the light.' }],
      [
        { kind: 'heading', text: 'Fees', level: 2 },
        { kind: 'paragraph', text: 'They are due.' },
        { kind: 'table', text: TABLE, reference: 'page.png' },
      ],
    ]);
    expect(paragraphs).toMatchObject([
      { text: 'Port\n\nWait for the light.', headings: ['Port'], kind: 'TEXT', page: { page: 0 } },
      { text: 'Fees\n\nThey are due.', headings: ['Port', 'Fees'], kind: 'TEXT', page: { page: 1 } },
      {
        text: TABLE,
        kind: 'TABLE',
        page: { page: 1 },
        representation: { is_a_table: true, reference_file: 'page.png' },
      },
    ]);
  });

  it('may be empty', async () => {
    expect(await paragraphsOf([[], [{ kind: 'paragraph', text: 'Here.' }]])).toMatchObject([
      { text: 'Here.', page: { page: 1 } },
    ]);
  });
});
