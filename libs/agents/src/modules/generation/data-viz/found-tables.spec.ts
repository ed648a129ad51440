import { chunkOf, contextOfTexts } from '../../context.fixture';
import { foundTables } from './found-tables';

const markdown = [
  'Peaks of the Alps:',
  '',
  '| Peak | Height | Share |',
  '| ---- | -----: | ----- |',
  '| Eiger | 3,967 | 12 % |',
  '| Mönch | 4,107 | 1.5 % |',
  '',
  'More text | with a bar.',
].join('\n');
const rows = [
  { Peak: 'Eiger', Height: 3_967, Share: 12 },
  { Peak: 'Mönch', Height: 4_107, Share: 1.5 },
];

describe('tables in contexts', () => {
  it('are tables of their texts, with numbers where a column has nothing else', () => {
    const context = contextOfTexts([], { chunks: [chunkOf(markdown, { title: 'Alps' })] });
    expect(foundTables([context])).toEqual([{ title: 'Alps', columns: ['Peak', 'Height', 'Share'], rows }]);
  });

  it('are rows that name their columns, as those of spreadsheets do', () => {
    const sheet = 'Peak: Eiger | Height: 3,967 | Share: 12\nPeak: Mönch | Height: 4,107 | Share: 1.5';
    expect(foundTables([contextOfTexts([sheet])])).toEqual([{ title: '', columns: ['Peak', 'Height', 'Share'], rows }]);
  });

  it.each([
    ['a list of objects', { json_objects: [rows] }, ''],
    ['objects one by one', { json_objects: rows }, ''],
    ['a list in an object', { json_objects: [{ peaks: rows }] }, 'peaks'],
    ['JSON text', { structured: [JSON.stringify({ peaks: rows })], title: 'Alps' }, 'Alps: peaks'],
  ])('are %s', (_, data, title) => {
    expect(foundTables([contextOfTexts([], data)])).toEqual([{ title, columns: ['Peak', 'Height', 'Share'], rows }]);
  });

  it.each([
    ['a table of one row', '| a | b |\n| - | - |\n| x | 1 |'],
    ['a table without names', '| | b |\n| - | - |\n| x | 1 |\n| y | 2 |'],
    ['text with bars', 'a | b\nc | d'],
    ['nothing', ''],
  ])('are none in %s', (_, text) => {
    expect(foundTables([contextOfTexts([text])])).toEqual([]);
  });

  it('are few and small, whatever a text has', () => {
    const header = `|${Array.from({ length: 100 }, (_, at) => `c${at}`).join('|')}|`;
    const rule = `|${'-|'.repeat(100)}`;
    const row = `|${'1|'.repeat(100)}`;
    const table = [header, rule, ...Array<string>(700).fill(row)].join('\n');
    const found = foundTables(Array<ReturnType<typeof contextOfTexts>>(20).fill(contextOfTexts([table])));
    expect(found).toHaveLength(10);
    expect(found.every((one) => one.columns.length === 20 && one.rows.length <= 500)).toBe(true);
  });

  it('are read at once, also where a cell is white space for pages', () => {
    const row = `| 1${' '.repeat(150_000)}x | 2 |`;
    const beganMs = performance.now();
    expect(foundTables([contextOfTexts([`| a | b |\n| - | - |\n${row}\n${row}`])])).toHaveLength(0);
    // A number was looked for from each blank on, which took a minute.
    expect(performance.now() - beganMs).toBeLessThan(5_000);
  });
});
