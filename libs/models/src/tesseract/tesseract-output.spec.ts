import { recognitionOf } from './tesseract-output';

const header = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';
const row = (level: number, place: readonly number[], text = '') =>
  [level, 1, 1, 1, 1, 1, ...place, level === 5 ? 94.9 : -1, text].join('\t');
const size = [0, 0, 600, 400];

describe('what Tesseract prints', () => {
  it('is the text, and the places of its words line by line', () => {
    const output = [
      header,
      row(1, size),
      row(2, size),
      row(3, size),
      row(4, size),
      row(5, [10, 20, 30, 40], 'Lock'),
      row(5, [50, 20, 30, 40], ' '),
      row(4, size),
      row(5, [10, 70, 30, 40], 'closed'),
      'Lock\n\nclosed\n\f',
    ].join('\n');
    expect(recognitionOf(output)).toEqual({
      text: 'Lock\n\nclosed',
      pages: [
        {
          page: { width: 600, height: 400 },
          tokens: [
            { x: 10, y: 20, width: 30, height: 40, text: 'Lock', line: 0 },
            { x: 10, y: 70, width: 30, height: 40, text: 'closed', line: 1 },
          ],
        },
      ],
    });
  });

  it('is of all pictures of a file', () => {
    const picture = (text: string) => [row(1, size), row(4, size), row(5, [1, 2, 3, 4], text), text].join('\n');
    const { text, pages } = recognitionOf(`${header}\n${picture('one')}\n\f${picture('two')}\n\f`);
    expect([text, pages.map(({ tokens }) => tokens.map((word) => [word.text, word.line]))]).toEqual([
      'one\ntwo',
      [[['one', 0]], [['two', 0]]],
    ]);
  });

  it('may be text only', () => {
    expect(recognitionOf('1 apple\n5\tpears\n\f')).toEqual({ text: '1 apple\n5\tpears', pages: [] });
  });
});
