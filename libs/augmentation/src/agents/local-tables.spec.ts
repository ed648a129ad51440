import { tablesOfText } from './local-tables';

describe('the tables of a text', () => {
  it('are those written in Markdown', () => {
    const table = '| Port | Ferries |\n| --- | --- |\n| Amrum | 3 |';
    expect(tablesOfText(`Ports\n\n${table}\n\nThat was all.\n| no table |`)).toEqual([table]);
  });

  it('are rows whose cells name their columns, as extraction writes them, also where a row lacks a cell', () => {
    const text = ['Prices of 2024', 'Ticket: adult | Price: 12', 'Ticket: child', '', 'Ticket: dog | Price: 5'];
    expect(tablesOfText(text.join('\n'))).toEqual([]);
    const rows = ['Ticket: adult | Price: 12', 'Ticket: child | Price: 6', '', 'Ticket: dog | Note: on a lead'];
    expect(tablesOfText(['Prices of 2024', ...rows, 'See you.'].join('\n'))).toEqual([
      [
        '| Ticket | Price | Note |',
        '| --- | --- | --- |',
        '| adult | 12 |  |',
        '| child | 6 |  |',
        '| dog |  | on a lead |',
      ].join('\n'),
    ]);
  });

  it('are rows with the same number of cells, and pipes in cells stay in them', () => {
    expect(tablesOfText('Amrum\t3\nFöhr\t4|5')).toEqual(['| Amrum | 3 |\n| --- | --- |\n| Föhr | 4\\|5 |']);
    expect(tablesOfText('a | b\nc | d | e')).toEqual([]);
    expect(tablesOfText('One sentence | with a bar.')).toEqual([]);
  });

  it('are at most 200, of at most 1,000 rows each', () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `${i}\t${i}`).join('\n');
    expect(tablesOfText(rows)[0]?.split('\n')).toHaveLength(1_001);
    expect(tablesOfText('a\tb\nc\td\n-\n'.repeat(300))).toHaveLength(200);
  });
});
