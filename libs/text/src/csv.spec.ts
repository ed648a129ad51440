import fc from 'fast-check';
import { csvLine } from './csv';

/** Parses lines by RFC 4180. */
function cellsOf(text: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') return cells;
  }
  throw new Error('no line');
}

describe('a line of CSV', () => {
  it('gives every text back', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'é', ' ') }), { minLength: 1 });
    fc.assert(fc.property(texts, (cells) => expect(cellsOf(csvLine(cells)).map(unprotected)).toEqual(cells)));
  });

  it('has nothing where there is no value, and JSON for what is more than a text', () => {
    expect(csvLine([null, undefined, 0, false, { a: ['b'] }])).toBe(',,0,false,"{""a"":[""b""]}"\r\n');
  });

  it.each(['=1+1', '+1+1', '-x', '@SUM(A1)', '\tx', '\rx'])('has no formula: %j', (text) => {
    expect(cellsOf(csvLine([text]))).toEqual([`'${text}`]);
  });

  it.each(['-2', '-0.5', '2026-05-01'])('leaves %s as it is', (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  });
});

function unprotected(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}
