import { lines, run } from '../../fixtures/pdf-runs.fixture';
import { rowGroups, paragraphText } from './paragraphs';
import { type Row, rowsOfRuns } from './rows';

const textsOf = (rows: readonly Row[]) => rowGroups(rows).map((group) => paragraphText(group, new Set()));

describe('paragraphs', () => {
  it('put divided words together, save those that are written with a hyphen', () => {
    const [group] = rowGroups(lines([['The old har-'], ['bour has a well-'], ['known gate.']], [50]));
    const vocabulary = new Set(['well-known', 'harbour']);
    expect(group && paragraphText(group, vocabulary)).toMatch(/^The old harbour has a well-known gate\.$/);
  });

  it('keep the hyphen before a number', () => {
    const [group] = rowGroups(lines([['It was made of carbon-'], ['14, and then of'], ['something else.']], [50]));
    expect(group && paragraphText(group, new Set())).toBe('It was made of carbon-14, and then of something else.');
  });

  it('end at a wide gap, and begin at a mark of a list', () => {
    const rows = rowsOfRuns([
      run('One line of text here', 50, 700),
      run('and its second line', 50, 686),
      run('Far below it', 50, 640),
      run('• a point', 50, 626),
    ]);
    expect(textsOf(rows)).toEqual(['One line of text here and its second line', 'Far below it', '• a point']);
  });
});
