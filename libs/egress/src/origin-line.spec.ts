import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/core';
import { OriginLine, retryLater } from './origin-line';

describe('OriginLine', () => {
  const { signal } = new AbortController();
  const patient = { waitMs: 60_000, signal, failsFast: true };

  it('lets so many ask at once, the others when one of them has ended, in order', async () => {
    const line = new OriginLine('site.test', { askingMax: 2, waitingMax: 10 });
    const begun: number[] = [];
    const enter = async (name: number) => {
      const leave = await line.enter(patient);
      begun.push(name);
      return leave;
    };
    const [first, second] = [await enter(1), await enter(2)];
    const third = enter(3);
    const fourth = enter(4);
    await sleep(1);
    expect(begun).toEqual([1, 2]);
    first();
    first();
    await sleep(1);
    expect(begun).toEqual([1, 2, 3]);
    second();
    for (const leave of await Promise.all([third, fourth])) leave();
    expect([begun, line.isEmpty]).toEqual([[1, 2, 3, 4], true]);
  });

  it('lets nobody wait too long, nor too many, nor those who have left', async () => {
    const line = new OriginLine('site.test', { askingMax: 1, waitingMax: 2 });
    const leave = await line.enter(patient);
    const controller = new AbortController();
    const cancelled = line.enter({ ...patient, signal: controller.signal });
    const late = line.enter({ ...patient, waitMs: 5 });
    const later = { code: 'unavailable', details: { headers: { 'retry-after': '30' } } };
    await expect(line.enter(patient)).rejects.toMatchObject(later);
    await expect(late).rejects.toMatchObject(later);
    controller.abort(new AppError('cancelled', 'nobody waits'));
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    leave();
    expect(line.isEmpty).toBe(true);
  });

  it('sends those away who wait and would fail fast', async () => {
    const line = new OriginLine('site.test', { askingMax: 1, waitingMax: 3 });
    const leave = await line.enter(patient);
    const waiting = [line.enter(patient), line.enter(patient)];
    const patiently = line.enter({ ...patient, failsFast: false });
    line.refuseWaiting(retryLater('site.test does not answer'));
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
    leave();
    (await patiently)();
    expect(line.isEmpty).toBe(true);
  });
});
