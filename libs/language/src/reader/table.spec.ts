import { readTable, shownCell, tableAt } from './table';

const lines = (text: string) => text.split('\n');
const shown = (text: string, rowsMax = 10) =>
  readTable(lines(text), rowsMax).rows.map((cells) => cells.map(shownCell).join(' ; '));

describe('a table in a text', () => {
  it('is the lines of several cells that follow each other', () => {
    const text = lines('Prices\nPlan | Price\nBasic | 5\nPro | 9\nAll with VAT.');
    expect(tableAt(text, 1)).toEqual(text.slice(1, 4));
    expect(tableAt(text, 0)).toEqual([]);
    expect(tableAt(text, 9)).toEqual([]);
  });

  it('names each cell by its column', () => {
    expect(shown('Plan | Price\n--- | ---\nBasic | 5\nPro | 9')).toEqual([
      'Plan: Basic ; Price: 5',
      'Plan: Pro ; Price: 9',
    ]);
    expect(readTable(lines('Plan | Price\n--- | ---\nBasic | 5'), 10).header).toBe('Plan ; Price');
  });

  it('may have bars at its edges, or tabs between its cells', () => {
    expect(shown('| Plan | Price |\n| :-- | --: |\n| Basic | 5 |')).toEqual(['Plan: Basic ; Price: 5']);
    expect(shown('Plan\tPrice\r\nBasic\t5\r')).toEqual(['Plan: Basic ; Price: 5']);
  });

  it('without a header has cells without names: its first row has figures like the others', () => {
    expect(shown('Basic | 5\nPro | 9')).toEqual(['Basic ; 5', 'Pro ; 9']);
    expect(readTable(lines('Basic | 5\nPro | 9'), 10).header).toBe('');
  });

  it('may have years as names of columns', () => {
    expect(shown('Sales | 2023 | 2024\nBerlin | 5 | 6')).toEqual(['Sales: Berlin ; 2023: 5 ; 2024: 6']);
  });

  it('may name the columns in each cell', () => {
    expect(shown('Street: Chapel Hill | Laid in: 1947\nStreet: Mill Lane | Laid in: 1950')).toEqual([
      'Street: Chapel Hill ; Laid in: 1947',
      'Street: Mill Lane ; Laid in: 1950',
    ]);
  });

  it('may have more cells in a row than columns have names, and fewer', () => {
    expect(shown('Plan | Price\n--- | ---\nBasic | 5 | cheap\nPro')).toEqual([
      'Plan: Basic ; Price: 5 ; cheap',
      'Plan: Pro',
    ]);
  });

  it('is read to a number of rows, cells and characters', () => {
    const rows = Array.from({ length: 50 }, (_, at) => `a | ${at}`).join('\n');
    expect(readTable(lines(rows), 10).rows.length).toBeLessThanOrEqual(10);
    const wide = readTable([Array(100).fill('x').join(' | '), `${'y'.repeat(1_000)} | z`], 10);
    expect(wide.rows.flat().length).toBeLessThanOrEqual(80);
    expect(Math.max(...wide.rows.flat().map(({ text }) => text.length))).toBe(400);
  });

  it('of no lines has no rows', () => {
    expect(readTable([], 10)).toEqual({ header: '', rows: [] });
  });
});
