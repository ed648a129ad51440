import { strToU8, unzipSync, zipSync } from 'fflate';
import { presentation } from '../../fixtures/office-files.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { readingOrder } from './reading-order';

const NAMES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const frame = ([x, y, width, height]: readonly number[]) =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;
const shape = (text: string, box?: readonly number[], place = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="s"/><p:cNvSpPr/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:spPr>${box ? frame(box) : ''}</p:spPr>` +
  `<p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const slide = (shapes: string) =>
  strToU8(
    `<?xml version="1.0"?><p:sld ${NAMES}><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld></p:sld>`,
  );
const relations = (...inner: string[]) =>
  strToU8(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner.join('')}</Relationships>`,
  );
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

function deck(first: string, parts: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  const files = unzipSync(presentation([{ lines: ['One'] }, { lines: ['Two'] }]));
  return zipSync({ ...files, 'ppt/slides/slide1.xml': slide(first), ...parts });
}

const texts = async (bytes: Uint8Array) =>
  blocksOf(await read(bytes)).map((block) => block.replace(/^[a-z]+ ?\d*: /, ''));

describe('the shapes of a slide', () => {
  it('are read column by column, whatever they are stacked like', async () => {
    const shapes = [
      shape('Right, below', [500, 300, 300, 50]),
      shape('Right, above', [500, 220, 300, 50]),
      shape('Left, below', [100, 300, 300, 50]),
      shape('Heading', [100, 20, 700, 80]),
      shape('Left, above', [100, 220, 300, 50]),
    ];
    expect(await texts(deck(shapes.join('')))).toEqual([
      'Heading',
      'Left, above',
      'Left, below',
      'Right, above',
      'Right, below',
      'Two',
    ]);
  });

  it('begin with the title, end with what runs along all slides, and groups stay together', async () => {
    const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr>${frame([500, 300, 300, 200])}</p:grpSpPr>${shape('Second of the group', [0, 60, 50, 20])}${shape('First of the group', [0, 10, 50, 20])}</p:grpSp>`;
    const shapes = [
      shape('Footer', [0, 10, 100, 20], '<p:ph type="ftr" idx="11"/>'),
      group,
      shape('Text', [100, 200, 300, 50]),
      shape('Background', [0, 0, 1000, 700]),
      shape('Title', [100, 500, 300, 50], '<p:ph type="title"/>'),
    ];
    expect(await texts(deck(shapes.join('')))).toEqual([
      'Title',
      'Background',
      'Text',
      'First of the group',
      'Second of the group',
      'Footer',
      'Two',
    ]);
  });

  it('stand where the layout or the master has places for them', async () => {
    const shapes = [
      shape('Right', undefined, '<p:ph idx="2"/>'),
      shape('Left', undefined, '<p:ph idx="1"/>'),
      shape('Lowest', undefined, '<p:ph type="pic" idx="7"/>'),
    ];
    const parts = {
      'ppt/slides/_rels/slide1.xml.rels': relations(relation('l', 'slideLayout', '../slideLayouts/slideLayout1.xml')),
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations(
        relation('m', 'slideMaster', '../slideMasters/slideMaster1.xml'),
      ),
      'ppt/slideLayouts/slideLayout1.xml': slide(
        shape('x', [500, 200, 300, 100], '<p:ph idx="2"/>') + shape('x', [100, 200, 300, 100], '<p:ph idx="1"/>'),
      ),
      'ppt/slideMasters/slideMaster1.xml': slide(shape('x', [100, 600, 300, 100], '<p:ph type="pic" idx="3"/>')),
    };
    expect((await texts(deck(shapes.join(''), parts))).slice(0, 3)).toEqual(['Left', 'Right', 'Lowest']);
  });

  it('have charts among them, on the page of their slide', async () => {
    const chart =
      `<p:graphicFrame><p:nvGraphicFramePr/><p:xfrm><a:off x="100" y="200"/><a:ext cx="300" cy="100"/></p:xfrm><a:graphic>` +
      '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="c1"/></a:graphicData></a:graphic></p:graphicFrame>';
    const points = (tag: string, ...values: string[]) =>
      `<c:${tag}>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${tag}>`;
    const series = `<c:ser><c:tx>${points('strCache', 'Ships')}</c:tx><c:cat>${points('strCache', 'May', 'June')}</c:cat><c:val>${points('numCache', '11', '12')}</c:val></c:ser>`;
    const xml = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const bytes = deck(
      `${shape('Below', [100, 400, 300, 50])}${chart}${shape('Title', [100, 20, 300, 50], '<p:ph type="title"/>')}`,
      {
        'ppt/slides/_rels/slide1.xml.rels': relations(relation('c1', 'chart', '../charts/chart1.xml')),
        'ppt/charts/chart1.xml': strToU8(xml),
      },
    );
    const { blocks, text } = await read(bytes);
    expect(blocks.map(({ start, end, page }) => `${page}: ${text.slice(start, end)}`)).toEqual([
      '0: Title',
      '0: Ships\nMay | 11\nJune | 12',
      '0: Below',
      '1: Two',
    ]);
  });
});

describe('the order of boxes', () => {
  const at = (item: string, left: number, top: number) => ({
    item,
    box: { left, top, right: left + 10, bottom: top + 10 },
  });

  it('goes row by row where rows are further apart, and by place where nothing parts them', () => {
    expect(readingOrder([at('d', 12, 40), at('a', 0, 0), at('c', 0, 40), at('b', 12, 0)])).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    const steps = [at('c', 16, 16), at('a', 0, 0), at('b', 8, 8)];
    expect(readingOrder(steps)).toEqual(['a', 'b', 'c']);
  });

  it('keeps each of many', () => {
    const many = Array.from({ length: 500 }, (_, index) => at(String(index), (index * 37) % 300, (index * 91) % 400));
    expect(new Set(readingOrder(many)).size).toBe(500);
  });
});
