import { sliceCodePoints, unitOf } from './code-points';

describe('positions in a text', () => {
  it('count a character outside the first plane once', () => {
    expect(sliceCodePoints('a😀b😀c', 1, 3)).toBe('😀b');
    expect(unitOf('a😀b', 2)).toBe(3);
  });

  it.each([
    [0, 3, 'tid'],
    [3, 99, 'es'],
    [9, 12, ''],
    [3, 1, ''],
  ])('from %d to %d of "tides" are %j', (start, end, found) => {
    expect(sliceCodePoints('tides', start, end)).toBe(found);
  });
});
