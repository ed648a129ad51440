import { sentencesAt } from '@lectern/contracts/core';
import { codePointLength, sliceCodePoints } from '@lectern/text';
import fc from 'fast-check';
import type { ExtractedDocument } from '../extract/document';
import { DocumentBuilder } from '../extract/document-builder';
import { type ParagraphOptions, splitSection } from './split';

const documentOf = (write: (document: DocumentBuilder) => void): ExtractedDocument => {
  const document = new DocumentBuilder(1_000_000);
  write(document);
  return document.build('text/plain');
};
const splitDocument = (document: ExtractedDocument, options: ParagraphOptions = {}) => [
  ...splitSection(document, { paged: document.pages > 0, ...options }),
];
const sentence = 'The keeper of the northern lock writes down every boat that passes, its name and the hour. ';
const textsOf = (document: ExtractedDocument, options = {}) =>
  splitDocument(document, { language: 'en', ...options }).map(({ start, end }) =>
    sliceCodePoints(document.text, start, end),
  );

describe('splitDocument', () => {
  it('keeps a heading with what follows it, and remembers all headings above', () => {
    const document = documentOf((d) => {
      d.heading('Port rules', 1);
      d.heading('Locks', 2);
      d.paragraph('Wait for the green light.');
      d.heading('Berths', 2);
      d.paragraph('Berths are given by the office.');
    });
    const paragraphs = splitDocument(document, { language: 'en' });
    expect(textsOf(document)).toEqual([
      'Port rules\n\nLocks\n\nWait for the green light.',
      'Berths\n\nBerths are given by the office.',
    ]);
    expect(paragraphs.map(({ headings }) => headings)).toEqual([
      ['Port rules', 'Locks'],
      ['Port rules', 'Berths'],
    ]);
  });

  it('puts small blocks of one section together and cuts long ones between sentences', () => {
    const document = documentOf((d) => {
      d.paragraph('Short one.');
      d.listItem('a point');
      d.listItem('another point');
      d.paragraph(sentence.repeat(40));
    });
    const texts = textsOf(document);
    expect(texts[0]).toContain('another point');
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(1_200);
      expect(text).toMatch(/[.]$|point$/);
    }
  });

  it('never joins pages, and numbers them from 0', () => {
    const document = documentOf((d) => {
      for (const text of ['One.', 'Two.']) {
        d.startPage();
        d.paragraph(text);
      }
    });
    expect(splitDocument(document).map(({ page }) => page)).toEqual([
      { page: 0, page_with_visual: false },
      { page: 1, page_with_visual: false },
    ]);
  });

  it('makes tables paragraphs of their own whose sentences are rows', () => {
    const rows = [
      ['Berth', 'Fee'],
      ...Array.from({ length: 60 }, (_, at) => [`Berth number ${at}`, `${at} per night`]),
    ];
    const document = documentOf((d) => {
      d.paragraph('Fees of this year.');
      d.table({ rows, headed: true });
    });
    const [before, ...tables] = splitDocument(document);
    expect(before).toMatchObject({ kind: 'TEXT', representation: null });
    expect(tables.length).toBeGreaterThan(1);
    for (const table of tables) expect(table).toMatchObject({ kind: 'TABLE', representation: { is_a_table: true } });
    const lines = tables.flatMap(({ sentences }) =>
      sentencesAt(sentences).map(({ start, end }) => sliceCodePoints(document.text, start, end)),
    );
    expect(lines).toHaveLength(60);
    expect(lines[7]).toBe('Berth: Berth number 7 | Fee: 7 per night');
  });

  it('neither cuts nor joins records', () => {
    const long = sentence.repeat(30).trim();
    const document = documentOf((d) => ['a', long, 'b'].forEach((text) => d.verbatim('record', text)));
    expect(textsOf(document)).toEqual(['a', long, 'b']);
  });

  it('keeps the seconds of what is said', () => {
    const document = documentOf((d) => {
      d.verbatim('transcript', 'Hello', { seconds: { start: 1.5, end: 2.2 } });
      d.verbatim('transcript', 'again', { seconds: { start: 3, end: 4 } });
    });
    expect(splitDocument(document)).toMatchObject([{ kind: 'TRANSCRIPT', start_seconds: [1, 3], end_seconds: [3, 4] }]);
  });

  it('obeys a length of the caller', () => {
    const document = documentOf((d) => d.paragraph(sentence.repeat(10)));
    for (const text of textsOf(document, { paragraphCharsMax: 200 })) expect(text.length).toBeLessThanOrEqual(200);
  });

  it('leaves out blanks around what is plain', () => {
    const document = documentOf((d) => d.verbatim('paragraph', '\n\n  Wait here.\n '));
    expect(textsOf(document)).toEqual(['Wait here.']);
  });

  it('counts code points, and puts the field before keys', () => {
    const document = documentOf((d) => {
      d.paragraph('😀😀 first.');
      d.heading('😀', 1);
      d.paragraph('second.');
    });
    expect(splitDocument(document, { fieldId: 'r/t/a' }).map(({ key }) => key)).toEqual(['r/t/a/0-9', 'r/t/a/11-21']);
  });

  it('covers all that is visible, once, in order, whatever the document', () => {
    const block = fc.record({
      kind: fc.constantFrom('heading', 'paragraph', 'list', 'table', 'code', 'record', 'page'),
      text: fc
        .string({ unit: 'grapheme', maxLength: 60 })
        .chain((text) => fc.integer({ min: 1, max: 40 }).map((times) => `${text} `.repeat(times))),
    });
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const document = documentOf((d) => {
          for (const { kind, text } of blocks) {
            if (kind === 'page') d.startPage();
            else if (kind === 'heading') d.heading(text, 2);
            else if (kind === 'list') d.listItem(text);
            else if (kind === 'table')
              d.table({
                rows: [
                  [text, 'x'],
                  ['y', text],
                ],
              });
            else if (kind === 'code') d.code(text);
            else if (kind === 'record') d.verbatim('record', text);
            else d.paragraph(text);
          }
        });
        let end = 0;
        for (const paragraph of splitDocument(document)) {
          expect(sliceCodePoints(document.text, end, paragraph.start).trim()).toBe('');
          expect(paragraph.start).toBeLessThan(paragraph.end);
          let inner = paragraph.start;
          for (const { start, end: until } of sentencesAt(paragraph.sentences)) {
            expect(start).toBeGreaterThanOrEqual(inner);
            inner = until;
          }
          expect(inner).toBeLessThanOrEqual(paragraph.end);
          end = paragraph.end;
        }
        expect(sliceCodePoints(document.text, end).trim()).toBe('');
        expect(end).toBeLessThanOrEqual(codePointLength(document.text));
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});
