import { duplicateLabelProblem } from './duplicate-label';

const problemOf = (...titles: string[]) => duplicateLabelProblem(titles.map((title) => ({ title })));

describe('labels of a labelset', () => {
  it('have different titles', () => {
    expect(problemOf()).toBeUndefined();
    expect(problemOf('greek', 'latin', 'greek ')).toBeUndefined();
    expect(problemOf('greek', 'latin', 'greek')).toBe('Duplicated labels are not allowed: greek');
  });

  it('do not differ by the case of letters alone', () => {
    expect(problemOf('Ägypten', 'ÄGYPTEN')).toBe('Duplicated labels are not allowed: ÄGYPTEN');
  });
});
