import fc from 'fast-check';
import { LEAD_BYTES_MAX, reportBytes, SendCredit, TakenBytes } from './credit';

describe('credit', () => {
  it('never lets a handler lead by more than the window, or by one large value, and never blocks for ever', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3 * LEAD_BYTES_MAX }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.boolean()), (values, turns) => {
        const credit = new SendCredit();
        const taken = new TakenBytes();
        const waiting: number[] = [];
        let at = 0;
        while (at < values.length || waiting.length > 0) {
          const next = values[at];
          const wantsToSend = next !== undefined && credit.maySend(next) && turns.next().value;
          if (wantsToSend) {
            credit.sent(next);
            waiting.push(next);
            at++;
            const lead = waiting.reduce((sum, size) => sum + size, 0);
            expect(lead).toBeLessThanOrEqual(Math.max(LEAD_BYTES_MAX, reportBytes + next));
          } else {
            const size = waiting.shift();
            // With nothing left to read, a value that may not be sent would be a deadlock.
            if (size === undefined) expect(next !== undefined && credit.maySend(next)).toBe(true);
            else credit.taken(taken.take(size));
          }
        }
      }),
      { seed: 11 },
    );
  });

  it('wakes a handler that waits when something was taken', async () => {
    const credit = new SendCredit();
    credit.sent(LEAD_BYTES_MAX);
    const changed = credit.changed();
    credit.taken(LEAD_BYTES_MAX);
    await changed;
    expect(credit.maySend(LEAD_BYTES_MAX)).toBe(true);
  });
});
