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
