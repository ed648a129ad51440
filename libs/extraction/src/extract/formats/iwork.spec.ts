import { strToU8, zipSync } from 'fflate';
import { iworkDocument } from '../../fixtures/iwork.fixture';
import { pdfOf } from '../../fixtures/pdf-pages.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';

const ONLY_TEXT = [
  'Of this document only the text was read, without headings and numbers in tables: export it as PDF for all of it',
];

describe('a document of Pages, Numbers or Keynote', () => {
  it('gives the text of its objects, and says that this is not all', async () => {
    const bytes = iworkDocument({ body: 'Opening hours\nThe lock opens at six.', cells: ['Berth', 'Fee'] });
    for (const filename of ['a.pages', undefined]) {
      const document = await read(bytes, { filename });
      expect(document.text).toBe('Opening hours\n\nThe lock opens at six.\n\nBerth\n\nFee');
      expect(document.warnings.map(({ body }) => body)).toEqual(ONLY_TEXT);
    }
  });

  it('is read from its preview when it has one', async () => {
    const preview = pdfOf([{ lines: ['# Opening hours', 'The lock opens at six every day of the year.'] }]);
    const document = await read(zipSync({ 'Index/Document.iwa': strToU8('x'), 'QuickLook/Preview.pdf': preview }));
    expect(document.text).toContain('The lock opens at six every day of the year.');
    expect(document.warnings).toEqual([]);
  });

  it('of before 2013 gives its paragraphs and cells, but not those of its template', async () => {
    const xml =
      '<sl:document><sl:prototypes><sf:p>Lorem ipsum</sf:p></sl:prototypes><sf:p>The lock<sf:br/>opens.</sf:p>' +
      '<sf:ct sfa:s="Berth"/><sf:n sf:v="20"/></sl:document>';
    const document = await read(
      zipSync({ 'index.xml': strToU8(xml), 'buildVersionHistory.plist': strToU8('<plist/>') }),
    );
    expect(blocksOf(document)).toEqual(['paragraph: The lock opens.', 'paragraph: Berth', 'paragraph: 20']);
  });

  it('that is damaged or encrypted says so', async () => {
    await expect(read(zipSync({ 'Index.zip': zipSync({ 'a.txt': strToU8('x') }) }))).rejects.toThrow(
      /export it as PDF/,
    );
    const parts = { 'Index/Document.iwa': strToU8('\u0000\u0004\u0000\u0000\u0010abc') };
    await expect(read(zipSync(parts))).rejects.toThrow(/damaged/);
  });
});
