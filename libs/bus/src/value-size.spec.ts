import { serialize } from 'node:v8';
import fc from 'fast-check';
import { approximateBytes, messageSize } from './value-size';

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

describe('sizeOf', () => {
  it('tells of what can be changed although it is frozen, however deep it lies', () => {
    expect(messageSize({ a: [{ b: 'text', c: null, d: new Date(0) }] }).canChange).toBe(false);
    for (const inner of [new Uint8Array(1), new ArrayBuffer(1), new Map(), new Set(), Buffer.from('x')])
      expect(messageSize({ a: [{ b: inner }] }).canChange).toBe(true);
  });

  it('refuses what no bus can carry, as a copy would', () => {
    for (const inner of [() => 1, Symbol('moon')])
      expect(() => messageSize({ a: [inner] })).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
  });
});
