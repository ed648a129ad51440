import type { StoredParagraph } from '@lectern/contracts/core';
import fc from 'fast-check';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import { bestMatches, type WeightedList } from './ask-retrieval';

const matchOf = (id: string, score: number): RankedParagraph => {
  const paragraph: StoredParagraph = {
    id,
    rid: 'r',
    field: 't/a',
    text: id,
    language: 'en',
    kind: 'TEXT',
    labels: [],
    resourceLabels: [],
    resourceTitle: '',
    index: 0,
    start: 0,
    end: 1,
    page: 0,
  };
  return { paragraph, score, type: 'BOTH', retrieved: { score, legs: [] } };
};
const listOf = (weight: number, scores: Readonly<Record<string, number>>): WeightedList => ({
  weight,
  paragraphs: Object.entries(scores).map(([id, score]) => matchOf(id, score)),
});
const idsOf = (lists: readonly WeightedList[]) => bestMatches(lists).map(({ paragraph }) => paragraph.id);
const scores = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: -1, max: 1, noNaN: true }));
const weights = fc.double({ min: 0, max: 1e300, noNaN: true });
const lists = fc.array(
  fc.tuple(weights, scores).map(([weight, of]) => listOf(weight, of)),
  { maxLength: 6 },
);

describe('the best matches of several searches', () => {
  it('are ordered by the weighted sum of their scores', () => {
    const main = listOf(1, { a: 0.9, b: 0.5, c: 0.1 });
    expect(idsOf([main, listOf(1, { c: 0.95, d: 0.4 })])).toEqual(['c', 'a', 'b', 'd']);
    expect(idsOf([main, listOf(10, { d: 0.2, c: 0.1 })])).toEqual(['d', 'c', 'a', 'b']);
  });

  it('stay as they are where only one search found something, whatever it weighs', () => {
    const worstFirst = listOf(0, { b: 0.1, a: 0.9 });
    expect(idsOf([worstFirst, listOf(5, {}), listOf(1, {})])).toEqual(['b', 'a']);
    expect(idsOf([])).toEqual([]);
  });

  it('keep the order of the searches where all weigh nothing', () => {
    expect(idsOf([listOf(0, { a: 0.1, b: 0.9 }), listOf(0, { c: 1 })])).toEqual(['a', 'b', 'c']);
  });

  it('have each paragraph once, with the score of the search that found it first', () => {
    fc.assert(
      fc.property(lists, (of) => {
        const found = bestMatches(of);
        const first = new Map(
          of
            .flatMap(({ paragraphs }) => paragraphs)
            .reverse()
            .map((one) => [one.paragraph.id, one]),
        );
        expect(new Set(found)).toEqual(new Set(first.values()));
        expect(found).toHaveLength(first.size);
      }),
    );
  });

  it('do not depend on the unit of the weights', () => {
    fc.assert(
      fc.property(lists, fc.constantFrom(0.5, 2, 1_024), (of, unit) => {
        expect(idsOf(of.map((list) => ({ ...list, weight: list.weight * unit })))).toEqual(idsOf(of));
      }),
    );
  });
});
