import { pdfOf } from '../../fixtures/pdf-pages.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';

type Text = readonly [text: string, x: number, y: number];

const texts = (all: readonly Text[]) =>
  `BT /F1 10 Tf ${all.map(([text, x, y]) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join(' ')} ET`;
const stroked = (lines: readonly (readonly number[])[]) =>
  lines.map(([x1, y1, x2, y2]) => `${x1} ${y1} m ${x2} ${y2} l S`).join('\n');
const grid = (xs: readonly number[], ys: readonly number[]) =>
  stroked([...ys.map((y) => [xs[0] ?? 0, y, xs.at(-1) ?? 0, y]), ...xs.map((x) => [x, ys[0] ?? 0, x, ys.at(-1) ?? 0])]);
const read1 = async (content: string) => blocksOf(await read(pdfOf([{ content }])));

const heads: readonly Text[] = [
  ['Berth', 55, 690],
  ['Ships', 155, 690],
  ['Fee', 305, 690],
  ['Remark', 375, 690],
];
const rows = [
  'Berth: North | Ships: Ferries with more than two hundred cabins | Fee: 120 | Remark: by the day',
  'Berth: South | Ships: Barges that carry gravel and sand | Remark: Free until the lock is repaired',
  'Berth: Old quay | Ships: Museum ships | Fee: 35 | Remark: Paid by the friends of the harbour museum',
];
const expected = [`table: ${rows.join('\n')}`];

const bottomAligned = texts([
  ...heads,
  ['Ferries with more than', 155, 666],
  ['two hundred cabins', 155, 654],
  ['North', 55, 654],
  ['120', 305, 654],
  ['by the day', 375, 654],
  ['Barges that carry', 155, 634],
  ['gravel and sand', 155, 622],
  ['South', 55, 622],
  ['Free until the lock', 375, 634],
  ['is repaired', 375, 622],
  ['Old quay', 55, 590],
  ['Museum ships', 155, 590],
  ['35', 305, 590],
  ['Paid by the friends of', 375, 602],
  ['the harbour museum', 375, 590],
]);

describe('tables that rules divide into cells', () => {
  it('have the rows of their rules where cells wrap and are set at the bottom', async () => {
    expect(await read1(`${grid([50, 150, 300, 370, 550], [705, 680, 648, 616, 584])}\n${bottomAligned}`)).toEqual(
      expected,
    );
  });

  it('have them where cells are centred, each drawn as a box of its own', async () => {
    const boxes = [680, 648, 616, 584].flatMap((y, at) =>
      [
        [50, 100],
        [150, 150],
        [300, 70],
        [370, 180],
      ].map(([x, width]) => `${x} ${y} ${width} ${at === 0 ? 25 : 32} re S`),
    );
    const content = texts([
      ...heads,
      ['North', 55, 660],
      ['Ferries with more than', 155, 666],
      ['two hundred cabins', 155, 654],
      ['120', 305, 660],
      ['by the day', 375, 660],
      ['South', 55, 628],
      ['Barges that carry', 155, 634],
      ['gravel and sand', 155, 622],
      ['Free until the lock', 375, 634],
      ['is repaired', 375, 622],
      ['Old quay', 55, 596],
      ['Museum ships', 155, 596],
      ['35', 305, 596],
      ['Paid by the friends of', 375, 602],
      ['the harbour museum', 375, 590],
    ]);
    expect(await read1(`${boxes.join('\n')}\n${content}`)).toEqual(expected);
  });

  it('may have no rules at all, where rows are farther apart than the lines of a cell', async () => {
    expect(await read1(bottomAligned)).toEqual(expected);
  });

  it('may have rules between their rows only, or rows on boxes of a colour', async () => {
    const rules = stroked([680, 648, 616, 584].map((y) => [50, y, 550, y]));
    expect(await read1(`${rules}\n${bottomAligned}`)).toEqual(expected);
    const boxes = [648, 584].map((y) => `0.9 g 50 ${y} 500 32 re f 0 g`).join('\n');
    expect(await read1(`${boxes}\n${bottomAligned}`)).toEqual(expected);
  });

  it('repeat a cell that spans rows, and have a first row of one cell as their title', async () => {
    const lines = stroked([
      [50, 700, 350, 700],
      [50, 680, 350, 680],
      [50, 660, 350, 660],
      [150, 640, 350, 640],
      [50, 620, 350, 620],
      [50, 700, 50, 620],
      [150, 680, 150, 620],
      [250, 680, 250, 620],
      [350, 700, 350, 620],
    ]);
    const content = texts([
      ['Tides of May', 150, 686],
      ['Day', 55, 666],
      ['Hour', 155, 666],
      ['Metres', 255, 666],
      ['Monday', 55, 637],
      ['4:10', 155, 646],
      ['3.1', 255, 646],
      ['16:40', 155, 626],
      ['2.9', 255, 626],
    ]);
    expect(await read1(`${lines}\n${content}`)).toEqual([
      'table: Tides of May\nDay: Monday | Hour: 4:10 | Metres: 3.1\nDay: Monday | Hour: 16:40 | Metres: 2.9',
    ]);
  });

  it('stand between the texts above and below them', async () => {
    const content = texts([
      ['The table lists all fees of the harbour.', 50, 740],
      ['Berth', 55, 686],
      ['Fee', 155, 686],
      ['North', 55, 666],
      ['120', 155, 666],
      ['Fees include tax.', 50, 600],
    ]);
    expect(await read1(`${grid([50, 150, 250], [700, 680, 660])}\n${content}`)).toEqual([
      'paragraph: The table lists all fees of the harbour.',
      'table: Berth: North | Fee: 120',
      'paragraph: Fees include tax.',
    ]);
  });

  it('are not made of a frame around text, nor of rules around groups of rows', async () => {
    const framed = await read1(
      `${grid([50, 550], [720, 600])}\n${texts([
        ['A note in a frame,', 60, 700],
        ['over two lines.', 60, 688],
      ])}`,
    );
    expect(framed).toEqual(['paragraph: A note in a frame, over two lines.']);
    const groups = await read1(
      `${grid([50, 150, 250, 350], [700, 680, 620])}\n${texts([
        ['Pier', 55, 686],
        ['Ship', 155, 686],
        ['Fee', 255, 686],
        ...[0, 1, 2].flatMap((row): Text[] => [
          [`Pier ${row}`, 55, 666 - row * 14],
          [`Ship ${row}`, 155, 666 - row * 14],
          [`${row}5`, 255, 666 - row * 14],
        ]),
      ])}`,
    );
    expect(groups[0]?.split('\n')).toEqual([
      'table: Pier: Pier 0 | Ship: Ship 0 | Fee: 05',
      'Pier: Pier 1 | Ship: Ship 1 | Fee: 15',
      'Pier: Pier 2 | Ship: Ship 2 | Fee: 25',
    ]);
  });

  it('on pages that lie on their side are read like others', async () => {
    const content = texts([
      ['Berth', 55, 690],
      ['Ships', 155, 690],
      ['Fee', 305, 690],
      ['North', 55, 654],
      ['Ferries with more than', 155, 666],
      ['two hundred cabins', 155, 654],
      ['120', 305, 654],
      ['South', 55, 622],
      ['Barges', 155, 622],
      ['80', 305, 622],
    ]);
    const turned = `q 0 1 -1 0 700 0 cm ${grid([50, 150, 300, 370], [705, 680, 648, 616])}\n${content} Q`;
    expect(blocksOf(await read(pdfOf([{ content: turned, turned: 90 }])))).toEqual([
      'table: Berth: North | Ships: Ferries with more than two hundred cabins | Fee: 120\nBerth: South | Ships: Barges | Fee: 80',
    ]);
  });
});
