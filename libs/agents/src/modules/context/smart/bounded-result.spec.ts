import { boundedResult } from './bounded-result';

describe('the results of a function', () => {
  it('are texts and JSON, one per line', () => {
    expect(boundedResult(['a', { b: 1 }], { bytesMax: 1_024, itemBytesMax: 256 })).toBe('a\n{"b":1}');
    expect(boundedResult([], { bytesMax: 1_024, itemBytesMax: 256 })).toBe('Nothing was found.');
  });

  it.each(['x', 'é', '山', '🐐'])('of %s stay within the limits', (letter) => {
    const items = Array.from({ length: 50 }, () => letter.repeat(500));
    const text = boundedResult(items, { bytesMax: 1_024, itemBytesMax: 256 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024);
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .every((line) => Buffer.byteLength(line) <= 256),
    ).toBe(true);
    expect(text).toMatch(/\(\d+ more results were left out\)$/);
    expect(text).not.toContain('\uFFFD');
  });

  it('of one that is too long are cut', () => {
    const text = boundedResult(['x'.repeat(5_000)], { bytesMax: 1_024, itemBytesMax: 16_384 });
    expect(text).toMatch(/^x+ \[…\]$/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024);
  });
});
