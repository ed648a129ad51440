import { sheetsOf } from './sheets';

describe('the sheets of a file', () => {
  it('have their cells as texts', () => {
    const sheets = { Prices: { rows: [{ cell: ['Plan', 'Price'] }, { cell: ['Pro', 20] }] }, Empty: { rows: [] } };
    expect(sheetsOf({ file_rows_previews: { rows: { sheets } } })).toEqual([
      {
        name: 'Prices',
        rows: [
          ['Plan', 'Price'],
          ['Pro', '20'],
        ],
      },
    ]);
  });

  it.each([undefined, {}, { file_rows_previews: {} }, { file_rows_previews: { rows: { sheets: { a: {} } } } }])(
    'are none in %j',
    (file) => {
      expect(sheetsOf(file)).toEqual([]);
    },
  );
});
