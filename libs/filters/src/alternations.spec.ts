import type { IndexFilter } from '@lectern/contracts/core';
import { ALTERNATIONS_MAX, withinAlternations } from './alternations';

const leaf: IndexFilter = { label: '/l/a' };

/** The condition within that many others. */
function wrapped(count: number, wrap: (inner: IndexFilter, i: number) => IndexFilter): IndexFilter {
  return Array.from({ length: count }).reduce<IndexFilter>((inner, _each, i) => wrap(inner, i), leaf);
}

describe('alternations of a filter', () => {
  const inTurn = (inner: IndexFilter, i: number): IndexFilter =>
    i % 2 === 0 ? { all: [inner, leaf] } : { any: [leaf, inner] };
  const negated = (inner: IndexFilter): IndexFilter => ({ not: { all: [inner, leaf] } });

  it.each<[string, (inner: IndexFilter, i: number) => IndexFilter]>([
    ['AND within OR within AND', inTurn],
    ['NOT of AND within NOT of AND', negated],
    ['NOT of AND within OR, which is AND within AND', (inner, i) => (i % 2 === 0 ? negated(inner) : { any: [inner] })],
  ])('are counted: %s', (_, wrap) => {
    const [most, tooMany] = [wrapped(ALTERNATIONS_MAX + 1, wrap), wrapped(2 * ALTERNATIONS_MAX + 4, wrap)];
    expect(withinAlternations(most)).toBe(most);
    const refused = { code: 'invalid_query', message: expect.stringContaining('alternate more than 20 times') };
    expect(() => withinAlternations(tooMany)).toThrow(expect.objectContaining(refused));
  });

  it.each<[string, (inner: IndexFilter, i: number) => IndexFilter]>([
    ['AND within AND', (inner) => ({ all: [inner, leaf] })],
    ['OR within OR', (inner) => ({ any: [leaf, inner] })],
    ['NOT within NOT', (not) => ({ not })],
    ['lists of one', (inner, i) => (i % 2 === 0 ? { all: [inner] } : { any: [inner] })],
    [
      'NOT of OR within AND',
      (inner, i) => (i % 2 === 0 ? { not: { any: [inner, leaf] } } : { not: { all: [inner, leaf] } }),
    ],
  ])('are none: %s', (_, wrap) => {
    const deep = wrapped(200, wrap);
    expect(withinAlternations(deep)).toBe(deep);
  });
});
