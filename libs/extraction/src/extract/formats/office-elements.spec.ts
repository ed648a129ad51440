import { strFromU8, unzipSync } from 'fflate';
import { wordDocument } from '../../fixtures/office-files.fixture';
import { guardArchive } from '../archive';
import { DocumentBuilder } from '../document-builder';
import { InflateBudget } from '../inflate-budget';
import { ELEMENTS_MAX, withinElements } from './office-elements';

async function bounded(body: string) {
  const bytes = wordDocument(body);
  const document = new DocumentBuilder(1_000);
  const kept = withinElements(bytes, await guardArchive(bytes, new InflateBudget(2 ** 29, 10)), document);
  return { bytes, kept, warnings: document.facts('').warnings.map(({ body: text }) => text) };
}

describe('withinElements', () => {
  it('leaves a document as it is that the parser can hold', async () => {
    const { bytes, kept, warnings } = await bounded('<w:p/>'.repeat(1_000));
    expect(kept).toBe(bytes);
    expect(warnings).toEqual([]);
  });

  it('ends a part where it has too many elements, closes what is open there, and says so', async () => {
    const { kept, warnings } = await bounded(`<w:tbl>${'<w:p/>'.repeat(ELEMENTS_MAX)}</w:tbl>`);
    const xml = strFromU8(unzipSync(kept)['word/document.xml'] ?? new Uint8Array());
    expect(xml.endsWith('<w:p/></w:tbl></w:body></w:document>')).toBe(true);
    expect(xml.split('<w:p/>').length).toBeGreaterThan(ELEMENTS_MAX - 100);
    expect(warnings).toEqual([
      `Parts of the document were cut after ${ELEMENTS_MAX} elements or 2000 levels of them, the limit: 1`,
    ]);
  });

  it('ends a part that nests too deeply, though nothing in it is ever closed', async () => {
    const { warnings } = await bounded(`${'<w:p a="1" b="2">'.repeat(ELEMENTS_MAX)}`);
    expect(warnings).toEqual([
      `Parts of the document were cut after ${ELEMENTS_MAX} elements or 2000 levels of them, the limit: 1`,
    ]);
  });
});
