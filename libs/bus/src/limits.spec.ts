import { serialize } from 'node:v8';
import fc from 'fast-check';
import { approximateBytes, refuseTooLarge } from './limits';

describe('approximateBytes', () => {
  it('is never more than a small factor away from what the wire takes, for anything of some size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.anything({ withTypedArray: true, withDate: true, withMap: true, withSet: true }), { minLength: 5 }),
        (value) => {
          const wire = serialize(value).length;
          const approximate = approximateBytes(value);
          expect(approximate).toBeLessThan(wire * 8 + 200);
          expect(approximate).toBeGreaterThan(wire / 4 - 200);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });

  it('counts texts and typed arrays by their length', () => {
    expect(approximateBytes({ text: 'x'.repeat(1_000) })).toBeCloseTo(1_000, -2);
    expect(approximateBytes([new Float32Array(1_000)])).toBeCloseTo(4_000, -2);
  });
});

describe('refuseTooLarge', () => {
  it('takes what just fits and names what does not', () => {
    refuseTooLarge(1024, 'The input', 1024);
    expect(() => refuseTooLarge(3 * 1024 * 1024, 'The input', 1024 * 1024)).toThrow(
      'The input has 3.0 MiB; at most 1.0 MiB travel at once',
    );
  });
});
