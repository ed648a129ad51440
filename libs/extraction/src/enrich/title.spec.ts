import fc from 'fast-check';
import { DocumentBuilder } from '../extract/document-builder';
import { headingTitle, ownTitle } from './title';

const headingOf = (write: (document: DocumentBuilder) => void) => {
  const document = new DocumentBuilder(100_000);
  write(document);
  return headingTitle(document.section());
};

describe('the title that a document brings', () => {
  it('is on one line', () => {
    expect(ownTitle({ title: '  Rules of\n the   port ' })).toBe('Rules of the port');
  });

  it.each([
    'Untitled',
    'document 3',
    'Präsentation1',
    'PowerPoint-Präsentation',
    'Microsoft Word - a',
    'scan0001',
    'rules.docx',
    'Sheet 2',
    'index',
  ])('is none when a program left it: %s', (title) => expect(ownTitle({ title })).toBeUndefined());

  it.each(['', '   ', '42', '- 7 -', 'A'])('is none without a word: "%s"', (title) =>
    expect(ownTitle({ title })).toBeUndefined(),
  );

  it.each(['Index of ships', 'Documents of the port', '規則集'])(
    'may begin like what programs leave, or have no spaces: %s',
    (title) => expect(ownTitle({ title })).toBe(title),
  );

  it('is cut where it is too long to be one, and otherwise as it was', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (text) => {
        const title = ownTitle({ title: text });
        if (title === undefined) return;
        expect(title.length).toBeLessThanOrEqual(300);
        expect(title).toBe(title.trim());
        if (!title.endsWith('…')) expect(title).toBe(text.replace(/\s+/g, ' ').trim());
      }),
      { seed: 7 },
    );
    expect(ownTitle({ title: 'word '.repeat(100) })).toMatch(/^(word )+\w*…$/);
  });
});

describe('the heading that a document begins with', () => {
  it('is a title, without the marks of Markdown', () => {
    expect(headingOf((d) => (d.heading('Port rules', 1), d.paragraph('Wait.')))).toBe('Port rules');
    expect(headingOf((d) => d.verbatim('heading', '## Port rules ##', { level: 2 }))).toBe('Port rules');
  });

  it('is the most prominent one, wherever it stands on the first page', () => {
    const page = (d: DocumentBuilder) => (d.heading('The harbour office', 2), d.heading('Port rules', 1));
    expect(headingOf(page)).toBe('Port rules');
    expect(headingOf((d) => (d.heading('Small print', 2), d.paragraph('See.'), d.heading('Port rules', 1)))).toBe(
      'Port rules',
    );
  });

  it('is not taken when others are as prominent and something precedes it', () => {
    const parts = (d: DocumentBuilder) => (d.heading('Attendance', 1), d.heading('Budget', 1));
    expect(headingOf(parts)).toBe('Attendance');
    expect(headingOf((d) => (d.paragraph('On Monday.'), parts(d)))).toBeUndefined();
  });

  it('is none when it heads a part: deep, far down, or on a later page', () => {
    expect(headingOf((d) => d.heading('Port rules', 3))).toBeUndefined();
    expect(headingOf((d) => (d.paragraph('Wait. '.repeat(150)), d.heading('Port rules', 1)))).toBeUndefined();
    const onSecondPage = headingOf((d) => {
      d.startPage();
      d.paragraph('Wait.');
      d.startPage();
      d.heading('Port rules', 1);
    });
    expect(onSecondPage).toBeUndefined();
  });

  it('is none where there is no heading', () => {
    expect(headingOf((d) => d.paragraph('Wait.'))).toBeUndefined();
  });
});
