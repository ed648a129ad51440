import fc from 'fast-check';
import { readRange } from './range';

const refusal = (reason: string, size: number) =>
  expect.objectContaining({
    code: 'range_not_satisfiable',
    details: expect.objectContaining({
      detail: expect.objectContaining({ reason }),
      headers: { 'content-range': `bytes */${size}` },
    }),
  });

describe('a range', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=2-4', { start: 2, end: 4 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=5-500', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-300', { start: 0, end: 9 }],
    [' bytes=2-4 ', { start: 2, end: 4 }],
  ])('%j of ten bytes is %j', (header, range) => {
    expect(readRange(header, 10)).toEqual(range);
  });

  it.each([
    ['bytes=', 'rangeNotParsable'],
    ['bytes=-', 'rangeNotParsable'],
    ['bytes=a-b', 'rangeNotParsable'],
    ['lines=0-1', 'rangeNotParsable'],
    ['bytes=0-1,3-4', 'rangeNotSupported'],
    ['bytes=10-', 'invalidRange'],
    ['bytes=4-2', 'invalidRange'],
    ['bytes=-0', 'invalidRange'],
  ])('%j of ten bytes is refused: %s', (header, reason) => {
    expect(() => readRange(header, 10)).toThrow(refusal(reason, 10));
  });

  it('of nothing is refused', () => {
    expect(() => readRange('bytes=0-', 0)).toThrow(refusal('invalidRange', 0));
  });

  it('never reaches beyond the bytes that there are', () => {
    const bound = fc.oneof(fc.constant(''), fc.nat(20).map(String), fc.bigInt({ min: 0n }).map(String));
    fc.assert(
      fc.property(bound, bound, fc.nat(15), (first, last, size) => {
        try {
          const range = readRange(`bytes=${first}-${last}`, size);
          expect(range && 0 <= range.start && range.start <= range.end && range.end < size).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'range_not_satisfiable' });
        }
      }),
    );
  });
});
