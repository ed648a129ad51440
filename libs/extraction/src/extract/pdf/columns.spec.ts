import fc from 'fast-check';
import { lines, run } from '../../fixtures/pdf-runs.fixture';
import { regionsOf } from './columns';
import { type Row, rowsOfRuns } from './rows';

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
const textOf = (rows: readonly Row[]) => rows.flatMap(({ segments }) => segments.map(({ text }) => text)).join(' ');
const inColumns = left.map((text, at) => [text, right[at] ?? '']);

describe('columns', () => {
  it('of prose are read one after the other', () => {
    expect(regionsOf(lines(inColumns, [50, 300])).map(textOf)).toEqual([left.join(' '), right.join(' ')]);
  });

  it('are read after a heading over both of them, and before what follows below', () => {
    const heading = 'What the council of the port has decided and what visitors of the town should know of it';
    const below = 'All of this was decided in the meeting of the council in the last week of the month of May';
    const rows = lines([[heading], ...inColumns, [below]], [50, 300]);
    expect(regionsOf(rows).map(textOf)).toEqual([heading, left.join(' '), right.join(' '), below]);
  });

  const uneven = (right: readonly string[], apart: number) =>
    rowsOfRuns([
      ...[...left, ...left].map((text, at) => run(text, 50, 700 - at * 14)),
      ...[...right, ...right].map((text, at) => run(text, 300, 700 + apart - at * 14)),
    ]);

  it('of prose are read one after the other although no lines of theirs stand on one height', () => {
    expect(regionsOf(uneven(right, 6)).map(textOf)).toEqual([
      [...left, ...left].join(' '),
      [...right, ...right].join(' '),
    ]);
  });

  it('of prose are parted where full lines of the left one nearly reach the right one', () => {
    const ends = [27, 31, 20, 31, 24, 31, 12, 31, 31, 18];
    const runs = ends.flatMap((chars, at) => [
      run('abcde '.repeat(9).slice(0, chars), 50, 700 - at * 14),
      run((right[at % 5] ?? '').slice(0, 30), 215, 702 - at * 14),
    ]);
    expect(regionsOf(rowsOfRuns(runs)).map((region) => region.length)).toEqual([10, 10]);
  });

  it('are distinguished from terms with indented definitions below them, and from short cells', () => {
    const terms = [...left, ...left].flatMap((text, at) => [
      run('Lock of the northern port', 50, 700 - at * 28),
      run(text, 180, 686 - at * 28),
    ]);
    expect(regionsOf(rowsOfRuns(terms))).toHaveLength(1);
    expect(
      regionsOf(
        uneven(
          right.map((text) => text.slice(0, 8)),
          6,
        ),
      ),
    ).toHaveLength(1);
  });

  it('of a table are read together', () => {
    const rows = [
      ['Berth', 'Fee'],
      ['A1', '20'],
      ['B2', '35'],
      ['C3', '40'],
      ['D4', '55'],
    ];
    expect(regionsOf(lines(rows, [50, 300]))).toHaveLength(1);
  });

  it('are not looked for in a few lines', () => {
    expect(regionsOf(lines(inColumns.slice(0, 3), [50, 300]))).toHaveLength(1);
    expect(regionsOf([])).toEqual([[]]);
  });

  const anyRow = fc.array(fc.record({ x: fc.nat(60), chars: fc.integer({ min: 1, max: 40 }) }), {
    minLength: 1,
    maxLength: 4,
  });

  it('lose no text and repeat none, whatever the page looks like', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), (page) => {
        const runs = page.flatMap((row, at) =>
          row.map(({ x, chars }) => run('n'.repeat(chars), x * 10, 800 - at * 14)),
        );
        const rows = rowsOfRuns(runs);
        const given = rows.flatMap(({ segments }) => segments);
        const read = regionsOf(rows).flatMap((region) => region.flatMap(({ segments }) => segments));
        expect(read).toHaveLength(given.length);
        expect(new Set(read)).toEqual(new Set(given));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('go down the page within each of them', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), (page) => {
        const runs = page.flatMap((row, at) =>
          row.map(({ x, chars }) => run('n'.repeat(chars), x * 10, 800 - at * 14)),
        );
        for (const region of regionsOf(rowsOfRuns(runs)))
          region.slice(1).forEach(({ baseline }, at) => expect(baseline).toBeLessThan(region[at]?.baseline ?? 0));
      }),
      { seed: 7 },
    );
  });
});
