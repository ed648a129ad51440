/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { valueText } from './key-values-view';

describe('a value of a field', () => {
  it.each([
    ['Ebb', 'Ebb'],
    [3, '3'],
    [0, '0'],
    [false, 'false'],
    [{ lower: 1, upper: 9 }, '1 – 9'],
    [['a', 'b'], 'a, b'],
    [[], ''],
  ])('%j is shown as “%s”', (value, text) => {
    expect(valueText(value as Parameters<typeof valueText>[0])).toBe(text);
  });
});
