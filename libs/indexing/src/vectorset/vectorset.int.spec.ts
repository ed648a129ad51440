import { InProcessBus } from '@lectern/bus';
import { describeModels } from '@lectern/contracts/understanding';
import type { TaskRun } from '@lectern/database';
import {
  PassageRepository,
  UnembeddedFieldRepository,
  VectorsetContentRepository,
  WaitingResourceRepository,
} from '@lectern/resource-store';
import { Logger } from '@nestjs/common';
import { IndexWorld } from '../../fixtures/index-world';
import { VectorStore } from '../embedding/vector-store';
import { EmbedderMoves } from './embedder-move';
import { VectorsetEmbedders } from './vectorset-embedders';
import { FillVectorsetTask } from './fill-vectorset.task';
import { PurgeVectorsetTask } from './purge-vectorset.task';
import { VectorsetMoves } from './vectorset-moves';
import { VectorsetReadiness } from './vectorset-readiness';

const rid = (n: number) => n.toString(16).padStart(32, '0');
const first = { id: 'first', dimensions: 4 };
const second = { id: 'second', dimensions: 2 };
const attempt: TaskRun = {
  id: '1',
  signal: new AbortController().signal,
  attempt: 1,
  attemptsMax: 25,
  alive: () => undefined,
  isReplay: false,
};

describe('a vectorset', () => {
  const unembedded = new UnembeddedFieldRepository();
  const contents = new VectorsetContentRepository();
  let world: IndexWorld;
  let kbid: string;
  let fill: FillVectorsetTask;
  let moves: EmbedderMoves;
  let purge: PurgeVectorsetTask;
  let store: VectorStore;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    world = await IndexWorld.start();
    const { transactions, vectorsets, tasks, ingest, fields, resources } = world;
    moves = new EmbedderMoves(transactions, vectorsets, tasks, new InProcessBus());
    fill = new FillVectorsetTask(transactions, vectorsets, contents, ingest, moves);
    purge = new PurgeVectorsetTask(transactions, vectorsets, contents, world.vectors);
    store = new VectorStore(transactions, fields, new PassageRepository(), resources, unembedded);
  });
  beforeEach(async () => {
    kbid = await world.newBox();
    await world.transactions.run((tx) => world.vectorsets.ensure(kbid, first, tx));
  });
  afterEach(() => world.dataSource.query('DELETE FROM knowledge_box_tasks.job'));
  afterAll(() => world.stop());

  const add = () => world.transactions.run((tx) => world.vectorsets.add(kbid, second, tx));
  const remove = () => world.transactions.run((tx) => world.vectorsets.markDeleted({ kbid, id: 'second' }, tx));
  const lacking = () => world.transactions.read((tx) => unembedded.lackingVectorsets(kbid, tx));
  const lackedBy = async (vectorset: string, rids: readonly string[]) => {
    const rows = await world.transactions.read((tx) => unembedded.list(kbid, { rids, vectorset }, tx));
    return rows.map((row) => row.rid).sort();
  };
  const finish = (id: string, vectorset: string) =>
    store.finish({ kbid, rid: id, letter: 't', id: 'a', vectorset, seqid: 1, parts: 1 });
  const putVectors = async (id: string, vectorset: string) => {
    const row = { kbid, rid: id, letter: 't' as const, id: 'a', vectorset, part: 0, seqid: 1 };
    await store.put({ ...row, vectors: Buffer.from(Float32Array.of(1, 0).buffer) });
  };
  const stored = (): Promise<readonly object[]> =>
    world.dataSource.query('SELECT rid, vectorset FROM field_vectors WHERE kbid = $1 ORDER BY rid, vectorset', [kbid]);

  it('lacks everything as soon as it is added, and the one before it nothing', async () => {
    await world.newResource(kbid, { rid: rid(1) });
    await add();
    expect(await lacking()).toEqual(['second']);
    expect(await lackedBy('second', [rid(1)])).toEqual([rid(1)]);
    expect(await lackedBy('first', [rid(1)])).toEqual([]);
  });

  it('shows in the readiness when its model is neither installed nor one that the box has keys for', async () => {
    const { transactions, vectorsets } = world;
    await world.dataSource.query(`DELETE FROM vectorsets WHERE id = 'second'`);
    const own: { readonly id: string; readonly dimensions: number }[] = [];
    const request = async (operation: { readonly name: string }) =>
      operation === describeModels ? { embedder: first, embedders: [first], reranker: first } : { embedders: own };
    const bus = Object.assign(new InProcessBus(), { request });
    const check = async () => {
      const models = new VectorsetEmbedders(transactions, vectorsets, bus, moves);
      return new VectorsetReadiness(transactions, vectorsets, models).check();
    };
    await check();
    await add();
    await expect(check()).rejects.toThrow(`embedding models of knowledge boxes are not installed: second (of ${kbid})`);
    own.push(second);
    await check();
    await remove();
  });

  it('has work for some resources at a time, counts all as waiting, and lacks nothing in the end', async () => {
    const all = Array.from({ length: 300 }, (_, n) => rid(n + 1));
    for (const id of all) await world.newResource(kbid, { rid: id });
    await add();
    await fill.run({ kbid, id: 'second' }, attempt);
    const jobs = () => world.tasks.counts().then((counts) => counts.map(({ task, count }) => `${task} ${count}`));
    expect(await jobs()).toEqual(['embedResource 256', 'fillVectorset 1']);
    const waiting = new WaitingResourceRepository();
    const visibility = { hidden: true };
    const counts = () => world.transactions.read((tx) => waiting.count(kbid, visibility, tx));
    expect(await counts()).toMatchObject({ meaning: 300 });
    // Repeating it adds nothing.
    await fill.run({ kbid, id: 'second' }, attempt);
    expect(await jobs()).toEqual(['embedResource 256', 'fillVectorset 1']);

    await world.dataSource.query(`DELETE FROM knowledge_box_tasks.job WHERE task = 'embedResource'`);
    for (const id of all.slice(0, 256)) await finish(id, 'second');
    await fill.run({ kbid, id: 'second' }, attempt);
    expect(await jobs()).toEqual(['embedResource 44', 'fillVectorset 1']);
    for (const id of all.slice(256)) await finish(id, 'second');
    expect([await counts(), await lacking()]).toEqual([expect.objectContaining({ meaning: 0 }), []]);
  });

  it('becomes the default one when it lacks nothing, not before, and the old one stays', async () => {
    await world.newResource(kbid, { rid: rid(1) });
    await add();
    const { transactions, vectorsets, tasks } = world;
    const switches = new VectorsetMoves(transactions, vectorsets, contents, tasks, new InProcessBus());
    const key = { kbid, id: 'second' };
    const ids = async () => (await transactions.read((tx) => vectorsets.list(kbid, tx))).map(({ id }) => id);
    await expect(switches.promote(key)).rejects.toMatchObject({ code: 'conflict' });
    await fill.run(key, attempt);
    await expect(switches.promote(key)).rejects.toMatchObject({ code: 'conflict' });
    expect(await ids()).toEqual(['first', 'second']);
    await finish(rid(1), 'second');
    await switches.promote(key);
    expect(await ids()).toEqual(['second', 'first']);
    await switches.promote(key);
    await switches.promote({ kbid, id: 'first' });
    expect(await ids()).toEqual(['first', 'second']);
    await expect(switches.promote({ kbid, id: 'third' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is filled no further while it is paused, and goes on afterwards', async () => {
    await world.newResource(kbid, { rid: rid(1) });
    await add();
    const { transactions, vectorsets, tasks } = world;
    const switches = new VectorsetMoves(transactions, vectorsets, contents, tasks, new InProcessBus());
    const fills = async () => (await tasks.list({ task: 'fillVectorset' })).items.length;
    const set = (isFilled: boolean) => switches.setFilling({ kbid, id: 'second', fills: isFilled });
    await set(true);
    await set(true);
    expect(await fills()).toBe(1);
    await set(false);
    await set(false);
    expect(await fills()).toBe(0);
    await remove();
    await expect(set(true)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('goes on behind resources whose work was given up', async () => {
    for (const n of [1, 2, 3]) await world.newResource(kbid, { rid: rid(n) });
    await add();
    await fill.run({ kbid, id: 'second' }, attempt);
    await world.dataSource.query(
      `UPDATE knowledge_box_tasks.job SET attempts = attempts_max WHERE key = 'embed-lacking:${kbid}/${rid(1)}'`,
    );
    await fill.run({ kbid, id: 'second' }, attempt);
    const { items } = await world.tasks.list({ task: 'fillVectorset' });
    expect(items.map(({ payload }) => payload)).toEqual([{ kbid, id: 'second', after: rid(1) }]);
  });

  it('leaves nothing when it is purged, and the others as they are', async () => {
    await world.newResource(kbid, { rid: rid(1) });
    await add();
    await fill.run({ kbid, id: 'second' }, attempt);
    await putVectors(rid(1), 'second');
    await putVectors(rid(1), 'first');
    await purge.run({ kbid, id: 'second' }, attempt);
    expect(await stored()).toHaveLength(2);
    await remove();
    await purge.run({ kbid, id: 'second' }, attempt);
    expect(await stored()).toEqual([{ rid: rid(1), vectorset: 'first' }]);
    const row = await world.transactions.read((tx) => world.vectorsets.find({ kbid, id: 'second' }, tx));
    expect([
      row,
      await lackedBy('second', [rid(1)]),
      await world.transactions.read((tx) => unembedded.ridsAmong(kbid, [rid(1)], tx)),
    ]).toEqual([undefined, [], new Set()]);
  });

  it('gets nothing any more when it is deleted, neither in the database nor in the index', async () => {
    await world.newResource(kbid, { rid: rid(1) });
    await add();
    await remove();
    await putVectors(rid(1), 'second');
    expect(await stored()).toEqual([]);
    const content = await world.load(kbid, rid(1));
    const row = { kbid, rid: rid(1), letter: 't' as const, id: 'a', vectorset: 'second', part: 0, seqid: 1 };
    const vectors = [{ ...row, vectors: Buffer.from(Float32Array.of(1, 0).buffer) }];
    await world.indexes.putVectors(content, { vectorset: second, rows: vectors });
    expect(await world.vectors.inspect({ kbid, ...second })).toBe('absent');
    await world.indexes.putVectors(content, { vectorset: { id: 'first', dimensions: 2 }, rows: vectors });
    expect(await world.vectors.inspect({ kbid, ...first })).toBe('held');
  });
});
