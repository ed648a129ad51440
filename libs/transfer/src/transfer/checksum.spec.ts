import fc from 'fast-check';
import { Checksum } from './checksum';
import { encodeFrame } from './frame';

const frame = fc.record({ type: fc.constantFrom('RES', 'TXT', 'DAT'), bytes: fc.uint8Array({ maxLength: 40 }) });
const frames = fc.array(frame, { minLength: 1, maxLength: 6 });

function sumOf(given: readonly { readonly type: string; readonly bytes: Uint8Array }[]): Buffer {
  const sum = new Checksum();
  for (const { type, bytes } of given) sum.addBytes(encodeFrame(type, bytes));
  return sum.frame().subarray(7);
}

describe('A checksum', () => {
  it('agrees with the items that it was made of, and with those after the last one', () => {
    fc.assert(
      fc.property(frames, frames, (first, second) => {
        const sum = new Checksum();
        for (const given of [first, second]) {
          for (const { type, bytes } of given) sum.add({ type, payload: Buffer.from(bytes) });
          expect(sum.agrees({ type: 'SUM', payload: sumOf(given) })).toBe(true);
        }
      }),
    );
  });

  it('shows any changed byte, and items that are missing or in another order', () => {
    fc.assert(
      fc.property(frames, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, place, change) => {
        const payload = sumOf(given);
        const bytes = Buffer.concat(given.map((one) => encodeFrame(one.type, one.bytes)));
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const sum = new Checksum();
        sum.addBytes(bytes);
        expect(sum.agrees({ type: 'SUM', payload })).toBe(false);
        for (const { type, bytes: less } of given.slice(1)) sum.add({ type, payload: Buffer.from(less) });
        expect(sum.agrees({ type: 'SUM', payload })).toBe(false);
      }),
    );
    expect(new Checksum().agrees({ type: 'SUM', payload: Buffer.alloc(3) })).toBe(false);
  });
});
