import { blocksOf, read } from '../../fixtures/reading.fixture';
import { FileExtraction } from '../file-extraction';
import { defaultLimits } from '../limits';

/** As much of a PNG as says how large it is. */
function png(): string {
  const bytes = Buffer.alloc(64, 7);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(400, 16);
  bytes.writeUInt32BE(300, 20);
  return bytes.toString('base64');
}

const cells = [
  { cell_type: 'markdown', metadata: {}, source: ['## Tides\n', 'Water rises **twice**.'] },
  {
    cell_type: 'code',
    execution_count: 4,
    source: ['for day in week:\n', '    show(day)'],
    outputs: [
      { output_type: 'stream', name: 'stdout', text: ['mean \u001b[31m2.7\u001b[0m m\n'] },
      {
        output_type: 'display_data',
        data: { 'image/png': png(), 'text/plain': ['<Figure size 640x480 with 1 Axes>'] },
      },
      {
        output_type: 'execute_result',
        data: {
          'text/html': '<table><tr><th>Day</th><th>Level</th></tr><tr><td>Mon</td><td>3</td></tr></table>',
          'text/plain': 'Day Level',
        },
      },
      { output_type: 'error', ename: 'ValueError', evalue: 'no tide', traceback: ['\u001b[0;31m---'] },
    ],
  },
  { cell_type: 'raw', source: 'kept as it is' },
];
const shown = [
  'heading 2: Tides',
  'paragraph: Water rises twice.',
  'code: for day in week:\n    show(day)',
  'paragraph: mean 2.7 m',
  'table: Day: Mon | Level: 3',
  'paragraph: ValueError: no tide',
  'paragraph: kept as it is',
];

describe('a notebook', () => {
  it.each([
    ['its name', { filename: 'study.ipynb' }],
    ['its type', { contentType: 'application/x-ipynb+json' }],
    ['nothing but its content', { contentType: 'application/json' }],
  ])('known by %s is read as text, code and outputs', async (_, source) => {
    const document = await read(
      JSON.stringify({ cells, metadata: { title: 'Study' }, nbformat: 4, nbformat_minor: 5 }),
      source,
    );
    expect(blocksOf(document)).toEqual(shown);
    expect(document.properties.title).toBe('Study');
    expect(document.warnings.map(({ body }) => body)).toEqual([
      'Pictures within the file were not read, because no text recognition is set up: 1',
    ]);
  });

  it('has the text of its pictures where they can be read', async () => {
    const recognize = async () => ({ text: 'Level in metres' });
    const bytes = new TextEncoder().encode(JSON.stringify({ cells, nbformat: 4 }));
    const document = await new FileExtraction(defaultLimits, { recognize }).run({ bytes, filename: 'study.ipynb' });
    expect(blocksOf(document)).toContain('ocr: Level in metres');
    expect(document.warnings).toEqual([]);
  });

  it('of an old version is read, too', async () => {
    const old = {
      nbformat: 3,
      worksheets: [
        {
          cells: [
            { cell_type: 'heading', level: 2, source: ['Tides'] },
            { cell_type: 'code', input: 'show()', outputs: [{ text: 'shown' }] },
          ],
        },
      ],
    };
    expect(blocksOf(await read(JSON.stringify(old), { filename: 'study.ipynb' }))).toEqual([
      'heading 2: Tides',
      'code: show()',
      'paragraph: shown',
    ]);
  });

  it('and other JSON with cells is not one', async () => {
    expect((await read('{"cells": [{"source": "a"}]}', { filename: 'a.json' })).text).toBe('cells.source: a');
  });
});
