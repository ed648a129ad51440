import { pdfFile, pdfOf, pdfStream } from '../../fixtures/pdf-pages.fixture';
import { read } from '../../fixtures/reading.fixture';
import { rowsOfRuns } from './rows';

type Text = readonly [text: string, x: number, y: number, size?: number];

const content = (all: readonly Text[]) =>
  `BT ${all.map(([text, x, y, size = 10]) => `/F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join(' ')} ET`;
const textOf = async (...all: readonly Text[]) => (await read(pdfOf([{ content: content(all) }]))).text;

/** A font whose code 255 is a soft hyphen, which no encoding has by itself. */
function softHyphenated(pages: readonly (readonly Text[])[]): Uint8Array {
  const map =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def\n' +
    '1 begincodespacerange <00> <FF> endcodespacerange\n1 beginbfrange <20> <7E> <0020> endbfrange\n' +
    '1 beginbfchar <FF> <00AD> endbfchar\nendcmap end end';
  const resources = '/Resources << /Font << /F1 3 0 R >> >>';
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 4 0 R >>',
    pdfStream('', map),
    ...pages.flatMap((texts, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${resources} /Contents ${6 + at * 2} 0 R >>`,
      pdfStream('', content(texts)),
    ]),
  ]);
}

describe('words of a PDF', () => {
  it('divided by soft hyphens are put together, over lines and pages', async () => {
    const { text } = await read(
      softHyphenated([
        [
          ['The dredger deepened the har\\377', 60, 700],
          ['bour basin, and then the ap\\377', 60, 688],
        ],
        [['proach to the lock.', 60, 700]],
      ]),
    );
    expect(text.replace(/\s+/g, ' ')).toBe(
      'The dredger deepened the harbour basin, and then the approach to the lock.',
    );
  });

  it('are read once that are drawn twice, letter by letter or in pieces', async () => {
    const widths = [7.2, 5.6, 5.6, 2.2, 2.2];
    const letters = [...'Pooil'].flatMap((letter, at): Text[] => {
      const x = 60 + widths.slice(0, at).reduce((sum, width) => sum + width, 0);
      return [
        [letter, x, 700],
        [letter, x, 700.2],
      ];
    });
    expect(await textOf(...letters, ['rest', 60, 640])).toBe('Pooil rest');
    expect(await textOf(['Total of all', 60, 700], ['Total of all fees', 60.4, 700])).toBe('Total of all fees');
  });

  it('keep their double letters', async () => {
    expect(await textOf(['bookkeeping of a coffee', 60, 700], [' er', 175, 700])).toContain('bookkeeping of a coffee');
  });

  it('begin with the large letter that stands in the margin of a paragraph', async () => {
    const lines = (first: string): Text[] => [
      ['W', 60, 672, 36],
      [first, 96, 692],
      ['water left the ferries dry, and the cranes', 96, 680],
      ['stood still until the evening came again.', 60, 660],
    ];
    expect(await textOf(...lines('hen the tide went out that winter, low'))).toBe(
      'When the tide went out that winter, low water left the ferries dry, and the cranes stood still until the evening came again.',
    );
  });

  it('may be a large letter by themselves', async () => {
    const text = await textOf(
      ['A', 60, 672, 36],
      ['pilot boarded the vessel near the old quay', 86, 692],
      ['and the pilot left it again behind the lock,', 86, 680],
      ['as every pilot does who comes to our harbour.', 60, 660],
    );
    expect(text).toMatch(/^A pilot boarded/);
  });

  it('do not swallow marks of footnotes and exponents', async () => {
    const text = await textOf(
      ['The basin holds 12 tons', 60, 700],
      ['3', 163.5, 704, 6],
      ['of mud.', 172, 700],
      ['It has 450 m', 60, 600],
      ['2', 115.4, 604, 6],
    );
    expect(text).toContain('12 tons³');
    expect(text).toContain('450 m²');
    const fraction = await textOf(['Ropes of', 60, 700], ['3', 101, 704, 6], ['/4 inch', 105, 700]);
    expect(fraction).not.toContain('³');
  });

  it('spaced out are words also where they are short', async () => {
    expect(await textOf(['H A R B O U R', 60, 700, 14], ['O F', 180, 700, 14], ['K I E L', 220, 700, 14])).toMatch(
      /HARBOUR\s+OF\s+KIEL/,
    );
  });

  it('from right to left have brackets that open before they close', () => {
    const run = (text: string, x: number) => ({
      text,
      x,
      y: 700,
      width: text.length * 5,
      size: 10,
      font: 'f',
      rightToLeft: true,
    });
    const textIn = (text: string) => rowsOfRuns([run(text, 300)]).map(({ segments }) => segments[0]?.text);
    expect(textIn('האונייה )הישנה( עגנה')).toEqual(['האונייה (הישנה) עגנה']);
    expect(textIn('האונייה (הישנה) עגנה')).toEqual(['האונייה (הישנה) עגנה']);
    expect(textIn('האונייה )הישנה')).toEqual(['האונייה (הישנה']);
  });
});
