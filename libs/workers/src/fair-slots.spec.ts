import { setTimeout as sleep } from 'node:timers/promises';
import { FairSlots } from './fair-slots';

const busy = 'Too many wait';

describe('FairSlots', () => {
  it('lets owners take turns, however much each of them brought', async () => {
    const slots = new FairSlots({ runningMax: 1, waitingMax: 10, busy });
    const order: string[] = [];
    const use = (owner: string) => slots.use(owner, async () => void (await sleep(1, order.push(owner))));
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(use));
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a', 'a']);
  });

  it('lets one owner fill half of the line, so that others can wait, too', async () => {
    const slots = new FairSlots({ runningMax: 1, waitingMax: 4, busy });
    const work = () => sleep(5);
    const taken = ['a', 'a', 'a'].map((owner) => slots.use(owner, work));
    await expect(slots.use('a', work)).rejects.toMatchObject({ code: 'rate_limited', message: busy });
    await Promise.all([...taken, slots.use('b', work)]);
  });

  it('runs so many at once, refuses more than may wait, and forgets who leaves', async () => {
    const slots = new FairSlots({ runningMax: 2, waitingMax: 1, busy });
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, (running += 1));
      await sleep(5);
      running -= 1;
    };
    const controller = new AbortController();
    const [one, other] = [slots.use('a', work), slots.use('a', work)];
    const leaving = slots.use('a', work, controller.signal);
    await expect(slots.use('b', work)).rejects.toMatchObject({ code: 'rate_limited' });
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'cancelled' });
    await Promise.all([one, other, slots.use('b', work)]);
    expect(most).toBe(2);
  });
});
