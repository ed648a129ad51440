import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DamagedIndexError } from '@lectern/contracts/core';
import { describeUnless, everyFileBelow, findOpenSearch, OpenSearchServer } from '@lectern/testing';
import { hitsOf, kbid, queryOf, recordOf, ridOf } from '../keyword-records.contract';
import type { OpenSearchKeywordIndex } from './opensearch-keyword-index';
import { TestZone } from './opensearch-zone.contract';

const found = findOpenSearch();
const missing = 'missing' in found ? found.missing : 'url' in found ? 'needs its own node' : undefined;
/** One bulk request is written at a time and one more waits; others are rejected. */
const smallQueues = ['node.processors=1', 'thread_pool.write.queue_size=1'];
const patienceMs = 60_000;
const zoneTimeoutMs = 2_000;

/** Damages the files of the index's only shard in place, as a disk does. */
async function harmShard(client: TestZone['client'], index: string, harm: string): Promise<void> {
  const { body: stats } = await client.nodes.stats({ metric: ['fs'] });
  const [data = ''] = Object.values(stats.nodes).map(({ fs }) => String(fs?.data?.[0]?.path));
  const { body: settings } = await client.indices.getSettings({ index, flat_settings: true });
  const uuid = String(Reflect.get(Object(settings[index]?.settings), 'index.uuid'));
  await client.indices.flush({ index });
  await client.indices.close({ index });
  const files = everyFileBelow(join(data, 'indices', uuid, '0', 'index')).filter(
    (file) => !file.endsWith('write.lock'),
  );
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) await (harm === 'deleted' ? rm(file) : truncate(file, 10));
  await client.indices.open({ index, wait_for_active_shards: '0' });
}

describeUnless(missing, 'An OpenSearch node that fails', () => {
  let server: OpenSearchServer;
  let zone: TestZone;
  let patient: TestZone;
  let index: OpenSearchKeywordIndex;

  beforeAll(async () => {
    server = await OpenSearchServer.start(found, smallQueues);
    zone = new TestZone(server.url, { timeoutMs: zoneTimeoutMs });
    patient = new TestZone(server.url, { timeoutMs: 30_000 });
    index = await zone.open();
  }, 120_000);

  afterAll(async () => {
    await zone.destroy();
    await patient.destroy();
    await server.stop();
  });

  /** Retries until done, like a task. */
  async function untilDone(write: () => Promise<void>, failures: string[]): Promise<void> {
    for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await sleep(200)) {
      try {
        return await write();
      } catch (error) {
        failures.push(String(Reflect.get(Object(error), 'code')));
      }
    }
    throw new Error('It was never written');
  }

  async function all(): Promise<number[]> {
    return (await hitsOf(index, queryOf('alpha'))).sort((a, b) => a - b);
  }

  it('rejects what is too much, and gets it again', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, () => patient.open()));
    const boxes = writers.map((_, n) => `5f0c1a52-8a53-4d29-9a55-3f6f0f7c8e0${n}`);
    for (const box of boxes) await writers[0]?.put(box, [recordOf(0, ['alpha'])]);
    const paragraphs = Array.from({ length: 60 }, (_, n) => `beta number${n}`);
    await Promise.all(
      writers.flatMap((writer) =>
        boxes.flatMap((box, n) => [1, 2, 3].map((round) => writer.put(box, [recordOf(round * 10 + n, paragraphs)]))),
      ),
    );
    const { body } = await patient.client.nodes.stats({ metric: ['thread_pool'] });
    const [stats] = Object.values(body.nodes);
    expect(Number(stats?.thread_pool?.['write']?.rejected)).toBeGreaterThan(0);
    for (const box of boxes) expect((await writers[0]?.count(box))?.paragraphs).toBe(181);
  });

  it('is killed and started again while it is written: nothing acknowledged is lost, and writing goes on', async () => {
    const acknowledged: number[] = [];
    const failures: string[] = [];
    const writing = Array.from({ length: 20 }, (_, n) => n).map(async (n) => {
      await sleep(n * 150);
      await untilDone(() => index.put(kbid, [recordOf(n, ['alpha'])]), failures);
      acknowledged.push(n);
    });
    while (acknowledged.length < 5) await sleep(20);
    await server.pause();
    const before = [...acknowledged];
    await expect(index.search(kbid, queryOf('alpha'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(index.check()).rejects.toMatchObject({ code: 'unavailable' });
    await server.resume();
    await Promise.all(writing);
    expect(before.length).toBeGreaterThan(0);
    expect(failures).toContain('unavailable');
    expect(await all()).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('is left alone when it does not answer, and used again when it does', async () => {
    const codes: unknown[] = [];
    const search = () => index.search(kbid, queryOf('alpha'));
    await server.freeze();
    try {
      await Promise.all(
        Array.from({ length: 6 }, () =>
          search().catch((error: unknown) => codes.push(Reflect.get(Object(error), 'code'))),
        ),
      );
      expect(codes).toEqual(Array(6).fill('deadline_exceeded'));
      await expect(search()).rejects.toThrow(/asked again in 2 s/);
    } finally {
      await server.thaw();
    }
    for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await sleep(200)) {
      if (await search().catch(() => undefined)) break;
    }
    expect(await all()).toHaveLength(20);
  });

  it('is slow when a service starts, which waits longer than a search would', async () => {
    await server.freeze();
    const opened = zone.open();
    await sleep(zoneTimeoutMs + 1_000);
    await server.thaw();
    await expect(opened.then((one) => one.check())).resolves.toBeUndefined();
  });

  it('has no room for one more index, which is reported as such', async () => {
    const limit = (shards: number | null) =>
      zone.client.cluster.putSettings({ body: { transient: { 'cluster.max_shards_per_node': shards } } });
    await limit(1);
    const box = '5f0c1a52-8a53-4d29-9a55-3f6f0f7c8fff';
    await expect(index.put(box, [recordOf(1, ['alpha'])])).rejects.toMatchObject({ code: 'storage_full' });
    await limit(null);
    await index.put(box, [recordOf(1, ['alpha'])]);
    expect(await hitsOf(index, queryOf('alpha'), box)).toEqual([1]);
  });

  it.each(['deleted', 'cut off'])('loses the files of a shard, and the index is made again: %s', async (harm) => {
    const hasty = new TestZone(server.url, { timeoutMs: 2_000, lostAfterMs: 0 });
    const owner = await hasty.open();
    const reports: unknown[] = [];
    owner.damage.listen(({ kbid: box, absent }) => reports.push({ box, absent }));
    await owner.put(kbid, [recordOf(1, ['alpha'])]);
    await harmShard(hasty.client, `${hasty.keywords}-${kbid}-1`, harm);
    const asked = () => owner.search(kbid, queryOf('alpha')).catch((error: unknown) => error);
    for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await sleep(500))
      if ((await asked()) instanceof DamagedIndexError) break;
    expect(await owner.inspect(kbid).catch((error: unknown) => error)).toBeInstanceOf(DamagedIndexError);
    expect(reports).toContainEqual({ box: kbid, absent: false });
    // A node with a copy may just be late.
    const patientOne = await new TestZone(server.url, { ...hasty.options, lostAfterMs: undefined }).open();
    expect(await patientOne.inspect(kbid)).toBe('held');

    await owner.drop(kbid);
    await owner.put(kbid, [recordOf(1, ['alpha']), recordOf(2, ['alpha'])]);
    expect([(await hitsOf(owner, queryOf('alpha'))).sort(), await owner.inspect(kbid)]).toEqual([[1, 2], 'held']);
    await patientOne.close();
    await hasty.destroy();
  });

  it('is killed and started again while it updates: what was requested again is as if nothing had been', async () => {
    const writer = await patient.open();
    const box = '5f0c1a52-8a53-4d29-9a55-3f6f0f7c8e10';
    const [size, parts, newest] = [200, 3, 8];
    const resource = (n: number, version: number) => ({
      version,
      groups: [`g${version}`],
      labels: [`/l/v${version}`, `/l/n${n % 2}`],
    });
    const record = (n: number, version: number) => recordOf(n, Array(parts).fill('alpha'), resource(n, version));
    const numbers = Array.from({ length: size }, (_, n) => n);
    await writer.put(
      box,
      numbers.map((n) => record(n, 1)),
    );
    const failures: string[] = [];
    let version = 1;
    const updating = (async () => {
      while (version < newest) {
        version += 1;
        const resources = numbers.map((n) => record(n, version).resource);
        await untilDone(() => writer.update(box, resources), failures);
      }
    })();
    while (version < newest / 3) await sleep(5);
    await server.pause();
    await expect(writer.update(box, [record(0, version).resource])).rejects.toMatchObject({ code: 'unavailable' });
    await server.resume();
    await updating;
    expect(failures).toContain('unavailable');
    const counts = { [`/l/v${newest}`]: size * parts, '/l/n0': (size * parts) / 2, '/l/n1': (size * parts) / 2 };
    expect(await writer.facets(box, ['/l'], { filter: { visibleTo: [`g${newest}`] } })).toEqual({ '/l': counts });
    expect(await writer.count(box)).toMatchObject({ paragraphs: size * parts });
    expect((await writer.scroll(box, size + 1)).resources).toEqual(
      numbers.map((n) => ({ rid: ridOf(n), version: newest, paragraphs: parts })),
    );
  }, 120_000);
});
