import { type Table, tableLines } from './table-text';

const linesOf = (table: Table) => [...tableLines(table)];

describe('tableLines', () => {
  it('names the column of every cell, so that a row stands alone', () => {
    const rows = [
      ['Pump', 'Flow', 'Note'],
      ['North', '42 l/s', ''],
      ['Quay', '58 l/s', 'loud'],
    ];
    expect(linesOf({ rows })).toEqual(['Pump: North | Flow: 42 l/s', 'Pump: Quay | Flow: 58 l/s | Note: loud']);
  });

  it('does not take the first of two columns of words for a header', () => {
    expect(
      linesOf({
        rows: [
          ['Owner', 'the council'],
          ['Keeper', 'the harbour'],
        ],
      }),
    ).toEqual(['Owner | the council', 'Keeper | the harbour']);
  });

  it('believes a header that is marked', () => {
    expect(
      linesOf({
        rows: [
          ['Who', 'What'],
          ['Keeper', 'opens the lock'],
        ],
        headed: true,
      }),
    ).toEqual(['Who: Keeper | What: opens the lock']);
  });

  it('keeps equal numbers side by side, and puts a caption first', () => {
    expect(linesOf({ rows: [['3', '0', '0']], caption: 'Goals' })).toEqual(['Goals', '3 | 0 | 0']);
  });

  it('leaves out rows and columns that hold nothing', () => {
    expect(
      linesOf({
        rows: [
          ['', '', ''],
          ['a', '', 'b'],
          [' ', '', 'c'],
        ],
      }),
    ).toEqual(['a | b', 'c']);
  });
});
