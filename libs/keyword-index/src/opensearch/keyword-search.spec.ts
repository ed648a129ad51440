import type { KeywordQuery } from '../keyword-index';
import { searchRequests } from './keyword-search';

const requestOf = (terms: readonly string[], phrases: readonly (readonly string[])[] = []) =>
  requestsOf({ terms, phrases })[0] ?? {};

function requestsOf(query: Partial<KeywordQuery>) {
  return searchRequests('box', { terms: [], phrases: [], excluded: [], limit: 10, ...query }, 1_000);
}

describe('searchRequests', () => {
  it('sends the same words to the same copy of a shard, and other words to any', () => {
    expect(requestOf(['moon']).preference).toBe(requestOf(['moon']).preference);
    expect(requestOf(['moon']).preference).not.toBe(requestOf(['sea']).preference);
  });

  it('asks for no more clauses than the engine takes', () => {
    const words = Array.from({ length: 5_000 }, (_, i) => `w${i}`);
    const { should } = requestOf(
      words,
      words.map((word) => [word, word]),
    ).body?.query?.bool ?? { should: [] };
    expect(Array.isArray(should) && should.length).toBe(900);
  });

  it('counts with no more clauses than the engine takes', () => {
    const words = Array.from({ length: 5_000 }, (_, i) => `w${i}`);
    const phrases = words.map((word) => [word, word]);
    const [, , count] = requestsOf({ terms: words, phrases, countMax: 10 });
    const { should } = [count?.body?.query?.bool?.filter].flat()[0]?.bool ?? { should: [] };
    expect(Array.isArray(should) && should.length).toBe(32 + 1 + 450);
  });

  it('counts in searches of their own only where words are counted', () => {
    const counted = (query: Partial<KeywordQuery>) => requestsOf(query).length;
    expect(counted({ terms: ['moon'], countMax: 10 })).toBe(3);
    expect(counted({ terms: ['moon'] })).toBe(1);
    expect(counted({ countMax: 10 })).toBe(1);
    expect(counted({ phrases: [['full', 'moon']], countMax: 10 })).toBe(1);
  });

  it('asks for one hit more than is wanted, which tells whether there are more', () => {
    expect(requestOf(['moon']).body?.size).toBe(11);
  });
});
