import { FONT_SIZE } from '../../fixtures/pdf-runs.fixture';
import { sheetsOf } from './runs';

describe('what is drawn', () => {
  it('is grouped by direction, the one of most text first', () => {
    const item = (str: string, transform: number[]) => ({
      str,
      dir: 'ltr',
      width: 20,
      height: FONT_SIZE,
      transform,
      fontName: 'f',
    });
    const sheets = sheetsOf([
      item('side', [0, 10, -10, 0, 20, 300]),
      item('the text of the page', [10, 0, 0, 10, 50, 700]),
    ]);
    expect(sheets.map(({ runs }) => runs.map(({ text }) => text))).toEqual([['the text of the page'], ['side']]);
  });

  it.each([
    ['a print shop', 6, 3.5],
    ['a browser', 8.3, 3.9],
  ])('as the mark of a note by %s does not become part of the word before it', (_, size, up) => {
    const item = (str: string, x: number, { width, height, y }: { width: number; height: number; y: number }) => ({
      str,
      dir: 'ltr',
      width,
      height,
      transform: [height, 0, 0, height, x, y],
      fontName: 'f',
    });
    const mark = item('12', 75, { width: 6, height: size, y: 700 + up });
    const [sheet] = sheetsOf([item('berth', 50, { width: 25, height: 10, y: 700 }), mark]);
    expect(sheet?.runs.map(({ text }) => text).join('')).toBe('berth¹²');
  });

  it('has no blank behind a bracket that stands before it in a line from right to left', () => {
    const item = (str: string, x: number, dir = 'ltr') => ({
      str,
      dir,
      width: 5 * str.length,
      height: 10,
      transform: [10, 0, 0, 10, x, 700],
      fontName: 'f',
    });
    const [sheet] = sheetsOf([item('חודש', 75, 'rtl'), item(')', 95), item(' ', 100), item('שכר', 105, 'rtl')]);
    expect(sheet?.runs.map(({ text }) => text)).toEqual(['חודש', ')', 'שכר']);
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
});
