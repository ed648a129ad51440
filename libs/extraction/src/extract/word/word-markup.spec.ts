import { wordDocument, wordParagraph } from '../../fixtures/office-files.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { FileExtraction } from '../file-extraction';
import { defaultLimits } from '../limits';

const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...inner: string[]) => `<w:p>${inner.join('')}</w:p>`;
const cell = (text: string, properties = '') =>
  `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}${wordParagraph(text)}</w:tc>`;
const row = (cells: string, properties = '') =>
  `<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`;
const equation = (inner: string) => `<m:oMath ${MATH}>${inner}</m:oMath>`;
const letters = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const styles = (inner: string) => ({
  'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${inner}</w:styles>`,
});

async function blocks(...given: Parameters<typeof wordDocument>) {
  return blocksOf(await read(wordDocument(...given)));
}

describe('a Word document', () => {
  it('has its equations where they stand: in a sentence, a list item, a table cell, alone', async () => {
    const speed = equation(letters('v=3'));
    const fraction = equation(
      `<m:f><m:num>${letters('a+b')}</m:num><m:den>${letters('c')}</m:den></m:f>${letters('=7')}`,
    );
    const body = [
      paragraph(run('At '), speed, run(' the wheel is '), fraction, run(' wide.')),
      `<w:tbl>${row(cell('Speed') + `<w:tc>${paragraph(run('about '), speed, run(' knots'))}</w:tc>`)}</w:tbl>`,
      paragraph(`<m:oMathPara ${MATH}>${speed}</m:oMathPara>`),
      paragraph(speed, equation(letters('w=4'))),
    ];
    expect(await blocks(body.join(''))).toEqual([
      'paragraph: At v=3 the wheel is \\frac{a+b}c=7 wide.',
      'table: Speed | about v=3 knots',
      'paragraph: v=3',
      'paragraph: v=3\nw=4',
    ]);
  });

  it('has a line between the parts of a bracket that names no other sign', async () => {
    const bracket = (properties: string) =>
      equation(`<m:d>${properties}<m:e>${letters('A')}</m:e><m:e>${letters('B')}</m:e></m:d>`);
    const given = (name: string, sign: string) => `<m:${name} m:val="${sign}"/>`;
    const all = ['', '<m:dPr/>', `<m:dPr>${given('begChr', '[')}${given('endChr', ']')}</m:dPr>`];
    const body = [...all, `<m:dPr>${given('sepChr', ';')}</m:dPr>`].map((properties) => paragraph(bracket(properties)));
    expect(await blocks(body.join(''))).toEqual(
      ['(A|B)', '(A|B)', '[A|B]', '(A;B)'].map((text) => `paragraph: ${text}`),
    );
  });

  it('keeps words that have their reading above them, without it', async () => {
    const ruby = (base: string, reading: string) =>
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`;
    expect(
      await blocks(paragraph(ruby('学校', 'がっこう'), run('前の'), ruby('A &amp; B', 'えー'), run('です。'))),
    ).toEqual(['paragraph: 学校前のA & Bです。']);
  });

  it('has the characters that signs of symbol fonts look like', async () => {
    const sign = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;
    const angle = [sign('Symbol', 'F061'), run(' is 7 '), sign('Symbol', 'F0B1'), run(' 2'), sign('Symbol', 'F0B0')];
    const boxes = [sign('Wingdings', 'F0FE'), run(' insured '), sign('Wingdings', 'F0A8'), run(' not')];
    const others = [sign('Symbol', 'F0BE'), run('a'), sign('Wingdings', 'F023'), sign('Arial', '2190')];
    expect(await blocks([angle, boxes, others].map((runs) => paragraph(...runs)).join(''))).toEqual([
      'paragraph: α is 7 ± 2°',
      'paragraph: ☑ insured □ not',
      'paragraph: a←',
    ]);
  });

  it('keeps hyphens that do not break', async () => {
    const serial = '<w:r><w:t>QX40</w:t><w:noBreakHyphen/><w:t>771</w:t></w:r>';
    expect(await blocks(paragraph(run('Order '), serial, run(' today.')))).toEqual([
      'paragraph: Order QX40-771 today.',
    ]);
  });

  it('tells a power from a longer number, and leaves units, ordinals and formulas of matter alone', async () => {
    const raised = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>');
    const lowered = (text: string) => run(text, '<w:vertAlign w:val="subscript"/>');
    const body = [
      paragraph(run('10'), raised('9'), run(' cells, 10'), raised('-3'), run(' m'), raised('2')),
      paragraph(run('1'), raised('st'), run(' of May, CO'), lowered('2'), run(', 101'), lowered('2')),
    ];
    expect(await blocks(body.join(''))).toEqual([
      'paragraph: 10^9 cells, 10^-3 m2',
      'paragraph: 1st of May, CO2, 101_2',
    ]);
  });

  it('has no rows and cells that a tracked change deleted', async () => {
    const deleted = '<w:del w:id="1" w:author="A"/>';
    const table = [
      row(cell('Berth') + cell('Fee') + cell('Old', '<w:cellDel w:id="2" w:author="A"/>')),
      row(cell('A1') + cell('20') + cell('18', '<w:cellDel w:id="3" w:author="A"/>')),
      row(cell('B2') + cell('35') + cell('30'), deleted),
      row(cell('C3') + cell('40'), '<w:ins w:id="4" w:author="A"/>'),
    ];
    expect(await blocks(`<w:tbl>${table.join('')}</w:tbl>`)).toEqual([
      'table: Berth: A1 | Fee: 20\nBerth: C3 | Fee: 40',
    ]);
  });

  const secret = '<w:vanish/>';
  const hiding =
    '<w:style w:type="character" w:styleId="Sly"><w:rPr><w:vanish/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Note"><w:rPr><w:vanish/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Own"><w:basedOn w:val="Note"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Shown"><w:basedOn w:val="Note"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>';
  const hidden = [
    paragraph(run('Open'), run(' one', secret), run(' to all', '<w:vanish w:val="false"/>')),
    paragraph(run('Also'), run(' two', '<w:rStyle w:val="Sly"/>')),
    wordParagraph('three', 'Own'),
    wordParagraph('Shown again', 'Shown'),
    `<w:tbl>${row(cell('A1') + cell('20'))}${row(cell('B2') + cell('four'), '<w:hidden/>')}</w:tbl>`,
    // Marks of an index, of a paragraph and of an earlier version hide nothing.
    paragraph('<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="begin"/></w:r>', run('ends')),
    paragraph('<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>', run('marked')),
    paragraph(run('was', '<w:rPrChange w:id="5" w:author="A"><w:rPr><w:vanish/></w:rPr></w:rPrChange>')),
  ].join('');
  const bytes = wordDocument(hidden, '', styles(hiding));

  it('has no hidden text, whether itself, its style or its row hides it, and says how much', async () => {
    const document = await read(bytes);
    expect(document.text).toBe('Open to all\n\nAlso\n\nShown again\n\nA1 | 20\n\nends\n\nmarked\n\nwas');
    expect(document.warnings.map(({ body }) => body)).toEqual([
      'Hidden text of the document was left out: show it in Word and send the file again, or read it with an extract strategy that has include_hidden: 4',
    ]);
  });

  it('has hidden text where it is wanted', async () => {
    const { text, warnings } = await new FileExtraction(defaultLimits, { includesHidden: true }).run({ bytes });
    for (const word of ['one', 'two', 'three', 'four']) expect(text).toContain(word);
    expect(warnings).toEqual([]);
  });
});
