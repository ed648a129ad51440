import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DamagedIndexError, type Request } from '@lectern/contracts/core';
import type { readRetrievalSettings } from '@lectern/contracts/knowledge-box';
import { ExtractedFieldEntity, ResourceEntity, newConversationField } from '@lectern/resource-store';
import { everyFileBelow, flipBytes } from '@lectern/testing';
import { Logger } from '@nestjs/common';
import { IndexWorld } from '../../fixtures/index-world';
import { partsOf } from './rebuild.fixture';

const rid = (n: number) => n.toString(16).padStart(32, '0');
/** Large enough for a step of its own. */
const LARGE = 'The ibex climbs. '.repeat(200_000);
const never = new AbortController().signal;

/** Reports arrive with a delay. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

describe('rebuilding and verifying', () => {
  let world: IndexWorld;
  let parts: ReturnType<typeof partsOf>;
  let kbid: string;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    world = await IndexWorld.start();
    parts = partsOf(world);
  });
  beforeEach(async () => {
    kbid = await world.newBox();
  });
  afterEach(async () => {
    world.keywords.afterPut = async () => undefined;
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job');
    await world.dataSource.manager.delete(ResourceEntity, { kbid });
  });
  afterAll(() => world.stop());

  const start = (work: 'rebuild' | 'verify', fromEmpty = false) =>
    parts.service.start(work, { kb: kbid, from_empty: fromEmpty });
  const work = (name: 'rebuild' | 'verify', { signal = never, attempt = 1 } = {}) =>
    parts.task.run(
      { kbid, work: name },
      { id: '1', signal, attempt, alive: () => undefined, attemptsMax: 25, isReplay: false },
    );
  const run = async (name: 'rebuild' | 'verify') => (await parts.service.read(name, kbid)).runs[0];
  const verified = async () => {
    await start('verify');
    await work('verify');
    const { differences } = await parts.service.listDifferences({ kb: kbid, limit: 100 });
    return differences.map(({ resource, problem }) => `${resource} ${problem}`);
  };

  it('goes on after the last resource that was put', async () => {
    for (let n = 1; n <= 4; n++) await world.newResource(kbid, { rid: rid(n), text: LARGE });
    await start('rebuild');
    const stop = new AbortController();
    world.keywords.afterPut = async () => stop.abort(new Error('The process stopped'));
    await expect(work('rebuild', { signal: stop.signal })).rejects.toThrow('The process stopped');
    expect(await run('rebuild')).toMatchObject({ state: 'running', resources: { total: 4, done: 1 }, error: null });

    // Resources that were put before are not put again.
    await world.keywords.drop(kbid);
    await work('rebuild');
    expect(await world.heldIds(kbid)).toEqual([rid(2), rid(3), rid(4)]);
    expect(await run('rebuild')).toMatchObject({ state: 'done', resources: { total: 4, done: 4 }, eta_s: 0 });
  });

  it('has a resource put once more that was changed while it was put, and no other one', async () => {
    await world.newResource(kbid, { rid: rid(11) });
    await world.newResource(kbid, { rid: rid(12) });
    await world.transactions.run((tx) => world.vectorsets.ensure(kbid, { id: 'm', dimensions: 2 }, tx));
    world.keywords.afterPut = async () => {
      const vectors = { kbid, rid: rid(12), letter: 't' as const, id: 'a', vectorset: 'm', part: 0, seqid: 1 };
      await world.transactions.single((tx) => world.fields.putVectors([{ ...vectors, vectors: Buffer.alloc(8) }], tx));
    };
    await parts.refresher.refresh({ kbid, rids: [rid(11), rid(12)] });
    expect(await world.tasksOf(rid(11))).toEqual([]);
    expect(await world.tasksOf(rid(12))).toEqual(['processResource', 'embedResource']);
  });

  it('does not bring back what was deleted while it was put', async () => {
    await world.newResource(kbid, { rid: rid(21) });
    await world.newResource(kbid, { rid: rid(22) });
    world.keywords.afterPut = async () => {
      await world.dataSource.manager.delete(ResourceEntity, { kbid, id: rid(21) });
    };
    await parts.refresher.refresh({ kbid, rids: [rid(21), rid(22)] });
    expect(await world.heldIds(kbid)).toEqual([rid(22)]);
  });

  it('names what an index lacks, has too much, or has of another version', async () => {
    for (let n = 31; n <= 34; n++) await world.newResource(kbid, { rid: rid(n) });
    await start('rebuild');
    await work('rebuild');
    expect(await verified()).toEqual([]);
    const { manager } = world.dataSource;
    await world.keywords.delete(kbid, [{ rid: rid(31), version: 2 }]);
    await manager.delete(ResourceEntity, { kbid, id: rid(32) });
    await manager.update(ResourceEntity, { kbid, id: rid(33) }, { version: 3 });
    await manager.update(ResourceEntity, { kbid, id: rid(34) }, { title: '' });
    const all = [`${rid(31)} missing`, `${rid(33)} outdated`, `${rid(34)} count`, `${rid(32)} unknown`];
    expect(await verified()).toEqual(all);
  });

  it('names what an index holds otherwise, although versions and numbers are the same, and puts it right', async () => {
    for (let n = 35; n <= 37; n++) await world.newResource(kbid, { rid: rid(n), text: n === 37 ? LARGE : 'The ibex.' });
    await world.transactions.run((tx) => world.vectorsets.ensure(kbid, vectorset, tx));
    const vectors = (n: number, values: readonly number[]) => {
      const of = { kbid, rid: rid(n), letter: 't' as const, id: 'a', vectorset: 'm', part: 0, seqid: 1 };
      const row = { ...of, vectors: Buffer.from(Float32Array.from(values).buffer) };
      return world.transactions.single((tx) => world.fields.putVectors([row], tx));
    };
    await vectors(35, [1, 0]);
    await start('rebuild');
    await work('rebuild');
    expect(await verified()).toEqual([]);
    const { manager } = world.dataSource;
    for (const [n, text] of [[35, 'The ibis.'] as const, [37, LARGE.replace('ibex', 'ibis')] as const])
      await manager.update(ExtractedFieldEntity, { kbid, rid: rid(n) }, { text });
    await vectors(35, [0, 1]);
    expect(await verified()).toEqual([`${rid(35)} content`, `${rid(37)} content`, `${rid(35)} content`]);
    await start('rebuild');
    await work('rebuild');
    expect(await verified()).toEqual([]);
    await world.dataSource.query('DELETE FROM vectorsets WHERE kbid = $1', [kbid]);
  });

  it('does not name what waits to be put', async () => {
    await world.newResource(kbid, { rid: rid(41) });
    await world.newResource(kbid, { rid: rid(42) });
    await world.transactions.run((tx) => world.ingest.process([{ kbid, rid: rid(41) }], tx));
    expect(await verified()).toEqual([`${rid(42)} missing`]);
  });

  it('does not name what grows by messages that are processed', async () => {
    await world.newResource(kbid, { rid: rid(43) });
    const { password: _, ...chat } = newConversationField('chat', []);
    const field = { ...chat, sealedPassword: null, sealedSecrets: null };
    await world.transactions.run((tx) => world.fields.put({ kbid, rid: rid(43), seqid: 1 }, [field], tx));
    expect(await verified()).toEqual([]);
    await world.dataSource.query(`UPDATE knowledge_box.fields SET status = 'PROCESSED'`);
    expect(await verified()).toEqual([`${rid(43)} missing`]);
    await world.dataSource.query('DELETE FROM knowledge_box.fields');
  });

  it('does not name what was put while it looked', async () => {
    await world.newResource(kbid, { rid: rid(51) });
    await start('verify');
    world.keywords.afterScroll = async () => {
      world.keywords.afterScroll = async () => undefined;
      await parts.refresher.refresh({ kbid, rids: [rid(51)] });
    };
    await work('verify');
    expect(await run('verify')).toMatchObject({ state: 'done', differences: 0 });
  });

  it('gives up after the last attempt, says why, and does it when it is asked again', async () => {
    await world.newResource(kbid, { rid: rid(61) });
    await start('rebuild');
    world.keywords.afterPut = async () => {
      throw new Error('The engine is away');
    };
    await expect(work('rebuild')).rejects.toThrow('The engine is away');
    expect(await run('rebuild')).toMatchObject({
      state: 'running',
      error: 'Attempt 1 of 25 failed: The engine is away',
    });
    await expect(work('rebuild', { attempt: 25 })).rejects.toThrow('The engine is away');
    expect(await run('rebuild')).toMatchObject({ state: 'failed', error: 'The engine is away' });
    world.keywords.afterPut = async () => undefined;
    expect((await start('rebuild')).knowledge_boxes).toEqual({ total: 1, waiting: 1, running: 0, done: 0, failed: 0 });
    await work('rebuild');
    expect(await run('rebuild')).toMatchObject({ state: 'done', error: null });
  });

  it('notifies searches that a box is incomplete from when it was emptied until it is full again', async () => {
    const isIncomplete = async () =>
      (await parts.settings.read({ body: { kbid } } as Request<typeof readRetrievalSettings>)).rebuilding;
    await world.transactions.run((tx) => world.vectorsets.ensure(kbid, { id: 'm', dimensions: 2 }, tx));
    for (let n = 81; n <= 82; n++) await world.newResource(kbid, { rid: rid(n), text: LARGE });
    const said: boolean[] = [];
    world.keywords.afterPut = async () => void said.push(await isIncomplete());
    await start('rebuild');
    await work('rebuild');
    expect([...said, await isIncomplete()]).toEqual([false, false, false]);

    await start('rebuild', true);
    said.splice(0, said.length, await isIncomplete());
    await work('rebuild');
    expect([...said, await isIncomplete()]).toEqual([false, true, true, false]);

    world.keywords.afterPut = async () => {
      throw new Error('The engine is away');
    };
    await start('rebuild', true);
    await expect(work('rebuild', { attempt: 25 })).rejects.toThrow('The engine is away');
    expect(await isIncomplete()).toBe(true);

    world.keywords.afterPut = async () => undefined;
    await start('rebuild');
    expect(await isIncomplete()).toBe(true);
    await work('rebuild');
    expect(await isIncomplete()).toBe(false);
    await start('rebuild');
    expect(await isIncomplete()).toBe(false);
  });

  it('notifies searches that a box is incomplete before anything of it is dropped, and that it was', async () => {
    const settings = () => parts.settings.read({ body: { kbid } } as Request<typeof readRetrievalSettings>);
    await world.transactions.run((tx) => world.vectorsets.ensure(kbid, { id: 'm', dimensions: 2 }, tx));
    await world.newResource(kbid, { rid: rid(91) });
    const before = await settings();
    const said: boolean[] = [];
    const drop = jest.spyOn(world.keywords, 'drop').mockImplementationOnce(async (dropped) => {
      said.push((await settings()).rebuilding);
      drop.mockRestore();
      await world.keywords.drop(dropped);
    });
    await start('rebuild', true);
    said.push((await settings()).rebuilding);
    await work('rebuild');
    expect(said).toEqual([false, true]);
    const after = await settings();
    expect([after.rebuilding, after.emptied === before.emptied]).toEqual([false, false]);
  });

  it('joins a running one, and starts over when everything is to be dropped', async () => {
    for (let n = 71; n <= 73; n++) await world.newResource(kbid, { rid: rid(n), text: LARGE });
    await start('rebuild');
    const stop = new AbortController();
    world.keywords.afterPut = async () => stop.abort(new Error('The process stopped'));
    await expect(work('rebuild', { signal: stop.signal })).rejects.toThrow();
    expect((await start('rebuild')).runs[0]).toMatchObject({ state: 'running', resources: { done: 1 } });

    world.keywords.afterPut = async () => void (await start('rebuild', true));
    // The request arrived during the put, so the current attempt is abandoned.
    await work('rebuild');
    expect(await run('rebuild')).toMatchObject({ state: 'waiting', resources: { done: 0 } });
    world.keywords.afterPut = async () => undefined;
    await work('rebuild');
    expect(await run('rebuild')).toMatchObject({ state: 'done', resources: { done: 3 } });
  });

  const damageKeywords = () =>
    everyFileBelow(world.keywordTable(kbid)).forEach((file, i) => flipBytes(file, { seed: i + 1 }));
  /** Small open tables are in memory, where changed bytes would go unnoticed. */
  const removeKeywords = () => rm(world.keywordTable(kbid), { recursive: true, maxRetries: 5 });
  const vectorset = { id: 'm', dimensions: 2 };
  const filled = async (first: number) => {
    for (let n = first; n < first + 3; n++) await world.newResource(kbid, { rid: rid(n) });
    await start('rebuild');
    await work('rebuild');
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job');
  };
  const isReady = () =>
    parts.readiness.check().then(
      () => 'ok',
      (error: Error) => error.message,
    );

  it('heals what is damaged, also when it is found by a rebuild that was to leave it in place', async () => {
    await filled(101);
    await removeKeywords();
    parts.watch.onModuleInit();
    await start('rebuild');
    // The damage is reported during the run, and another run may have replaced this one.
    await work('rebuild').catch((error: unknown) => expect(error).toBeInstanceOf(DamagedIndexError));
    await until(async () => (await run('rebuild'))?.state === 'waiting');
    expect(await isReady()).toContain(`${kbid} (filled again, 0 of 3 resources)`);
    expect(await parts.settings.read({ body: { kbid } } as Request<typeof readRetrievalSettings>)).toMatchObject({
      rebuilding: true,
    });
    await work('rebuild');
    expect(await run('rebuild')).toMatchObject({ state: 'done', resources: { done: 3 }, error: null });
    expect(await world.heldIds(kbid)).toEqual([rid(101), rid(102), rid(103)]);
    expect([await isReady(), await verified()]).toEqual(['ok', []]);
  });

  it('heals at the start what is damaged or lost, drops nothing else, and leaves boxes without content alone', async () => {
    const empty = await world.newBox();
    await filled(111);
    await world.transactions.run((tx) => world.vectorsets.ensure(kbid, vectorset, tx));
    const resource = { rid: rid(111), version: 2, createdMs: 0, modifiedMs: 0, hidden: false, groups: [], labels: [] };
    await world.vectors.put({ kbid, ...vectorset }, [{ resource, vectors: [] }]);
    await removeKeywords();
    await parts.watch.lookAtAll();
    expect(await run('rebuild')).toMatchObject({ state: 'waiting' });
    expect((await parts.service.read('rebuild', empty)).runs).toEqual([]);
    world.keywords.afterPut = async () => {
      expect(await world.vectors.inspect({ kbid, ...vectorset })).toBe('held');
    };
    await work('rebuild');
    expect(await world.heldIds(kbid)).toHaveLength(3);
  });

  it('heals once what a run drops while the damage is looked at', async () => {
    await filled(141);
    await removeKeywords();
    const damage = { kbid, index: 'keywords', reason: 'damaged', absent: false } as const;
    expect(await parts.healing.heal(damage)).toBe(true);
    const look = jest.spyOn(parts.inspection, 'isLost').mockImplementationOnce(async () => {
      await work('rebuild');
      return true;
    });
    expect(await parts.healing.heal({ ...damage, absent: true })).toBe(false);
    expect(look).toHaveBeenCalled();
    expect(await run('rebuild')).toMatchObject({ state: 'done', resources: { done: 3 } });
    look.mockRestore();
  });

  it('fills again what is not there, unless it waits to be put', async () => {
    await filled(121);
    await world.keywords.drop(kbid);
    await world.transactions.run((tx) =>
      world.ingest.process(
        [121, 122, 123].map((n) => ({ kbid, rid: rid(n) })),
        tx,
      ),
    );
    await parts.watch.lookAtAll();
    expect(await run('rebuild')).toMatchObject({ state: 'done' });
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job');
    await parts.watch.lookAtAll();
    expect(await run('rebuild')).toMatchObject({ state: 'waiting' });
    await work('rebuild');
    expect(await world.heldIds(kbid)).toHaveLength(3);
  });

  it('says in a verification what cannot be read, and heals it', async () => {
    await filled(131);
    damageKeywords();
    parts.watch.onModuleInit();
    expect(await verified()).toEqual([131, 132, 133].map((n) => `${rid(n)} missing`));
    expect((await run('verify'))?.indexes[0]).toMatchObject({ damage: expect.stringContaining('damaged') });
    await until(async () => (await run('rebuild'))?.state === 'waiting');
    await work('rebuild');
    expect(await verified()).toEqual([]);
    expect((await run('verify'))?.indexes[0]).toMatchObject({ damage: null });
  });
});
