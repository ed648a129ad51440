import fc from 'fast-check';
import { type GridCell, type GridRow, tableOfRows } from './table-grid';

const cells = (...texts: readonly string[]): GridCell[] => texts.map((text) => ({ text }));

describe('a table with cells that span', () => {
  it('repeats a cell in every row that it reaches into', () => {
    const rows = [{ cells: [{ text: 'North', rows: 3 }, ...cells('1')] }, { cells: cells('2') }, { cells: cells('3') }];
    expect(tableOfRows(rows).rows).toEqual([
      ['North', '1'],
      ['North', '2'],
      ['North', '3'],
    ]);
  });

  it('gives a cell over several columns once in the body', () => {
    const rows = [{ cells: [{ text: 'closed', columns: 2 }, ...cells('x')] }, { cells: cells('a', 'b', 'c') }];
    expect(tableOfRows(rows).rows).toEqual([
      ['closed', '', 'x'],
      ['a', 'b', 'c'],
    ]);
  });

  it('makes one header of several rows, each column named by all that stands above it', () => {
    const rows: GridRow[] = [
      {
        header: true,
        cells: [
          { text: 'Basin', rows: 2 },
          { text: 'Level', columns: 2 },
        ],
      },
      { header: true, cells: cells('low', 'high') },
      { cells: cells('North', '1', '3') },
    ];
    expect(tableOfRows(rows, 'Water')).toEqual({
      caption: 'Water',
      headed: true,
      rows: [
        ['Basin', 'Level low', 'Level high'],
        ['North', '1', '3'],
      ],
    });
  });

  it('has no header when all of its rows are headers, or none is', () => {
    for (const header of [true, false])
      expect(
        tableOfRows([
          { header, cells: cells('a') },
          { header, cells: cells('b') },
        ]),
      ).toEqual({
        caption: undefined,
        rows: [['a'], ['b']],
      });
  });

  it('keeps the columns of later rows when a row has too few cells', () => {
    const rows = [
      { cells: [...cells('a', 'b'), { text: 'c', rows: 2 }] },
      { cells: cells('only') },
      { cells: cells('d', 'e', 'f') },
    ];
    expect(tableOfRows(rows).rows).toEqual([
      ['a', 'b', 'c'],
      ['only', '', 'c'],
      ['d', 'e', 'f'],
    ]);
  });

  it('bounds what a cell may span', () => {
    const rows = [
      { cells: [{ text: 'x', columns: 1e9, rows: 1e9 }] },
      ...Array.from({ length: 600 }, () => ({ cells: [] })),
    ];
    const laid = tableOfRows(rows).rows;
    expect(laid[0]).toHaveLength(100);
    expect(laid.filter((row) => row.length > 0)).toHaveLength(500);
  });

  const cell = fc.record({ columns: fc.integer({ min: -1, max: 3 }), rows: fc.integer({ min: -1, max: 3 }) });
  const grid = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 });
  const named = (rows: readonly (readonly Omit<GridCell, 'text'>[])[]) =>
    rows.map((row, at) => ({ cells: row.map((span, place) => ({ ...span, text: `${at}.${place}` })) }));

  it('has every cell in its row, in order, whatever spans into it', () => {
    fc.assert(
      fc.property(grid, (spans) => {
        const rows = named(spans);
        tableOfRows(rows).rows.forEach((line, at) => {
          const own = line.filter((text) => text.startsWith(`${at}.`));
          expect(own).toEqual(rows[at]?.cells.map(({ text }) => text));
        });
      }),
      { seed: 7 },
    );
  });

  it('never has a cell below the rows that it spans', () => {
    fc.assert(
      fc.property(grid, (spans) => {
        tableOfRows(named(spans)).rows.forEach((line, at) => {
          for (const text of line.filter((each) => each !== '')) {
            const [row = 0, place = 0] = text.split('.').map(Number);
            expect(at - row).toBeLessThan(Math.max(1, spans[row]?.[place]?.rows ?? 1));
          }
        });
      }),
      { seed: 7 },
    );
  });

  it('knows names over names where no row says that it is a header', () => {
    const cell = (text: string, columns = 1, rows = 1) => ({ text, columns, rows });
    const body = { cells: ['May', '11', '12', '13', '14'].map((text) => cell(text)) };
    const table = tableOfRows([
      { cells: [cell('Traffic of the port', 5)] },
      { cells: [cell('Month', 1, 2), cell('Ships', 2), cell('Boats', 2)] },
      { cells: ['In', 'Out', 'In', 'Out'].map((text) => cell(text)) },
      body,
    ]);
    expect(table).toEqual({
      caption: 'Traffic of the port',
      rows: [['Month', 'Ships In', 'Ships Out', 'Boats In', 'Boats Out'], body.cells.map(({ text }) => text)],
      headed: true,
    });
  });
});
