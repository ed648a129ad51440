import { randomUUID } from 'node:crypto';
import type { Principal } from '@lectern/contracts/core';
import { ProcessingRequestsQuery } from '@lectern/contracts/understanding';
import { statementsDuring } from '@lectern/testing';
import { PushWorld } from './push-world.fixture';

describe('records of pushes', () => {
  let world: PushWorld;
  let principal: Principal;

  beforeAll(async () => {
    world = await PushWorld.open();
  });
  beforeEach(() => (principal = { kind: 'nua', id: 'client', account: randomUUID(), roles: [] }));
  afterAll(() => world.close());

  const push = async (members: object = {}, as = principal) =>
    (await world.push({ kbid: 'box', ...members }, as)).processing_id;
  const list = (members: Partial<ProcessingRequestsQuery> = {}, as = principal) =>
    world.parts.shown.list(Object.assign(new ProcessingRequestsQuery(), members), as);
  const get = (id: string, as = principal) => world.parts.shown.get(id, as);
  const begin = (id: string, at = new Date()) =>
    world.parts.transactions.run((tx) => world.parts.records.schedule(id, at, tx));
  const other = (): Principal => ({ ...principal, account: randomUUID() });

  /** Ids of all pages, of two records each. */
  async function pages(members: Partial<ProcessingRequestsQuery> = {}): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ limit: 2, ...members, cursor });
      ids.push(...page.results.map(({ processing_id }) => processing_id));
      cursor = page.cursor;
    }
    return ids;
  }

  it('are listed in pages, each once, although many were pushed at the same time', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.push(await push());
    const { dataSource } = world.parts;
    await dataSource.query('UPDATE processing_records SET pushed_at = $2 WHERE account = $1', [
      principal.account,
      new Date('2026-03-01T10:00:00Z'),
    ]);
    expect(await pages()).toEqual(ids.toSorted());
    expect(await pages({ sort_order: 'desc' })).toEqual(ids.toSorted().toReversed());
  });

  it('are listed by microseconds, which a page does not cut', async () => {
    const ids = [await push(), await push(), await push()];
    for (const [at, id] of ids.entries())
      await world.parts.dataSource.query('UPDATE processing_records SET pushed_at = $2::timestamptz WHERE id = $1', [
        id,
        `2026-03-01 10:00:00.00000${at}+00`,
      ]);
    expect(await pages({ limit: 1 })).toEqual(ids);
  });

  it('without a date come last, and first in descending order', async () => {
    const [waiting, taken] = [await push(), await push()];
    await begin(taken);
    expect(await pages({ sort_on: 'scheduled_at' })).toEqual([taken, waiting]);
    expect(await pages({ sort_on: 'scheduled_at', sort_order: 'desc' })).toEqual([waiting, taken]);
    const more = await push();
    expect((await pages({ sort_on: 'completed_at', limit: 1 })).toSorted()).toEqual([waiting, taken, more].toSorted());
  });

  it('have no further page where the last one was not full, and an empty one where it was', async () => {
    await push();
    expect((await list({ limit: 2 })).cursor).toBeNull();
    await push();
    const { cursor } = await list({ limit: 2 });
    expect(await list({ limit: 2, cursor })).toEqual({ results: [], cursor: null });
  });

  it('are listed of one knowledge box, and by whether a worker has taken them', async () => {
    const [waiting, taken, elsewhere] = [await push(), await push(), await push({ kbid: 'other' })];
    await begin(taken);
    expect(await pages({ kbid: 'box', scheduled: false })).toEqual([waiting]);
    expect(await pages({ scheduled: true })).toEqual([taken]);
    expect(await pages({ kbid: 'other' })).toEqual([elsewhere]);
    expect(await pages({ kbid: 'none' })).toEqual([]);
  });

  it.each([
    'x',
    Buffer.from('|').toString('base64url'),
    Buffer.from('2026-03-01 10:00:00+00|no id').toString('base64url'),
    Buffer.from(`yesterday|${randomUUID()}`).toString('base64url'),
    Buffer.from(`2026-03-01 10:00:00+00|${randomUUID()}|more`).toString('base64url'),
    Buffer.from(`2026-03-01 10:00:00+00'; --|${randomUUID()}`).toString('base64url'),
  ])('are not listed from the cursor %j, which does not come from their list', async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The cursor does not come from this list',
    });
  });

  it('of other accounts are neither listed nor read nor counted nor cancelled', async () => {
    const id = await push();
    const stranger = other();
    expect(await list({}, stranger)).toEqual({ results: [], cursor: null });
    await expect(get(id, stranger)).rejects.toMatchObject({
      code: 'not_found',
      message: `There is no processing request ${id}`,
    });
    expect(await world.parts.shown.stats(undefined, stranger)).toEqual({ incomplete: 0, scheduled: 0 });
    await world.parts.shown.cancel({ kbid: 'box' }, stranger);
    await expect(world.parts.shown.replayWebhook(id, stranger)).rejects.toMatchObject({ code: 'not_found' });
    expect(await get(id)).toMatchObject({ failed: false, completed: false });
  });

  it.each(['', 'no id', "'; DROP TABLE", '\0'])('are not found by %j', async (id) => {
    await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are found by their ids without hyphens, and in capitals', async () => {
    const id = await push();
    for (const written of [id.replaceAll('-', ''), id.toUpperCase()])
      expect(await get(written)).toMatchObject({ processing_id: id });
  });

  it('keep titles and labels in any script', async () => {
    const title = 'Ünïcode 🦊 \0 title';
    const id = await push({ title, labels: ['/a/ü', '🦊'] });
    expect(await get(id)).toMatchObject({ title: expect.stringContaining('Ünïcode 🦊'), labels: ['/a/ü', '🦊'] });
  });

  it('have the message once they are completed, and not in lists', async () => {
    const id = await push();
    expect((await get(id)).response).toBeNull();
    await begin(id);
    await world.parts.endings.complete(id, Buffer.from('message'));
    expect(await get(id)).toMatchObject({ completed: true, response: Buffer.from('message').toString('base64') });
    expect((await list()).results).toMatchObject([{ processing_id: id, completed: true, response: null }]);
  });

  it('say which place in the line of their account they have', async () => {
    const ids = [await push(), await push(), await push()];
    await push({}, other());
    const places = new Map((await list()).results.map((one) => [one.processing_id, one.schedule_order]));
    expect(ids.map((id) => places.get(id))).toEqual([1, 2, 3]);
    expect((await get(ids[1] ?? '')).schedule_order).toBe(2);
  });

  it('say how long they still wait, by how long the last ones took', async () => {
    const done = await push();
    await begin(done, new Date(Date.now() - 8_000));
    await world.parts.endings.complete(done, new Uint8Array());
    await world.parts.queue.stop(`push:${done}`);
    const id = await push();
    const { schedule_eta: seconds, schedule_order: place } = await get(id);
    expect(place).toBe(1);
    expect(seconds).toBeGreaterThan(1.5);
    expect(seconds).toBeLessThan(60);
  });

  it('say nothing of the wait while none has ended', async () => {
    expect(await get(await push())).toMatchObject({ schedule_eta: 0, schedule_order: 1 });
  });

  it('are counted by box, with those that a worker has taken', async () => {
    const [, taken] = [await push(), await push(), await push({ kbid: 'other' })];
    await begin(taken);
    expect(await world.parts.shown.stats(undefined, principal)).toEqual({ incomplete: 3, scheduled: 1 });
    expect(await world.parts.shown.stats('box', principal)).toEqual({ incomplete: 2, scheduled: 1 });
    expect(await world.parts.shown.stats('none', principal)).toEqual({ incomplete: 0, scheduled: 0 });
  });

  it('are shown with as many statements for many as for a few', async () => {
    const statements = async (count: number) => {
      for (let i = 0; i < count; i += 1) await push();
      return (await statementsDuring(world.parts.dataSource, () => list({ limit: 100 }))).length;
    };
    const few = await statements(2);
    expect(await statements(12)).toBe(few);
  });

  describe('that are cancelled', () => {
    it('are those of a resource, or of all of a knowledge box, that have not ended', async () => {
      const [one, same, different] = [
        await push({ uuid: 'r1' }),
        await push({ uuid: 'r1' }),
        await push({ uuid: 'r2' }),
      ];
      await world.parts.endings.complete(same, new Uint8Array());
      const elsewhere = await push({ kbid: 'other', uuid: 'r1' });
      await world.parts.shown.cancel({ kbid: 'box', resource_id: 'r1' }, principal);
      const states = async () =>
        Promise.all([one, same, different, elsewhere].map(async (id) => (await get(id)).failure));
      expect(await states()).toEqual(['Cancelled', null, null, null]);
      await world.parts.shown.cancel({ kbid: 'box' }, principal);
      expect(await states()).toEqual(['Cancelled', null, 'Cancelled', null]);
    });

    it('leave the line at once, and tell nobody', async () => {
      const id = await push({ webhook_config: { uri: 'https://example.org', headers: {} } });
      await world.parts.shown.cancel({ kbid: 'box' }, principal);
      expect(await world.parts.queue.listWithKeys([`push:${id}`, `webhook:${id}`])).toEqual([]);
    });

    it('can be cancelled again, which changes nothing', async () => {
      const id = await push();
      await world.parts.shown.cancel({ kbid: 'box' }, principal);
      const before = await get(id);
      expect(await world.parts.shown.cancel({ kbid: 'box' }, principal)).toBeNull();
      expect(await get(id)).toEqual(before);
    });

    it('may be more than are read at once', async () => {
      await Promise.all(Array.from({ length: 205 }, () => push()));
      await world.parts.shown.cancel({ kbid: 'box' }, principal);
      expect(await world.parts.shown.stats(undefined, principal)).toEqual({ incomplete: 0, scheduled: 0 });
    });
  });

  describe('whose webhook is called again', () => {
    it('must have ended', async () => {
      const id = await push();
      await expect(world.parts.shown.replayWebhook(id, principal)).rejects.toMatchObject({
        code: 'conflict',
        message: 'The push has not ended',
      });
    });

    it('have one call in the line, however often it is asked for', async () => {
      const id = await push();
      await world.parts.endings.complete(id, new Uint8Array());
      for (let i = 0; i < 3; i += 1) expect(await world.parts.shown.replayWebhook(id, principal)).toBeNull();
      expect(await world.parts.queue.listWithKeys([`webhook:${id}`])).toMatchObject([{ state: 'waiting' }]);
    });
  });
});
