import { compareTexts } from './text-order';

describe('the order of texts', () => {
  it('is that of their UTF-16 units, with a beginning before what continues it', () => {
    expect(['b', 'é', 'a', '', 'ab', 'B', 'z'].toSorted(compareTexts)).toEqual(['', 'B', 'a', 'ab', 'b', 'z', 'é']);
  });

  it('is 0 for equal texts only', () => {
    expect([compareTexts('a', 'a'), compareTexts('a', 'á'), compareTexts('b', 'a')]).toEqual([0, -1, 1]);
  });
});
