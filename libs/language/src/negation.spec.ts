import { isNegation } from './negation';

describe('isNegation', () => {
  it.each([
    ['en', 'never', 'now'],
    ['es', 'nunca', 'noche'],
    ['de', 'keine', 'kleine'],
    ['zh', '没有', '有'],
    ['xx', 'not', 'nicht'],
  ])('tells words that deny in %s', (language, denying, other) => {
    expect([denying, other].map((word) => isNegation(word, language))).toEqual([true, false]);
  });
});
