import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/core';
import { busy, type SlotLimits, type SlotRefusal, Slots } from './slots';

const limits: SlotLimits = { slotsMax: 2, waitingMax: 4, waitMsMax: 60_000 };

describe('Slots', () => {
  let refusals: SlotRefusal[];
  const slotsOf = (changes: Partial<SlotLimits> = {}) =>
    new Slots({
      ...limits,
      ...changes,
      order: 'fair',
      refusal: (why) => {
        refusals.push(why);
        return new AppError('unavailable', why);
      },
    });

  /** Enters for each owner at once. @returns the owners with a slot, in order, and how to end the last */
  function entering(slots: Slots, owners: readonly string[]) {
    const begun: string[] = [];
    const held: (() => void)[] = [];
    const refused: string[] = [];
    for (const owner of owners)
      slots.enter({ owner }).then(
        ({ leave }) => {
          begun.push(owner);
          held.push(leave);
        },
        () => refused.push(owner),
      );
    const leaveFirst = async () => {
      held.shift()?.();
      await sleep(0);
    };
    return { begun, refused, leaveFirst };
  }

  beforeEach(() => {
    refusals = [];
  });

  it('let so many in, have as many wait as fit into the queue, and refuse the next', async () => {
    const slots = slotsOf();
    const { begun, refused, leaveFirst } = entering(
      slots,
      Array.from({ length: 7 }, () => 'a'),
    );
    await sleep(0);
    expect([begun.length, slots.taken, slots.waiting, refused, refusals]).toEqual([2, 2, 4, ['a'], ['full']]);
    for (let left = 0; left < 6; left += 1) await leaveFirst();
    expect([begun.length, slots.taken, slots.waiting]).toEqual([6, 0, 0]);
  });

  it('give the next slot to the owner that holds fewest, then to the one that used least', async () => {
    const slots = slotsOf({ waitingMax: 9 });
    const { begun, leaveFirst } = entering(slots, ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c']);
    for (let left = 0; left < 8; left += 1) await leaveFirst();
    expect(begun.slice(0, 3)).toEqual(['a', 'a', 'b']);
    expect(begun.indexOf('c')).toBeLessThan(5);
    expect(begun.toSorted()).toEqual(['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c']);
  });

  it('keep slots free for others than the owner that wants all', async () => {
    const slots = slotsOf({ ownSlotsMax: 1 });
    const { begun, leaveFirst } = entering(slots, ['a', 'a', 'b', 'b']);
    await sleep(0);
    expect([begun, slots.waiting]).toEqual([['a', 'b'], 2]);
    await leaveFirst();
    expect(begun).toEqual(['a', 'b', 'a']);
  });

  it('let an owner with fewer entries into a full queue, at the cost of the longest', async () => {
    const slots = slotsOf({ slotsMax: 1, ownSlotsMax: 1, waitingMax: 3 });
    const { begun, refused, leaveFirst } = entering(slots, ['a', 'a', 'a', 'a', 'b', 'c', 'b']);
    await sleep(0);
    expect([refused, refusals]).toEqual([
      ['a', 'a', 'b'],
      ['displaced', 'displaced', 'full'],
    ]);
    for (let left = 0; left < 4; left += 1) await leaveFirst();
    expect(begun).toEqual(['a', 'b', 'c', 'a']);
  });

  it('refuse who waited too long', async () => {
    const slots = slotsOf({ waitMsMax: 1 });
    const { refused } = entering(slots, ['a', 'a', 'a']);
    await sleep(100);
    expect([refused, refusals, slots.waiting]).toEqual([['a'], ['late'], 0]);
  });

  it('forget who leaves the queue, and let nobody in who has left before', async () => {
    const slots = slotsOf({ slotsMax: 1 });
    const { leave } = await slots.enter({ owner: 'a' });
    const leaving = new AbortController();
    const left = slots.enter({ owner: 'a', signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    await expect(slots.enter({ owner: 'a', signal: leaving.signal })).rejects.toMatchObject({ code: 'cancelled' });
    leave();
    leave();
    expect([slots.taken, slots.waiting]).toEqual([0, 0]);
  });

  it('let owners take turns at a single slot, however much each of them brought', async () => {
    const slots = new Slots({ slotsMax: 1, waitingMax: 10, order: 'fair' });
    const order: string[] = [];
    const use = (owner: string) => slots.use({ owner }, async () => void (await sleep(1, order.push(owner))));
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(use));
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a', 'a']);
  });

  it('let one owner fill its share of the queue, so that others can wait, too', async () => {
    const refusal = busy('Too many wait');
    const slots = new Slots({ slotsMax: 1, waitingMax: 4, ownWaitingMax: 2, order: 'fair', refusal });
    const work = () => sleep(5);
    const taken = ['a', 'a', 'a'].map((owner) => slots.use({ owner }, work));
    await expect(slots.use({ owner: 'a' }, work)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many wait',
    });
    await Promise.all([...taken, slots.use({ owner: 'b' }, work)]);
  });

  it('keep the order of arrival where owners do not matter, and hold a slot for as long as a stream is read', async () => {
    const slots = new Slots({ slotsMax: 1, waitingMax: 2 });
    const order: string[] = [];
    const read = async (name: string) => {
      for await (const value of slots.stream({ owner: name }, async function* () {
        yield `${name}1`;
        yield `${name}2`;
      }))
        order.push(value);
    };
    await Promise.all(['b', 'a', 'b'].map(read));
    expect(order).toEqual(['b1', 'b2', 'a1', 'a2', 'b1', 'b2']);
    const broken = slots.use({}, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(slots.taken).toBe(0);
  });

  it('let back in what was interrupted, although the queue is full', async () => {
    const slots = slotsOf({ slotsMax: 1, waitingMax: 1 });
    const { leave } = await slots.enter({ owner: 'a' });
    const waiting = [slots.enter({ owner: 'a' }), slots.enter({ owner: 'a', comesBack: true })];
    await expect(slots.enter({ owner: 'a' })).rejects.toMatchObject({ message: 'full' });
    leave();
    for (const slot of waiting) (await slot).leave();
    expect([slots.taken, slots.waiting]).toEqual([0, 0]);
  });

  it('refuse those who wait and those who come once they are closed, and begin nothing more', async () => {
    const slots = slotsOf({ slotsMax: 1 });
    const { leave } = await slots.enter({ owner: 'a' });
    const waiting = slots.enter({ owner: 'b' });
    slots.close(new AppError('unavailable', 'closed'));
    leave();
    await expect(waiting).rejects.toMatchObject({ message: 'closed' });
    await expect(slots.enter({ owner: 'c' })).rejects.toMatchObject({ message: 'closed' });
    expect(slots.taken).toBe(0);
  });
});
