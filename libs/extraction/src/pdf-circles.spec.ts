import { Extractor } from './extractor';
import { extractorOptions, fileOf } from './fixtures/extractor-options.fixture';
import { pdfFile, pdfStream } from './fixtures/pdf-pages.fixture';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const modes = {
  text: 'BT /F1 12 Tf 72 700 Td (The ferry leaves at noon.) Tj ET',
  none: '',
  spaced: 'BT /F1 12 Tf 72 700 Td (T h e f e r r y l e a v e s) Tj ET',
};
const catalog = (more = '') => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;
const pages = (kids = '3 0 R', count = 1) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const page = (resources = '', more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 4 0 R >> ${resources} >> /Contents 5 0 R ${more} >>`;
const form = (name: string, target: string, content: string) =>
  pdfStream(
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 4 0 R >> /XObject << /${name} ${target} >> >>`,
    content,
  );

const circlesOf = (TEXT: string): Record<string, readonly string[]> => ({
  'a form that draws itself': [
    catalog(),
    pages(),
    page('/XObject << /X 6 0 R >>'),
    FONT,
    pdfStream('', `${TEXT} /X Do`),
    form('X', '6 0 R', '/X Do'),
  ],
  'a form that draws itself twice': [
    catalog(),
    pages(),
    page('/XObject << /X 6 0 R >>'),
    FONT,
    pdfStream('', `${TEXT} /X Do`),
    form('X', '6 0 R', '/X Do /X Do'),
  ],
  'two forms that draw each other, and text': [
    catalog(),
    pages(),
    page('/XObject << /X 6 0 R >>'),
    FONT,
    pdfStream('', `${TEXT} /X Do`),
    form('Y', '7 0 R', `${TEXT} /Y Do`),
    form('X', '6 0 R', '/X Do /X Do'),
  ],
  'a pattern that paints itself': [
    catalog(),
    pages(),
    page('/Pattern << /P 6 0 R >>'),
    FONT,
    pdfStream('', `${TEXT} /Pattern cs /P scn 0 0 9 9 re f`),
    pdfStream(
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /P 6 0 R >> >>',
      '/Pattern cs /P scn 0 0 9 9 re f',
    ),
  ],
  'a letter that draws itself': [
    catalog(),
    pages(),
    page('/Font << /F1 4 0 R /T3 6 0 R >>').replace('/Font << /F1 4 0 R >>', ''),
    FONT,
    pdfStream('', `${TEXT} BT /T3 12 Tf (a) Tj ET`),
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 7 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /T3 6 0 R >> >> >>',
    pdfStream('', '9 0 d0 BT /T3 12 Tf (a) Tj ET'),
  ],
  'pages that are their own parent': [catalog(), pages('3 0 R 2 0 R', 2), page(), FONT, pdfStream('', TEXT)],
  'a parent that is its own page': [
    catalog(),
    pages(),
    page().replace('/Parent 2 0 R', '/Parent 3 0 R'),
    FONT,
    pdfStream('', TEXT),
  ],
  'an outline that follows itself': [
    catalog('/Outlines 6 0 R'),
    pages(),
    page(),
    FONT,
    pdfStream('', TEXT),
    '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
    '<< /Title (A) /Parent 6 0 R /Next 7 0 R /First 7 0 R >>',
  ],
  'names that contain themselves': [
    catalog('/Names << /EmbeddedFiles 6 0 R /Dests 6 0 R /JavaScript 6 0 R >>'),
    pages(),
    page(),
    FONT,
    pdfStream('', TEXT),
    '<< /Kids [6 0 R 6 0 R] >>',
  ],
  'a field that is its own parent': [
    catalog('/AcroForm << /Fields [6 0 R] >>'),
    pages(),
    page('', '/Annots [6 0 R]'),
    FONT,
    pdfStream('', TEXT),
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Noon) /Rect [0 0 9 9] /Parent 6 0 R /Kids [6 0 R] >>',
  ],
  'two fields that are parents of each other': [
    catalog('/AcroForm << /Fields [6 0 R] >>'),
    pages(),
    page('', '/Annots [7 0 R]'),
    FONT,
    pdfStream('', TEXT),
    '<< /T (a) /Parent 7 0 R /Kids [7 0 R] >>',
    '<< /Type /Annot /Subtype /Widget /T (b) /Rect [0 0 9 9] /Parent 6 0 R /Kids [6 0 R] >>',
  ],
  'an appearance that draws itself': [
    catalog(),
    pages(),
    page('', '/Annots [6 0 R]'),
    FONT,
    pdfStream('', TEXT),
    '<< /Type /Annot /Subtype /Stamp /Contents (Noon) /Rect [0 0 9 9] /AP << /N 7 0 R >> >>',
    form('X', '7 0 R', '/X Do'),
  ],
  'a structure that contains itself': [
    catalog('/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R'),
    pages(),
    page('', '/StructParents 0'),
    FONT,
    pdfStream('', TEXT),
    '<< /Type /StructTreeRoot /K 7 0 R /ParentTree 8 0 R >>',
    '<< /Type /StructElem /S /P /P 7 0 R /K 7 0 R >>',
    '<< /Kids [8 0 R] >>',
  ],
  'a soft mask that masks itself': [
    catalog(),
    pages(),
    page('/ExtGState << /G 6 0 R >>'),
    FONT,
    pdfStream('', `/G gs ${TEXT}`),
    '<< /SMask << /S /Luminosity /G 7 0 R >> >>',
    pdfStream(
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >> /Resources << /ExtGState << /G 6 0 R >> >>',
      '/G gs 0 0 9 9 re f',
    ),
  ],
  'contents that are themselves': [catalog(), pages(), page(), FONT, '[5 0 R]'],
});

/** A form that draws itself, and so would be drawn without end. */
const neverEnd = /^(a form|two forms|a pattern|a soft mask|an appearance)/;
const NOTE = 'The pages are not drawn: a form of the PDF contains itself, or forms contain each other too often';
/** The time limit of a real deployment is minutes. */
const ENDS_WITHIN_MS = 60_000;

describe('a PDF with a circle', () => {
  const extractor = new Extractor({ ...extractorOptions, memoryMb: 512, timeoutMs: 10 * ENDS_WITHIN_MS });
  afterAll(() => extractor.close());

  async function read(content: Uint8Array) {
    const texts: string[] = [];
    const notes: string[] = [];
    let pictures = 0;
    for await (const value of extractor.understand(fileOf(content, { filename: 'a.pdf' }), {
      understand: {},
      owner: 'kb',
      draws: true,
    })) {
      texts.push(value.text ?? '');
      notes.push(...(value.field?.errors.map(({ text }) => text) ?? []));
      if (value.picture) pictures += 1;
    }
    return { text: texts.join(''), notes, pictures };
  }

  const cases = Object.entries(modes).flatMap(([mode, text]) =>
    Object.entries(circlesOf(text)).map(([name, objects]) => [name, mode, objects] as const),
  );

  it.each(cases)(
    'of %s ends with its text (%s), and says what is not drawn',
    async (name, mode, objects) => {
      const { text, notes, pictures } = await read(pdfFile(objects));
      if (mode === 'text' && !name.startsWith('contents')) expect(text).toContain('The ferry leaves at noon.');
      expect([name, notes.includes(NOTE), pictures === 0 || !neverEnd.test(name)]).toEqual([
        name,
        neverEnd.test(name),
        true,
      ]);
    },
    ENDS_WITHIN_MS,
  );
});
