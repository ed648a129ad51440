import { WordCache } from './word-cache';

describe('WordCache', () => {
  it('forgets what was not requested in two generations', () => {
    const cache = new WordCache<number>(2);
    cache.set('one', 1);
    cache.set('two', 2);
    cache.set('three', 3);
    expect(cache.get('one')).toBe(1);
    cache.set('four', 4);
    expect(['one', 'two', 'three', 'four'].map((word) => cache.get(word))).toEqual([1, undefined, 3, 4]);
  });
});
