import { searchRequest } from './keyword-search';

const requestOf = (terms: readonly string[], phrases: readonly (readonly string[])[] = []) =>
  searchRequest('box', { terms, phrases, excluded: [], limit: 10 }, 1_000);

describe('searchRequest', () => {
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

  it('asks for one hit more than is wanted, which tells whether there are more', () => {
    expect(requestOf(['moon']).body?.size).toBe(11);
  });
});
