import { SheetRows, sheetRowsLimits } from './sheet-rows';

const read = (rows: SheetRows): unknown => JSON.parse(Buffer.from(rows.file?.bytes ?? []).toString());

describe('the rows of sheets', () => {
  it('are kept by the name of the sheet, which may be any', () => {
    const rows = new SheetRows();
    rows.add('__proto__', [['Plan', 'Price'], [], ['Basic', '$5']]);
    rows.add('Empty', []);
    const sheets = {
      ['__proto__']: { rows: [{ cell: ['Plan', 'Price'] }, { cell: [] }, { cell: ['Basic', '$5'] }] },
      Empty: { rows: [] },
    };
    expect(read(rows)).toEqual({ sheets });
  });

  it('are the first ones, however many there are', () => {
    const rows = new SheetRows();
    const wide = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000));
    for (let sheet = 0; sheet < 50; sheet += 1) rows.add(`Sheet ${sheet}`, Array<string[]>(1_000).fill(wide));
    expect(rows.file?.bytes.byteLength).toBeLessThan(sheetRowsLimits.bytes + 2_048);
    expect(read(rows)).toMatchObject({ sheets: { 'Sheet 0': { rows: expect.any(Array) } } });
  });

  it('are no file where there are none', () => {
    expect(new SheetRows().file).toBeUndefined();
  });
});
