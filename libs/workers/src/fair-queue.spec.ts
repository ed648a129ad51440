import fc from 'fast-check';
import { FairQueue } from './fair-queue';
import type { Waiting } from './slot-queue';

const entry = (owner: string, rank = 0, sizeBytes = 1): Waiting => ({ owner, rank, sizeBytes, weight: 1 });
const all = () => true;
const takeAll = (turns: FairQueue<Waiting>) => {
  const taken: Waiting[] = [];
  for (let next = turns.take(all); next; next = turns.take(all)) {
    taken.push(next);
    turns.used(next.owner, 100);
  }
  return taken;
};

describe('FairQueue', () => {
  it('gives each owner its turn, however many of another one wait', () => {
    const turns = new FairQueue<Waiting>();
    for (let at = 0; at < 5; at += 1) turns.add(entry('a'));
    turns.add(entry('b'));
    turns.add(entry('c'));
    expect(takeAll(turns).map(({ owner }) => owner)).toEqual(['a', 'b', 'c', 'a', 'a', 'a', 'a']);
  });

  it("lets an owner's small ones overtake its large ones, and those that were not tried all others", () => {
    const turns = new FairQueue<Waiting>();
    for (const one of [entry('a', 1, 1), entry('a', 0, 9), entry('a', 0, 2), entry('a', -1, 50)]) turns.add(one);
    expect(takeAll(turns).map(({ rank, sizeBytes }) => `${rank}:${sizeBytes}`)).toEqual(['-1:50', '0:2', '0:9', '1:1']);
  });

  it('gives more turns to those whose turns are short', () => {
    const turns = new FairQueue<Waiting>();
    const costMs: Record<string, number> = { slow: 10_000, quick: 10 };
    for (let at = 0; at < 5; at += 1) for (const owner of ['slow', 'quick']) turns.add(entry(owner));
    const order: string[] = [];
    for (let next = turns.take(all); next; next = turns.take(all)) {
      order.push(next.owner);
      turns.used(next.owner, costMs[next.owner] ?? 0);
    }
    expect(order).toEqual(['slow', ...Array<string>(5).fill('quick'), ...Array<string>(4).fill('slow')]);
  });

  it('forgives what an owner used long ago, and most of what it used too much', () => {
    const turns = new FairQueue<Waiting>();
    turns.add(entry('greedy'));
    turns.take(all);
    turns.used('greedy', 3_600_000);
    turns.add(entry('greedy'));
    for (let at = 0; at < 700; at += 1) turns.add(entry('other'));
    const taken = takeAll(turns);
    expect(taken.findIndex(({ owner }) => owner === 'greedy')).toBeLessThanOrEqual(601);
  });

  it('remembers whose turn it was when an owner leaves the line and comes back', () => {
    const turns = new FairQueue<Waiting>();
    turns.add(entry('a'));
    expect(turns.take(all)?.owner).toBe('a');
    turns.add(entry('a'));
    turns.add(entry('b'));
    expect(turns.take(all)?.owner).toBe('b');
  });

  it('forgets what left', () => {
    const turns = new FairQueue<Waiting>();
    const [one, other] = [entry('a'), entry('b')];
    turns.add(one);
    turns.add(other);
    expect([turns.remove(one), turns.remove(one), turns.length, turns.entries()]).toEqual([true, false, 1, [other]]);
  });

  it('prefers owners that hold nothing to those that used less time and hold something', () => {
    const turns = new FairQueue<Waiting>();
    turns.add(entry('slow'));
    turns.take(all);
    turns.used('slow', 5_000);
    turns.add(entry('quick'));
    turns.take(all);
    for (const owner of ['quick', 'slow']) turns.add(entry(owner));
    expect(turns.take(all)?.owner).toBe('slow');
    expect(turns.take(({ owner }) => owner === 'slow')).toBeUndefined();
  });

  it('never lets an owner go first twice while another one waits', () => {
    const owners = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(owners, (order) => {
        const turns = new FairQueue<Waiting>();
        for (const owner of order) turns.add(entry(owner));
        const left = new Map<string, number>();
        for (const owner of order) left.set(owner, (left.get(owner) ?? 0) + 1);
        let last: string | undefined;
        for (const { owner } of takeAll(turns)) {
          const others = [...left].some(([other, count]) => other !== owner && count > 0);
          expect(owner === last && others).toBe(false);
          left.set(owner, (left.get(owner) ?? 0) - 1);
          last = owner;
        }
      }),
      { seed: 7 },
    );
  });
});
