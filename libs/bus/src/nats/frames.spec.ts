import fc from 'fast-check';
import {
  type AnswerFrame,
  decodeAnswer,
  decodeControl,
  decodeValue,
  encodeAnswer,
  encodeControl,
  encodeValue,
} from './frames';

describe('frames', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
  const count = fc.nat({ max: 2 ** 32 - 1 });

  it('come out as they went in', () => {
    const frame = fc.oneof(
      fc.record({ kind: fc.constant('accepted' as const), handler: fc.string() }),
      fc.record({ kind: fc.constant('answer' as const), value: bytes }),
      fc.record({ kind: fc.constant('values' as const), first: count, values: fc.array(bytes) }),
      fc.record({ kind: fc.constant('end' as const), count }),
    );
    fc.assert(
      fc.property(frame, (sent: AnswerFrame) => expect(decodeAnswer(encodeAnswer(sent))).toEqual(sent)),
      { seed: 3 },
    );
  });

  it('carry credit and cancellation', () => {
    for (const frame of [
      { kind: 'credit', bytes: 262_144, call: 'lectern.in.a.1' },
      { kind: 'cancel', call: 'lectern.in.a.1' },
    ] as const) {
      expect(decodeControl(encodeControl(frame))).toEqual(frame);
    }
  });

  it('keep what JSON would lose', () => {
    const value = {
      at: new Date(5),
      vector: new Float32Array([1.5]),
      none: undefined,
      set: new Set([1]),
      big: 2n ** 70n,
    };
    expect(decodeValue(encodeValue(value))).toEqual(value);
  });

  it('are refused when they have another format', () => {
    expect(() => decodeAnswer(Buffer.of(99, 1, 2))).toThrow('unknown kind 99');
    expect(() => decodeAnswer(new Uint8Array(0))).toThrow('outside buffer bounds');
  });
});
