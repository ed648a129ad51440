import fc from 'fast-check';
import { loggedLines } from './agent-log';

describe('the log of a task', () => {
  it('has its last lines', () => {
    expect(loggedLines(null, [])).toBeNull();
    expect(loggedLines('a', ['b\nc'])).toBe('a\nb c');
    const log = loggedLines(
      null,
      Array.from({ length: 100 }, (_, line) => `line ${line}`),
    );
    expect(log?.split('\n').length).toBe(20);
    expect(log).toMatch(/line 99$/);
  });

  it('has the same line once, as long as no other comes between', () => {
    expect(loggedLines('a', ['a', 'a'])).toBe('a');
    expect(loggedLines('a', ['b', 'a'])).toBe('a\nb\na');
  });

  it('stays as it is when nothing is added', () => {
    for (const log of [null, 'a', 'a\nb']) expect(loggedLines(log, [])).toBe(log);
  });

  it('never becomes longer than it may, whatever is written into it', () => {
    const lines = fc.array(fc.string({ maxLength: 3_000 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 6 }), (all) => {
        const log = all.reduce<string | null>((before, some) => loggedLines(before, some), null);
        expect((log ?? '').length).toBeLessThanOrEqual(8_000);
        expect((log ?? '').split('\n').length).toBeLessThanOrEqual(20);
      }),
      { seed: 9, numRuns: 30 },
    );
  });
});
