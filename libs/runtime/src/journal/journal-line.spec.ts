import fc from 'fast-check';
import { journalLine, readLines } from './journal-line';

const kinds = { activity: 'A', feedback: 'F' } as const;

describe('lines of a journal', () => {
  it('are read back from any piece that they are in, up to where it breaks off', () => {
    const row = fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(fc.string(), fc.integer()), { maxKeys: 3 });
    const written = fc.array(fc.tuple(fc.constantFrom('activity' as const, 'feedback' as const), row));
    fc.assert(
      fc.property(written, fc.nat(20), (rows, missing) => {
        const lines = rows.map(([kind, value]) => journalLine(kinds[kind], JSON.stringify(value)));
        const whole = Buffer.from(lines.join(''));
        const piece = whole.subarray(0, Math.max(whole.length - missing, 0));
        const read = readLines(piece, kinds);
        const bytes = read.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        expect(piece.subarray(bytes).includes(0x0a)).toBe(false);
        expect(read.map(({ kind, json }) => ({ kind, json }))).toEqual(
          rows.slice(0, read.length).map(([kind, value]) => ({ kind, json: JSON.stringify(value) })),
        );
      }),
    );
  });

  it.each(['', 'A', 'A{"a":1', 'A{}{}', 'A[]', 'Anull', 'X{}', '\0\0\0', 'A{"a":"A{}'])(
    'that are none are known: %j',
    (line) => {
      expect(readLines(Buffer.from(`${line}\nF{"b":2}\n`), kinds).map(({ kind }) => kind)).toEqual([
        undefined,
        'feedback',
      ]);
    },
  );
});
