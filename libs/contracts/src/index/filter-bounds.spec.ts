import fc from 'fast-check';
import {
  FILTER_CONDITIONS_MAX,
  FILTER_LEVELS_MAX,
  filterExpressionProblem,
  filterJsonProblem,
  filtersProblem,
} from './filter-bounds';

const leaf = { prop: 'label', labelset: 'a' };
const nested = (levels: number) => {
  let expression: object = leaf;
  for (let i = 0; i < levels; i += 1) expression = { not: expression };
  return { field: expression };
};
const wide = (count: number) => ({ field: { and: Array(count).fill(leaf) } });

describe('a filter expression', () => {
  it('may be as large as anybody writes by hand', () => {
    const { letrec } = fc;
    const { tree } = letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant(leaf),
        fc.record({ and: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }) }),
        fc.record({ not: tie('tree') }),
      ),
    }));
    fc.assert(fc.property(tree, (field) => filterExpressionProblem({ field }) === undefined));
  });

  it('has bounded conditions, depth and texts', () => {
    expect(filterExpressionProblem(wide(FILTER_CONDITIONS_MAX))).toBeUndefined();
    expect(filterExpressionProblem(wide(FILTER_CONDITIONS_MAX + 1))).toMatch('at most 500 conditions');
    const negated = (count: number) => ({ field: { or: Array(count).fill({ not: leaf }) } });
    expect(filterExpressionProblem(negated(FILTER_CONDITIONS_MAX))).toBeUndefined();
    expect(filterExpressionProblem(negated(FILTER_CONDITIONS_MAX + 1))).toMatch('at most 500 conditions');
    const paths = { or: Array(250).fill({ prop: 'path', source: { value: 'a' }, destination: { value: 'b' } }) };
    expect(filterExpressionProblem(paths)).toBeUndefined();
    const halves = { field: wide(250).field, paragraph: wide(250).field };
    expect(filterExpressionProblem(halves)).toBeUndefined();
    expect(filterExpressionProblem({ ...halves, key_value: { schema_id: 'a' } })).toMatch('at most 500 conditions');
    const wrapped = { or: Array(500).fill({ and: [{ not: { not: leaf } }] }) };
    expect(filterExpressionProblem({ field: wrapped })).toMatch('at most 2000 objects and lists');
    const split = { and: Array(30).fill({ or: Array(30).fill(leaf) }) };
    expect(filterExpressionProblem({ field: split })).toMatch('at most 500 conditions');
    expect(filterExpressionProblem(nested(FILTER_LEVELS_MAX - 1))).toBeUndefined();
    expect(filterExpressionProblem(nested(100_000))).toMatch(/nested at most 104|at most 500/);
    expect(filterExpressionProblem({ field: { ...leaf, label: 'x'.repeat(4_097) } })).toMatch('4096 characters');
    expect(filterExpressionProblem(null)).toBeUndefined();
  });

  it('is bounded as JSON, too, where it is JSON', () => {
    expect(filterJsonProblem(JSON.stringify(wide(3)))).toBeUndefined();
    expect(filterJsonProblem(JSON.stringify(wide(600)))).toMatch('conditions');
    expect(filterJsonProblem('{')).toBeUndefined();
  });
});

describe('the older filters', () => {
  it('are counted by label', () => {
    expect(filtersProblem(Array(500).fill('/l/a'))).toBeUndefined();
    expect(filtersProblem(Array(501).fill('/l/a'))).toMatch('at most 500 labels');
    const lists = (count: number) => [
      { all: Array(count).fill('/l/a'), any: null },
      { none: Array(count).fill('/l/b') },
    ];
    expect(filtersProblem(lists(250))).toBeUndefined();
    expect(filtersProblem(lists(251))).toMatch('at most 500 labels');
  });
});
