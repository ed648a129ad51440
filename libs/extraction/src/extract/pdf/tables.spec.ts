import { lines } from '../../fixtures/pdf-runs.fixture';
import type { Row } from './rows';
import { tablePieces } from './tables';

const tablesOf = (rows: readonly Row[]) =>
  tablePieces(rows).flatMap((piece) => ('table' in piece ? [piece.table] : []));

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
