import type { ResourceProgress } from './notification';
import { ProgressQueue } from './progress-queue';

const step = (rid: string): ResourceProgress => ({ kbid: 'a', rid, step: 'indexed' });

describe('a queue of what a listener is to receive', () => {
  it('gives what waits in its order, a limited number at a time', async () => {
    const queue = new ProgressQueue(10);
    for (const rid of ['1', '2', '3']) queue.push(step(rid));
    expect(await queue.take(2)).toEqual([step('1'), step('2')]);
    expect(await queue.take(2)).toEqual([step('3')]);
  });

  it('waits until there is something', async () => {
    const queue = new ProgressQueue(10);
    const taken = queue.take(2);
    queue.push(step('1'));
    expect(await taken).toEqual([step('1')]);
  });

  it('ends when its listener is too slow, instead of leaving something out', async () => {
    const queue = new ProgressQueue(2);
    for (const rid of ['1', '2', '3']) queue.push(step(rid));
    expect(queue.isEnded).toBe(true);
    expect(await queue.take(2)).toEqual([]);
  });

  it('lets go of those who wait when it ends', async () => {
    const queue = new ProgressQueue(2);
    const taken = queue.take(2);
    queue.end();
    expect(await taken).toEqual([]);
  });
});
