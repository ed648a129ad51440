import { wordDocument } from '../../fixtures/office-files.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';

const NAMES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const level = (at: number, format: string, pattern: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}` +
  `<w:lvlText w:val="${pattern}"/></w:lvl>`;
const list = (id: number, levels: string) => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
const instance = (id: number, definition: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${more}</w:num>`;
const paragraph = (text: string, { id, at = 0, style = '' }: { id?: number; at?: number; style?: string } = {}) =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}` +
  `${id === undefined ? '' : `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`}</w:pPr>` +
  `<w:r><w:t>${text}</w:t></w:r></w:p>`;

async function blocks(body: string, numbering: string, styles = '') {
  const bytes = wordDocument(body, '', {
    'word/numbering.xml': `<w:numbering ${NAMES}>${numbering}</w:numbering>`,
    'word/styles.xml': `<w:styles ${NAMES}>${styles}</w:styles>`,
  });
  return blocksOf(await read(bytes));
}

const outline = list(1, level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2') + level(2, 'lowerLetter', '%3)'));

describe('a Word document with lists', () => {
  it('shows the numbers of all levels, and keeps the levels', async () => {
    const items = [0, 1, 1, 2, 2, 0, 1].map((at, number) => paragraph(`Item ${number}`, { id: 1, at }));
    expect(await blocks(items.join(''), outline + instance(1, 1))).toEqual([
      'list_item 0: 1. Item 0',
      'list_item 1: 1.1 Item 1',
      'list_item 1: 1.2 Item 2',
      'list_item 2: a) Item 3',
      'list_item 2: b) Item 4',
      'list_item 0: 2. Item 5',
      'list_item 1: 2.1 Item 6',
    ]);
  });

  it('goes on counting behind other text, and begins again where it says so', async () => {
    const body = [
      paragraph('One', { id: 1 }),
      paragraph('Between'),
      paragraph('Two', { id: 1 }),
      paragraph('Seven', { id: 2 }),
      paragraph('Eight', { id: 2 }),
    ];
    const override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>';
    expect(await blocks(body.join(''), outline + instance(1, 1) + instance(2, 1, override))).toEqual([
      'list_item 0: 1. One',
      'paragraph: Between',
      'list_item 0: 2. Two',
      'list_item 0: 7. Seven',
      'list_item 0: 8. Eight',
    ]);
  });

  it('numbers headings by their styles', async () => {
    const style = (id: string, number: string, base = '') =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="heading ${id.at(-1)}"/>${base}` +
      `<w:pPr>${number}</w:pPr></w:style>`;
    const styles =
      style('Heading1', '<w:numPr><w:numId w:val="1"/></w:numPr>') +
      style('Heading2', '<w:numPr><w:ilvl w:val="1"/></w:numPr>', '<w:basedOn w:val="Heading1"/>');
    const body = ['Heading1', 'Heading2', 'Heading1'].map((name) => paragraph(`In ${name}`, { style: name }));
    const found = await blocks(body.join(''), outline + instance(1, 1), styles);
    expect(found.map((block) => block.replace(/^\w+ \d: /, ''))).toEqual([
      '1. In Heading1',
      '1.1 In Heading2',
      '2. In Heading1',
    ]);
  });

  it('counts in Roman numerals and letters, and shows no bullets', async () => {
    const levels =
      level(0, 'upperRoman', 'Article %1') + level(1, 'bullet', '•') + level(2, 'decimal', '%1.%3', '<w:isLgl/>');
    const items = [0, 0, 0, 0, 1, 2].map((at, number) => paragraph(`Item ${number}`, { id: 1, at }));
    expect((await blocks(items.join(''), list(1, levels) + instance(1, 1))).slice(3)).toEqual([
      'list_item 0: Article IV Item 3',
      'list_item 1: Item 4',
      'list_item 2: 4.1 Item 5',
    ]);
  });

  it('that are wrong in every way is read', async () => {
    const wrong =
      list(1, level(99, 'decimal', '%1') + level(0, 'klingon', `${'%1'.repeat(5_000)}&lt;&amp;`)) +
      instance(1, 1, '<w:lvlOverride w:ilvl="-4"><w:startOverride w:val="x"/></w:lvlOverride>') +
      instance(2, 77);
    const styles =
      '<w:style w:styleId="A"><w:basedOn w:val="A"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>';
    const body = [paragraph('One', { id: 1 }), paragraph('Two', { id: 2 }), paragraph('Three', { style: 'A' })];
    const found = (await blocks(body.join(''), wrong, styles)).join('\n');
    expect(found).toMatch(/^list_item 0: 1{200} One\n.*Two\n.*Three$/);
  });
});
