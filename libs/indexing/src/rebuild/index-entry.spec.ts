import { indexProblem } from './index-entry';

const entry = (version: number, paragraphs: number) => ({ version, paragraphs });

describe('indexProblem', () => {
  it('is nothing when an index holds what it should', () => {
    expect(indexProblem(entry(3, 2), entry(3, 2))).toBeUndefined();
    expect(indexProblem(undefined, undefined)).toBeUndefined();
  });

  it.each([
    ['missing', entry(3, 2), undefined],
    ['unknown', undefined, entry(3, 2)],
    ['unknown', undefined, entry(3, 0)],
    ['outdated', entry(3, 2), entry(2, 2)],
    ['ahead', entry(3, 2), entry(4, 2)],
    ['count', entry(3, 2), entry(3, 1)],
    ['count', entry(3, 0), entry(3, 1)],
    ['count', entry(3, 0), entry(2, 1)],
  ])('is %s for what should be %j and is %j', (problem, expected, held) => {
    expect(indexProblem(expected, held)).toBe(problem);
  });

  it('does not ask for anything of a resource without paragraphs', () => {
    expect(indexProblem(entry(3, 0), undefined)).toBeUndefined();
    expect(indexProblem(entry(3, 0), entry(2, 0))).toBeUndefined();
    expect(indexProblem(entry(2, 0), entry(3, 0))).toBeUndefined();
  });
});
