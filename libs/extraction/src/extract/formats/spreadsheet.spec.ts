import { lockedExcel97 } from '../../fixtures/rc4.fixture';
import { utils, type WorkSheet, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { lockedOffice } from '../../fixtures/locked-office.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';

const sheetOf = (sheet: WorkSheet, bookType: 'xlsx' | 'xls' = 'xlsx') =>
  new Uint8Array(write(utils.book_new(sheet, 'A'), { type: 'array', bookType }));
const fees = utils.aoa_to_sheet([
  ['Berth', 'Fee'],
  ['A1', 20],
]);

describe('a sheet', () => {
  it.each(['xlsx', 'xls'] as const)('of %s shows times as times and dates as dates', async (bookType) => {
    const sheet = utils.aoa_to_sheet([
      ['Opens', 'Takes', 'From'],
      [0.75, 1.5, 45_306],
    ]);
    Object.assign(sheet['A2'], { z: 'h:mm' });
    Object.assign(sheet['B2'], { z: '[h]:mm:ss' });
    Object.assign(sheet['C2'], { z: 'yyyy-mm-dd' });
    expect((await read(sheetOf(sheet, bookType))).text).toBe('A\n\nOpens: 18:00 | Takes: 36:00:00 | From: 2024-01-15');
  });

  it('gives the names of columns to rows that a blank row or a title parts from them', async () => {
    const rows = [['Fees of the port'], ['Berth', 'Fee', 'Season'], [], ['A1', 20, 'Summer'], ['B2', 35, 'Winter']];
    const document = await read(sheetOf(utils.aoa_to_sheet(rows)));
    expect(blocksOf(document)).toEqual([
      'heading 2: A',
      'paragraph: Fees of the port',
      'table: Berth: A1 | Fee: 20 | Season: Summer\nBerth: B2 | Fee: 35 | Season: Winter',
    ]);
  });

  it('keeps tables apart that have names of their own', async () => {
    const rows = [['Berth', 'Fee'], ['A1', 20], [], ['Crane', 'Tons'], ['Old', 8], ['New', 12]];
    expect((await read(sheetOf(utils.aoa_to_sheet(rows)))).text).toBe(
      'A\n\nBerth: A1 | Fee: 20\n\nCrane: Old | Tons: 8\nCrane: New | Tons: 12',
    );
  });

  it('gives its text boxes, and once what runs along its pages', async () => {
    const parts = unzipSync(sheetOf(fees));
    const name = 'xl/worksheets/sheet1.xml';
    const header =
      '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"Fees &amp;&amp; dues&amp;RPage &amp;P</oddHeader></headerFooter>';
    const sheet = strFromU8(parts[name] ?? new Uint8Array()).replace('</worksheet>', `${header}</worksheet>`);
    const box =
      '<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Ask the council.</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>';
    const document = await read(
      zipSync({ ...parts, [name]: strToU8(sheet), 'xl/drawings/drawing1.xml': strToU8(box) }),
    );
    expect(blocksOf(document).slice(2)).toEqual(['paragraph: Ask the council.', 'paragraph: Fees & dues Page']);
  });
});

describe('an encrypted spreadsheet', () => {
  it('is opened with its password, or with none where Excel only protects it against changes', async () => {
    expect((await read(lockedOffice(sheetOf(fees), 'key'), { password: 'key' })).text).toContain('Berth: A1 | Fee: 20');
    expect((await read(lockedOffice(sheetOf(fees), 'VelvetSweatshop'))).text).toContain('Berth: A1 | Fee: 20');
  });

  it('of before 2007 is opened, too', async () => {
    const [locked, guarded] = [lockedExcel97(sheetOf(fees), 'key'), lockedExcel97(sheetOf(fees), 'VelvetSweatshop')];
    expect((await read(locked, { password: 'key' })).text).toContain('Berth: A1 | Fee: 20');
    expect((await read(guarded)).text).toContain('Berth: A1 | Fee: 20');
    await expect(read(locked)).rejects.toThrow('no password was given');
    await expect(read(locked, { password: 'other' })).rejects.toThrow('does not open it');
  });

  it('says whether its password is missing or wrong', async () => {
    const locked = lockedOffice(sheetOf(fees), 'key');
    await expect(read(locked)).rejects.toThrow('The document is encrypted and no password was given');
    await expect(read(locked, { password: 'other' })).rejects.toThrow(/password that was given does not open it/);
  });
});
