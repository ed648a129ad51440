import { DocumentBuilder } from '../extract/document-builder';
import { type Piece, paragraphPieces, regrouped } from './regroup';
import { splitSection } from './split';

const paragraphs = (write: (document: DocumentBuilder) => void) => {
  const document = new DocumentBuilder(100_000);
  write(document);
  return [...splitSection(document.section(), { language: 'en', fieldId: 'r/t/a' })];
};
// Each has a sentence.
const all = (pieces: readonly Piece[]) => pieces as [Piece, ...Piece[]];

describe('paragraphs that are put together in another way', () => {
  it('are what they were when nothing changes', () => {
    const found = paragraphs((d) => {
      d.heading('Port', 1);
      d.paragraph('Wait here. Then go.');
      d.table({
        rows: [
          ['Berth', 'Fee'],
          ['A1', '20'],
          ['A2', '30'],
        ],
        headed: true,
      });
    });
    expect(found.map((paragraph) => regrouped(all(paragraphPieces(paragraph)), 'r/t/a'))).toEqual(found);
  });

  it('are cut between sentences and joined over paragraphs', () => {
    const found = paragraphs((d) => {
      d.paragraph('One. Two.');
      d.verbatim('table', 'a | b');
    });
    const [one, ...others] = found.flatMap(paragraphPieces);
    expect(one && regrouped([one], 'r/t/a')).toMatchObject({ start: 0, end: 4, kind: 'TEXT', key: 'r/t/a/0-4' });
    expect(regrouped(all(others), 'r/t/a')).toMatchObject({
      start: 5,
      end: 16,
      kind: 'TEXT',
      representation: null,
      key: 'r/t/a/5-16',
      sentences: [5, 9, 11, 16],
    });
  });
});
