import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/core';
import { type Leave, type SlotLimits, type SlotRefusal, Slots } from './slots';

const limits: SlotLimits = { placesMax: 2, ownPlacesMax: 2, waitingMax: 4, waitMsMax: 60_000 };

describe('Slots', () => {
  let refusals: SlotRefusal[];
  const slotsOf = (changes: Partial<SlotLimits> = {}) =>
    new Slots({ ...limits, ...changes }, (why) => {
      refusals.push(why);
      return new AppError('unavailable', why);
    });

  /** Enters for each owner at once. @returns names of those that got a place, in order, and how the last one leaves */
  function entering(slots: Slots, owners: readonly string[]) {
    const begun: string[] = [];
    const places: Leave[] = [];
    const refused: string[] = [];
    for (const owner of owners)
      slots.enter(owner).then(
        (leave) => {
          begun.push(owner);
          places.push(leave);
        },
        () => refused.push(owner),
      );
    const leaveFirst = async () => {
      places.shift()?.();
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

  it('give the next place to the owner that holds fewest, and then in turn', async () => {
    const slots = slotsOf({ waitingMax: 9 });
    const { begun, leaveFirst } = entering(slots, ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c']);
    for (let left = 0; left < 8; left += 1) await leaveFirst();
    expect(begun).toEqual(['a', 'a', 'b', 'a', 'c', 'b', 'a', 'a']);
  });

  it('keep places free for others than the owner that wants all', async () => {
    const slots = slotsOf({ ownPlacesMax: 1 });
    const { begun, leaveFirst } = entering(slots, ['a', 'a', 'b', 'b']);
    await sleep(0);
    expect([begun, slots.waiting]).toEqual([['a', 'b'], 2]);
    await leaveFirst();
    expect(begun).toEqual(['a', 'b', 'a']);
  });

  it('let an owner with fewer entries into a full queue, at the cost of the longest', async () => {
    const slots = slotsOf({ placesMax: 1, ownPlacesMax: 1, waitingMax: 3 });
    const { begun, refused, leaveFirst } = entering(slots, ['a', 'a', 'a', 'a', 'b', 'c', 'b']);
    await sleep(0);
    expect([refused, refusals]).toEqual([
      ['a', 'a', 'b'],
      ['displaced', 'displaced', 'full'],
    ]);
    for (let left = 0; left < 4; left += 1) await leaveFirst();
    expect(begun).toEqual(['a', 'a', 'b', 'c']);
  });

  it('refuse who waited too long', async () => {
    const slots = slotsOf({ waitMsMax: 1 });
    const { refused } = entering(slots, ['a', 'a', 'a']);
    await sleep(100);
    expect([refused, refusals, slots.waiting]).toEqual([['a'], ['late'], 0]);
  });

  it('forget who leaves the queue, and let nobody in who has left before', async () => {
    const slots = slotsOf({ placesMax: 1 });
    const leave = await slots.enter('a');
    const leaving = new AbortController();
    const left = slots.enter('a', leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    await expect(slots.enter('a', leaving.signal)).rejects.toMatchObject({ code: 'cancelled' });
    leave();
    leave();
    expect([slots.taken, slots.waiting]).toEqual([0, 0]);
  });
});
