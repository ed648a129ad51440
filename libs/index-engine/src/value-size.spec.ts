import { valueBytes } from './value-size';

describe('the size of a value', () => {
  it.each([
    ['a text', 'four', 12],
    ['bytes', new Float32Array(10), 40],
    ['a number', 7, 8],
    ['nothing', null, 8],
    ['a list', ['four', 7], 28],
    ['an object', { a: 'four', b: [7] }, 28],
  ])('of %s is about what it takes', (_, value, size) => {
    expect(valueBytes(value)).toBe(size);
  });

  it('of a list that many rows share is measured once', () => {
    const shared: string[] = ['four'];
    const before = valueBytes(shared);
    shared.push('four');
    expect(valueBytes({ shared })).toBe(before);
  });
});
