import { read } from '../../fixtures/reading.fixture';

const text = async (csv: string) => (await read(csv, { filename: 'a.csv' })).text;

describe('a file of values', () => {
  it.each([
    [
      'a blank line parts',
      'Fees of the port, as of 3 May\n\nBerth,Fee,Season\nA1,20,Summer\nB2,35,Winter\n',
      'Fees of the port, as of 3 May\nBerth: A1 | Fee: 20 | Season: Summer\nBerth: B2 | Fee: 35 | Season: Winter',
    ],
    [
      'nothing parts',
      'Fees of the port;;\nBerth;Fee;Season\nA1;20;Summer\nB2;35;Winter\n',
      'Fees of the port\nBerth: A1 | Fee: 20 | Season: Summer\nBerth: B2 | Fee: 35 | Season: Winter',
    ],
    [
      'blank lines and others part',
      'Port of Kiel\nPrinted 3 May\n\n\nBerth\tFee\nA1\t20\n',
      'Port of Kiel\nPrinted 3 May\nBerth: A1 | Fee: 20',
    ],
  ])('has the title above its table that %s', async (_, csv, expected) => {
    expect(await text(csv)).toBe(expected);
  });

  it.each(['sep=;\r\n', 'SEP=|\n', '"sep=;"\n'])('is parted by what its first line %j says', async (first) => {
    const mark = first.includes('|') ? '|' : ';';
    expect(await text(`${first}Berth${mark}Fee, paid\nA1${mark}20, 30, 40\n`)).toBe(
      'Berth: A1 | Fee, paid: 20, 30, 40',
    );
  });

  it('without a title keeps its first row, also where a blank line follows it', async () => {
    expect(await text('Berth,Fee\n\nA1,20\nB2,35\n')).toBe('Berth: A1 | Fee: 20\nBerth: B2 | Fee: 35');
    expect(await text('Kiel\nUlm\n\nBonn\n')).toBe('Kiel\nUlm\nBonn');
  });

  it('has names over names', async () => {
    expect(await text('Month,Ships,,Boats,\n,In,Out,In,Out\nMay,11,12,13,14\n')).toBe(
      'Month: May | Ships In: 11 | Ships Out: 12 | Boats In: 13 | Boats Out: 14',
    );
  });
});
