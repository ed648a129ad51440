import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Principal } from '@lectern/contracts/core';

import { doorsOf } from './processing-doors.fixture';
import { folderOf } from './push-processing';
import { PushWorld } from './push-world.fixture';

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

describe('the sweep of pushes', () => {
  let world: PushWorld;
  let doors: ReturnType<typeof doorsOf>;
  let principal: Principal;

  beforeAll(async () => {
    world = await PushWorld.open();
    doors = doorsOf(world);
  });
  beforeEach(async () => {
    principal = { kind: 'nua', id: 'client', account: randomUUID(), roles: [] };
    await world.parts.dataSource.query('DELETE FROM processing_records');
    await world.parts.dataSource.query('DELETE FROM understanding_tasks.job');
  });
  afterAll(() => world.close());

  const push = async (members: object = {}) => (await world.push(members, principal)).processing_id;
  const get = (id: string) => world.parts.shown.get(id, principal);
  const complete = (id: string) => world.parts.endings.complete(id, Buffer.from('message'));
  /** As if all pushes had been made so many days earlier. */
  const age = (days: number) =>
    world.parts.dataSource.query(`UPDATE processing_records SET pushed_at = pushed_at - $1 * interval '1 day'`, [days]);
  const jobOf = async (id: string) => (await world.parts.queue.listWithKeys([`push:${id}`]))[0];

  it('does nothing while there is nothing to do', async () => {
    const [waiting, ended] = [await push(), await push()];
    await complete(ended);
    expect(await doors.sweep.sweep(inDays(6.9))).toBe(0);
    expect([(await get(waiting)).failed, (await get(ended)).completed]).toEqual([false, true]);
  });

  it('removes ended pushes after a week, with their results, deliveries and files', async () => {
    const id = await push();
    await complete(id);
    const key = `${folderOf({ account: principal.account ?? '', id })}/0/thumbnail`;
    await world.parts.blobs.write(key, Readable.from(['a']), { sizeBytesMax: 10 });
    expect(await doors.sweep.sweep(inDays(7.1))).toBe(1);
    await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.parts.blobs.read(key)).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.parts.results.status(principal)).toEqual({ pending: 0 });
    expect(await world.parts.transactions.read((tx) => world.parts.records.findMessage(id, tx))).toBeUndefined();
  });

  it('leaves the files of pushes whose ids only begin alike', async () => {
    const id = await push();
    await complete(id);
    const other = `${folderOf({ account: principal.account ?? '', id })}0/thumbnail`;
    await world.parts.blobs.write(other, Readable.from(['a']), { sizeBytesMax: 10 });
    await doors.sweep.sweep(inDays(7.1));
    expect(await world.parts.blobs.stat(other)).toEqual({ sizeBytes: 1 });
  });

  it('ends pushes that waited for a week, and tells their webhooks', async () => {
    const id = await push();
    await age(7.1);
    expect(await doors.sweep.sweep(new Date())).toBe(1);
    expect(await get(id)).toMatchObject({ failed: true, failure: 'It waited too long', schedule_order: -1 });
    expect(await world.parts.queue.listWithKeys([`webhook:${id}`])).toHaveLength(1);
  });

  it('ends pushes that were given up, with the reason, and takes them out of the queue', async () => {
    const id = await push();
    const given = `UPDATE understanding_tasks.job SET attempts = attempts_max, last_error = $1 WHERE id = $2`;
    await world.parts.dataSource.query(given, ['no memory', (await jobOf(id))?.id]);
    expect(await doors.sweep.sweep(new Date())).toBe(1);
    expect(await get(id)).toMatchObject({ failed: true, failure: 'Given up: no memory' });
    expect(await jobOf(id)).toBeUndefined();
    expect(await doors.sweep.sweep(new Date())).toBe(0);
  });

  it('says that its process ended where nothing else is known', async () => {
    const id = await push();
    const given = `UPDATE understanding_tasks.job SET attempts = attempts_max WHERE id = $1`;
    await world.parts.dataSource.query(given, [(await jobOf(id))?.id]);
    await doors.sweep.sweep(new Date());
    expect((await get(id)).failure).toBe('Given up: its process ended while it was processed');
  });

  it('leaves the end of a push that has ended already', async () => {
    const id = await push();
    await complete(id);
    const given = `UPDATE understanding_tasks.job SET attempts = attempts_max WHERE id = $1`;
    await world.parts.dataSource.query(given, [(await jobOf(id))?.id]);
    await doors.sweep.sweep(new Date());
    expect(await get(id)).toMatchObject({ completed: true, failure: null });
  });

  it('works through any amount of them in steps', async () => {
    const ids = await Promise.all(Array.from({ length: 105 }, () => push()));
    await age(7.1);
    expect(await doors.sweep.sweep(new Date())).toBe(100);
    let beats = 0;
    const run = { signal: new AbortController().signal, alive: () => (beats += 1) };
    // These members of a run are all that it uses.
    await doors.sweep.run({}, run as unknown as Parameters<typeof doors.sweep.run>[1]);
    expect(beats).toBe(1);
    expect(await world.parts.shown.stats(undefined, principal)).toEqual({ incomplete: 0, scheduled: 0 });
    expect((await get(ids[104] ?? '')).failed).toBe(true);
  });

  it('frees the room that ended pushes took in the queue of their account', async () => {
    await push();
    await age(7.1);
    await doors.sweep.sweep(new Date());
    const [figures]: { waiting: number; bytes: string }[] = await world.parts.dataSource.query(
      'SELECT waiting, waiting_bytes AS bytes FROM processing_accounts WHERE account = $1',
      [principal.account],
    );
    expect(figures).toEqual({ waiting: 0, bytes: '0' });
  });
});
