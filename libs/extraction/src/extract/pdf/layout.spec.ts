import { regionsOf } from './columns';
import { groupsOf, textOf } from './paragraphs';
import { type Row, rowsOf } from './rows';
import { type Run, sheetsOf } from './runs';
import { piecesOf } from './tables';

const SIZE = 10;
/** Text at a place, as wide as letters usually are. */
const run = (text: string, x: number, y: number): Run => ({
  text,
  x,
  y,
  width: text.length * SIZE * 0.5,
  size: SIZE,
  font: 'f',
  rightToLeft: false,
});
/** Lines of cells, each cell at the left edge of its column. */
const lines = (rows: readonly (readonly string[])[], lefts: readonly number[]): Row[] =>
  rowsOf(
    rows.flatMap((cells, at) =>
      cells.flatMap((text, column) => (text ? [run(text, lefts[column] ?? 0, 700 - at * 14)] : [])),
    ),
  );
const textsOf = (rows: readonly Row[]) => groupsOf(rows).map((group) => textOf(group, new Set()));
const tablesOf = (rows: readonly Row[]) => piecesOf(rows).flatMap((piece) => ('table' in piece ? [piece.table] : []));

describe('what is drawn', () => {
  it('is grouped by direction, the one of most text first', () => {
    const item = (str: string, transform: number[]) => ({
      str,
      dir: 'ltr',
      width: 20,
      height: SIZE,
      transform,
      fontName: 'f',
    });
    const sheets = sheetsOf([
      item('side', [0, 10, -10, 0, 20, 300]),
      item('the text of the page', [10, 0, 0, 10, 50, 700]),
    ]);
    expect(sheets.map(({ runs }) => runs.map(({ text }) => text))).toEqual([['the text of the page'], ['side']]);
  });

  it('twice in one place is read once', () => {
    const bold = (x: number) => ({
      str: 'Notice',
      dir: 'ltr',
      width: 30,
      height: 10,
      transform: [10, 0, 0, 10, x, 700],
      fontName: 'f',
    });
    expect(sheetsOf([bold(50), bold(50.4)])[0]?.runs).toHaveLength(1);
  });

  it('gets spaces where there are gaps, and keeps raised text on its line', () => {
    const [row] = rowsOf([run('two', 50, 700), run('words', 68, 700), { ...run('2', 93, 703), size: 6 }]);
    expect(row?.segments.map(({ text }) => text)).toEqual(['two words2']);
  });
});

describe('columns', () => {
  const left = [
    'The council has decided to renew',
    'the gate of the old lock before',
    'the winter comes, and asks boats',
    'to use the other lock meanwhile,',
    'which is open day and night now.',
  ];
  const right = [
    'Visitors find the museum of the',
    'port beside the lighthouse, and',
    'guides tell them how the town was',
    'saved from the great flood in the',
    'year when the dike was broken.',
  ];

  it('of prose are read one after the other', () => {
    const regions = regionsOf(
      lines(
        left.map((text, at) => [text, right[at] ?? '']),
        [50, 300],
      ),
    );
    expect(regions.map((region) => textsOf(region).join(' '))).toEqual([left.join(' '), right.join(' ')]);
  });

  it('of a table are read together', () => {
    const rows = lines(
      [
        ['Berth', 'Fee'],
        ['A1', '20'],
        ['B2', '35'],
        ['C3', '40'],
        ['D4', '55'],
      ],
      [50, 300],
    );
    expect(regionsOf(rows)).toHaveLength(1);
  });
});

describe('tables', () => {
  it('have the cells of their columns, also where one is empty or goes on below', () => {
    const rows = lines(
      [
        ['Pump', 'Flow', 'Remark'],
        ['North', '42', 'new bearing after the'],
        ['', '', 'failure of last winter'],
        ['Quay', '', 'loud'],
      ],
      [50, 150, 250],
    );
    expect(tablesOf(rows)).toEqual([
      [
        ['Pump', 'Flow', 'Remark'],
        ['North', '42', 'new bearing after the failure of last winter'],
        ['Quay', '', 'loud'],
      ],
    ]);
  });

  it('keep their columns under a heading that spans two', () => {
    const rows = lines(
      [
        ['Basin', 'Level in metres, low and high'],
        ['North', '1.2', '3.4'],
        ['Quay', '0.9', '2.8'],
        ['Mill', '1.1', '3.0'],
      ],
      [50, 150, 250],
    );
    expect(tablesOf(rows)[0]?.slice(1)).toEqual([
      ['North', '1.2', '3.4'],
      ['Quay', '0.9', '2.8'],
      ['Mill', '1.1', '3.0'],
    ]);
  });

  it('are not what a numbered list looks like', () => {
    expect(
      tablesOf(
        lines(
          [
            ['1.', 'Slow down'],
            ['2.', 'Wait for green'],
            ['3.', 'Enter'],
          ],
          [50, 80],
        ),
      ),
    ).toEqual([]);
  });
});

describe('paragraphs', () => {
  it('put divided words together, save those that are written with a hyphen', () => {
    const [group] = groupsOf(lines([['The old har-'], ['bour has a well-'], ['known gate.']], [50]));
    const vocabulary = new Set(['well-known', 'harbour']);
    expect(group && textOf(group, vocabulary)).toMatch(/^The old harbour has a well-known gate\.$/);
  });

  it('end at a wide gap, and begin at a mark of a list', () => {
    const rows = rowsOf([
      run('One line of text here', 50, 700),
      run('and its second line', 50, 686),
      run('Far below it', 50, 640),
      run('• a point', 50, 626),
    ]);
    expect(textsOf(rows)).toEqual(['One line of text here and its second line', 'Far below it', '• a point']);
  });
});
