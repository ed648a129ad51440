import { utils, type WorkBook, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { read } from '../../fixtures/reading.fixture';
import { FileExtraction } from '../file-extraction';
import { defaultLimits } from '../limits';

function book(): WorkBook {
  const open = utils.aoa_to_sheet([
    ['Berth', 'Fee', 'Cost', 'Season'],
    ['A1', 20, 'inner', 'Summer'],
    ['B2', 35, 'inner', 'Winter'],
    ['gone', 99, 'inner', 'Spring'],
  ]);
  open['!cols'] = [{}, {}, { hidden: true }, {}];
  open['!rows'] = [{}, {}, {}, { hidden: true }];
  const [list, deep] = ['listed', 'buried'].map((word) =>
    utils.aoa_to_sheet([
      [word, 'twice'],
      ['again', 1],
    ]),
  );
  const workbook = utils.book_new(open, 'Fees');
  utils.book_append_sheet(workbook, list ?? {}, 'List');
  utils.book_append_sheet(workbook, deep ?? {}, 'Deep');
  workbook.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 2 }] };
  return workbook;
}

const bytesOf = (bookType: 'xlsx' | 'xlsb' | 'xls') => new Uint8Array(write(book(), { type: 'array', bookType }));
const ADVICE =
  'unhide them and send the spreadsheet again, or read it with an extract strategy that has include_hidden';

describe('what a spreadsheet hides', () => {
  it.each(['xlsx', 'xlsb'] as const)('is left out of %s, and the field says how much', async (bookType) => {
    const { text, warnings } = await read(bytesOf(bookType), { filename: `fees.${bookType}` });
    expect(text).toBe('Fees\n\nBerth: A1 | Fee: 20 | Season: Summer\nBerth: B2 | Fee: 35 | Season: Winter');
    expect(warnings.map(({ body }) => body)).toEqual([
      `Hidden rows of sheets were left out: ${ADVICE}: 1`,
      `Hidden columns of sheets were left out: ${ADVICE}: 1`,
      `Hidden sheets were left out: ${ADVICE}: 2`,
    ]);
  });

  it('is left out of files of before 2007: sheets and columns', async () => {
    const { text, warnings } = await read(bytesOf('xls'));
    expect(text).toMatch(/^Fees\n\nBerth: A1 \| Fee: 20 \| Season: Summer\n[^\n]*\n[^\n]*$/);
    expect(warnings.map(({ body }) => body)).toEqual([
      `Hidden columns of sheets were left out: ${ADVICE}: 1`,
      `Hidden sheets were left out: ${ADVICE}: 2`,
    ]);
  });

  it('is read and marked where it is wanted', async () => {
    const extraction = new FileExtraction(defaultLimits, { includesHidden: true });
    const { text, warnings } = await extraction.run({ bytes: bytesOf('xlsx') });
    expect(text.split('\n\n').slice(0, 4)).toEqual([
      'Fees',
      [
        'Berth: A1 | Fee: 20 | Cost (hidden column): inner | Season: Summer',
        'Berth: B2 | Fee: 35 | Cost (hidden column): inner | Season: Winter',
        'Berth: gone | Fee: 99 | Cost (hidden column): inner | Season: Spring | (hidden row)',
      ].join('\n'),
      'List (hidden sheet)',
      'listed: again | twice: 1',
    ]);
    expect(warnings).toEqual([]);
  });

  it('is found in a long sheet, too', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => [`Berth ${at}`, at % 500 === 7 ? 'gone' : 'free', at]);
    const sheet = utils.aoa_to_sheet(rows);
    sheet['!rows'] = rows.map(([, state]) => ({ hidden: state === 'gone' }));
    const bytes = new Uint8Array(write(utils.book_new(sheet, 'A'), { type: 'array', bookType: 'xlsx' }));
    const { text, warnings } = await read(bytes);
    expect(text.match(/free/g)).toHaveLength(29_940);
    expect(text).not.toContain('gone');
    expect(warnings.map(({ body }) => body)).toEqual([`Hidden rows of sheets were left out: ${ADVICE}: 60`]);
  });

  it('is left out of OpenDocument, whose sheets hide by their styles', async () => {
    const names =
      'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' +
      'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"';
    const row = (cells: readonly string[], more = '') =>
      `<table:table-row ${more}>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const columns = '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>';
    const open = row(['Berth', 'Cost', 'Fee']) + row(['A1', 'inner', '20']) + row(['B2', 'inner', '35']);
    const collapsed = row(['gone', 'inner', '99'], 'table:visibility="collapse" table:number-rows-repeated="2"');
    const sheets =
      `<table:table table:name="Fees">${columns}${open}${collapsed}${row(['C3', 'inner', '40'])}</table:table>` +
      `<table:table table:name="List" table:style-name="away">${row(['listed'])}</table:table>`;
    const style =
      '<style:style style:name="away" style:family="table"><style:table-properties table:display="false"/></style:style>';
    // And without a part that the format lets writers omit.
    const bytes = zipSync({
      mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
      'META-INF/manifest.xml': strToU8('<manifest/>'),
      'content.xml': strToU8(
        `<office:document-content ${names}><office:automatic-styles>${style}</office:automatic-styles>` +
          `<office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`,
      ),
    });
    const { text, warnings } = await read(bytes);
    expect(text).toBe('Fees\n\nBerth: A1 | Fee: 20\nBerth: B2 | Fee: 35\nBerth: C3 | Fee: 40');
    expect(warnings.map(({ body }) => body)).toEqual([
      `Hidden rows of sheets were left out: ${ADVICE}: 2`,
      `Hidden columns of sheets were left out: ${ADVICE}: 1`,
      `Hidden sheets were left out: ${ADVICE}: 1`,
    ]);
  });

  it('takes what is drawn on a hidden sheet with it', async () => {
    const relations = (...inner: string[]) =>
      strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner.join('')}</Relationships>`,
      );
    const relation = (type: string, target: string) =>
      `<Relationship Id="r${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
    const box = (text: string) =>
      strToU8(
        `<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>`,
      );
    const point = (tag: string, text: string) => `<c:${tag}><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:${tag}>`;
    const chart = (name: string) =>
      strToU8(
        `<c:chartSpace><c:chart><c:plotArea><c:ser><c:tx>${point('strCache', name)}</c:tx><c:cat>${point('strCache', 'Q1')}</c:cat><c:val>${point('numCache', '7')}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`,
      );
    const drawn = (at: number) => ({
      [`xl/worksheets/_rels/sheet${at}.xml.rels`]: relations(relation('drawing', `../drawings/drawing${at}.xml`)),
      [`xl/drawings/_rels/drawing${at}.xml.rels`]: relations(relation('chart', `../charts/chart${at}.xml`)),
      [`xl/drawings/drawing${at}.xml`]: box(`Box ${at}`),
      [`xl/charts/chart${at}.xml`]: chart(`Chart ${at}`),
    });
    const document = await read(zipSync({ ...unzipSync(bytesOf('xlsx')), ...drawn(1), ...drawn(2) }));
    expect(document.text).toContain('Box 1\n\nChart 1\nQ1 | 7');
    expect(document.text).not.toMatch(/Box 2|Chart 2/);
  });
});

describe('formulas', () => {
  it('of which no value is stored are kept as formulas, with a note', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Berth', 'Summer', 'Winter', 'Year'],
      ['A1', 20, 35, 55],
      ['B2', 8, 9, 17],
    ]);
    const parts = unzipSync(new Uint8Array(write(utils.book_new(sheet, 'A'), { type: 'array', bookType: 'xlsx' })));
    const name = 'xl/worksheets/sheet1.xml';
    const xml = strFromU8(parts[name] ?? new Uint8Array())
      .replace(/<c r="D2"[^>]*>.*?<\/c>/, '<c r="D2"><f>B2+C2&amp;""</f><v></v></c>')
      .replace(/<c r="D3"[^>]*>.*?<\/c>/, '<c r="D3"><f>SUM(B3:C3)</f><v>17</v></c>');
    const { text, warnings } = await read(zipSync({ ...parts, [name]: strToU8(xml) }));
    expect(text).toBe(
      'A\n\nBerth: A1 | Summer: 20 | Winter: 35 | Year: =B2+C2&""\nBerth: B2 | Summer: 8 | Winter: 9 | Year: 17',
    );
    expect(warnings.map(({ body }) => body)).toEqual([
      'Formulas without a stored value were kept as formulas: open the spreadsheet in Excel or LibreOffice, save it there and send it again: 1',
    ]);
  });
});
