import fc from 'fast-check';
import { Slots } from './slots';

const slotsOf = (slotsMax: number) => new Slots({ slotsMax, waitingMax: 100 });

/** Records the names of started work, in order, with functions that end it. */
function recorded(budget: Slots) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, bytes: number, signal?: AbortSignal) =>
    budget.enter({ weight: bytes, signal }).then(({ leave }) => {
      begun.push(name);
      ends.set(name, leave);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, start, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Slots by weight', () => {
  it('lets in what fits, and the next when there is room', async () => {
    const { begun, start, end } = recorded(slotsOf(10));
    void [start('a', 6), start('b', 4), start('c', 5)];
    await settled();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('runs what is larger than the budget alone', async () => {
    const budget = slotsOf(10);
    const { begun, start, end } = recorded(budget);
    void [start('small', 1), start('huge', 1_000), start('next', 10)];
    await settled();
    expect(begun).toEqual(['small']);
    await end('small');
    expect(begun).toEqual(['small', 'huge']);
    expect(budget.taken).toBe(10);
    await end('huge');
    expect(begun).toEqual(['small', 'huge', 'next']);
  });

  it('lets small ones overtake a large one, but not for ever', async () => {
    const { begun, start, end } = recorded(slotsOf(10));
    void [start('first', 4), start('large', 10)];
    for (let i = 0; i < 5; i += 1) void start(`small${i}`, 3);
    await settled();
    expect(begun).toEqual(['first', 'small0', 'small1']);
    await end('small0');
    await end('small1');
    expect(begun).toEqual(['first', 'small0', 'small1', 'small2']);
    await end('small2');
    await end('first');
    expect(begun).toEqual(['first', 'small0', 'small1', 'small2', 'large']);
  });

  it('forgets who leaves while waiting, and gives room back once', async () => {
    const budget = slotsOf(10);
    const { begun, start, end } = recorded(budget);
    const controller = new AbortController();
    void start('a', 10);
    const leaving = start('large', 10, controller.signal);
    void start('b', 2);
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'cancelled' });
    await expect(budget.enter({ signal: controller.signal })).rejects.toMatchObject({ code: 'cancelled' });
    await end('a');
    await end('a');
    expect(begun).toEqual(['a', 'b']);
    expect(budget.taken).toBe(2);
  });

  it('never exceeds its budget and lets everybody through', async () => {
    const sizes = fc.array(fc.nat(30), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.infiniteStream(fc.nat()), async (requests, choices) => {
        const budget = slotsOf(10);
        const inFlight: (() => void)[] = [];
        let begun = 0;
        for (const bytes of requests)
          void budget.enter({ weight: bytes }).then(({ leave }) => {
            begun += 1;
            inFlight.push(leave);
          });
        await settled();
        while (inFlight.length > 0) {
          expect(budget.taken).toBeLessThanOrEqual(10);
          const [release] = inFlight.splice((choices.next().value ?? 0) % inFlight.length, 1);
          release?.();
          await settled();
        }
        expect([begun, budget.taken]).toEqual([requests.length, 0]);
      }),
    );
  });

  it('lets at most its budget overtake the one that waits longest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 60 }), async (later) => {
        const budget = slotsOf(10);
        const inFlight: (() => void)[] = [(await budget.enter({ weight: 5 })).leave];
        let waits = true;
        let overtook = 0;
        void budget.enter({ weight: 10 }).then(() => (waits = false));
        for (const bytes of later)
          void budget.enter({ weight: bytes }).then(({ leave }) => {
            if (waits) overtook += bytes;
            inFlight.push(leave);
          });
        await settled();
        for (let release = inFlight.pop(); release; release = inFlight.pop()) {
          release();
          await settled();
        }
        expect(waits).toBe(false);
        expect(overtook).toBeLessThanOrEqual(10);
      }),
    );
  });
});
