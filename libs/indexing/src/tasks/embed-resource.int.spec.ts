import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import type { ResourceReference, EmbeddingJob } from '@lectern/contracts/knowledge-box';
import { describeBoxEmbedders, describeModels, type EmbedderInUse } from '@lectern/contracts/understanding';
import { PassageRepository, UnembeddedFieldRepository, ChangeLogRepository } from '@lectern/resource-store';
import { statementsDuring } from '@lectern/testing';
import { Logger } from '@nestjs/common';
import { IndexWorld } from '../../fixtures/index-world';
import { EmbedderMoves } from '../vectorset/embedder-move';
import { VectorsetEmbedders } from '../vectorset/vectorset-embedders';
import { EmbedResourceTask } from './embed-resource.task';
import { EmbeddingCheck } from '../embedding/embedding-check';
import { ParagraphEmbedder } from '../embedding/paragraph-embedder';
import { ResourceLoader } from '../processing/resource-loader';
import { VectorIndexing } from '../embedding/vector-indexing';
import { IndexingProgress } from '../puts/indexing-progress';
import { VectorStore } from '../embedding/vector-store';

const PARAGRAPHS = 200;
const rid = (n: number) => n.toString(16).padStart(32, '0');
const model = (id: string, dimensions: number): EmbedderInUse => ({
  id,
  dimensions,
  languages: ['*'],
  defaultMinScore: 0,
  fusionWeight: 1,
  fusionWeightElsewhere: 1,
});

/** Replaces the models. */
class Models {
  installed = [model('first', 4)];
  /** All texts sent for embedding, in order, by model. */
  readonly asked: { model: string; text: string }[] = [];
  beforeEmbedding: (texts: readonly string[]) => Promise<void> = async () => undefined;

  async answer(operation: { readonly name: string }, input: object): Promise<object> {
    const [embedder] = this.installed;
    if (operation.name === describeModels.name) return { embedder, embedders: this.installed };
    if (operation.name === describeBoxEmbedders.name) return { embedders: [] };
    // No other operation is called here.
    const { body } = input as { body: { model: string; texts: readonly string[] } };
    const { dimensions } = this.installed.find(({ id }) => id === body.model) ?? { dimensions: 0 };
    await this.beforeEmbedding(body.texts);
    this.asked.push(...body.texts.map((text) => ({ model: body.model, text })));
    return { vectors: body.texts.map((_, i) => unitVector(dimensions, i)) };
  }
}

function unitVector(dimensions: number, one: number): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, i) => Number(i === one % dimensions));
}

describe('embedding', () => {
  let world: IndexWorld;
  let kbid: string;
  let models: Models;
  let task: EmbedResourceTask;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    world = await IndexWorld.start();
  });
  beforeEach(async () => {
    kbid = await world.newBox();
    models = new Models();
    task = newProcess();
  });
  afterEach(() => world.dataSource.query('DELETE FROM knowledge_box_tasks.job'));
  afterAll(() => world.stop());

  function newProcess(): EmbedResourceTask {
    const { transactions, fields, resources } = world;
    const bus = Object.assign(new InProcessBus(), { request: models.answer.bind(models) });
    const unembeddedFields = new UnembeddedFieldRepository();
    const store = new VectorStore(transactions, fields, new PassageRepository(), resources, unembeddedFields);
    const loader = new ResourceLoader(transactions, resources, fields);
    const moves = new EmbedderMoves(transactions, world.vectorsets, world.tasks, bus);
    const boxes = new VectorsetEmbedders(transactions, world.vectorsets, bus, moves);
    const progress = new IndexingProgress(transactions, new ChangeLogRepository(), bus);
    const indexing = new VectorIndexing(store, loader, world.indexes, world.extender, progress);
    return new EmbedResourceTask(boxes, store, new ParagraphEmbedder(store, bus), indexing, world.ingest);
  }

  const run = (reference: EmbeddingJob, kind: 'run' | 'runLarge' = 'runLarge') =>
    task[kind](reference, {
      id: '1',
      signal: new AbortController().signal,
      attempt: 1,
      attemptsMax: 25,
      alive: () => undefined,
      isReplay: false,
    });

  /** A text of this many paragraphs, each with its number. */
  async function newText(n: number, paragraphs: number, seqid = 1): Promise<ResourceReference> {
    const texts = Array.from({ length: paragraphs }, (_, i) => `${i} öl`);
    const starts = texts.map((_, i) => texts.slice(0, i).join('').length);
    const found = texts.map((text, i) => ({
      start: starts[i] ?? 0,
      end: (starts[i] ?? 0) + text.length,
      kind: 'TEXT',
      language: 'en',
    }));
    if (seqid === 1) await world.newResource(kbid, { rid: rid(n) });
    const understood = { language: 'en', languages: [], entities: [], errors: [] };
    const row: object = {
      kbid,
      rid: rid(n),
      letter: 't',
      id: 'a',
      seqid,
      text: texts.join(''),
      paragraphs: found,
      understood,
      extractedAt: new Date(),
    };
    // The members that are read in this test.
    await world.transactions.run((tx) => world.fields.putExtracted([row as never], tx));
    return { kbid, rid: rid(n) };
  }

  const indexed = async (id = 'first', dimensions = 4) =>
    (await world.vectors.scroll({ kbid, id, dimensions }, 500)).resources.map(({ vectors }) => vectors);
  const unembedded = async () =>
    (await world.dataSource.query('SELECT rid FROM unembedded_fields WHERE kbid = $1', [kbid])).length;
  const askedNumbers = () => models.asked.map(({ text }) => Number(text.split('\n').at(-1)?.split(' ')[0]));
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

  it('takes seven statements for a small resource of a box whose model is known', async () => {
    for (const n of [20, 21]) await run(await newText(n, 1));
    const reference = await newText(22, 2);
    expect(await statementsDuring(world.dataSource, () => run(reference, 'run'))).toHaveLength(7);
    expect([await indexed(), await unembedded()]).toEqual([[1, 1, 2], 0]);
  });

  it('stores a text in parts, indexes it, and forgets that it was to be embedded', async () => {
    const reference = await newText(1, PARAGRAPHS);
    expect(await unembedded()).toBe(1);
    await run(reference);
    expect(askedNumbers()).toEqual(numbers(PARAGRAPHS));
    expect([await indexed(), await unembedded()]).toEqual([[PARAGRAPHS], 0]);
    const rows = await world.dataSource.query('SELECT part FROM field_vectors WHERE kbid = $1 ORDER BY part', [kbid]);
    expect(rows).toEqual([{ part: 0 }, { part: 1 }, { part: 2 }, { part: 3 }]);
  });

  it('indexes vectors that are too large to be read at once', async () => {
    models.installed = [model('wide', 8_192)];
    task = newProcess();
    await run(await newText(16, PARAGRAPHS));
    expect(await indexed('wide', 8_192)).toEqual([PARAGRAPHS]);
    const vector = unitVector(8_192, 7);
    const [best] = await world.vectors.search({ kbid, id: 'wide', dimensions: 8_192 }, { vector, limit: 1 });
    expect(best?.score).toBeCloseTo(1);
  });

  it('goes on behind the last part that was stored when it was cut off', async () => {
    const reference = await newText(2, PARAGRAPHS);
    models.beforeEmbedding = async () => {
      if (models.asked.length >= 128) throw new AppError('unavailable', 'The process died');
    };
    await run(reference);
    expect([askedNumbers(), await indexed(), await unembedded()]).toEqual([numbers(128), [], 1]);
    expect(await world.tasksOf(reference.rid)).toEqual(['embedLargeResource']);
    models.beforeEmbedding = async () => undefined;
    task = newProcess();
    await run(reference);
    expect(askedNumbers()).toEqual(numbers(PARAGRAPHS));
    expect([await indexed(), await unembedded()]).toEqual([[PARAGRAPHS], 0]);
  });

  it('gives its place to other large texts when its time is over, and goes on after them', async () => {
    const texts = [await newText(20, PARAGRAPHS), await newText(21, PARAGRAPHS)];
    const now = performance.now.bind(performance);
    let laterMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
    models.beforeEmbedding = async () => void (laterMs += 11_000);
    for (const text of texts) await run(text);
    expect([models.asked.length, await indexed(), await unembedded()]).toEqual([2 * 128, [], 2]);
    for (const { rid: id } of texts) expect(await world.tasksOf(id)).toEqual(['embedLargeResource']);
    for (const text of texts) await run(text);
    clock.mockRestore();
    expect(askedNumbers()).toEqual([
      ...numbers(128),
      ...numbers(128),
      ...numbers(PARAGRAPHS).slice(128),
      ...numbers(PARAGRAPHS).slice(128),
    ]);
    expect([await indexed(), await unembedded()]).toEqual([[PARAGRAPHS, PARAGRAPHS], 0]);
  });

  it('fails when nothing could be embedded', async () => {
    const reference = await newText(3, 10);
    models.beforeEmbedding = () => Promise.reject(new AppError('unavailable', 'No model'));
    await expect(run(reference, 'run')).rejects.toThrow('No model');
  });

  it('hands on what is larger than a part, and does what is small at once', async () => {
    const [large, small] = [await newText(4, 65), await newText(5, 64)];
    await run(large, 'run');
    await run(small, 'run');
    expect(models.asked).toHaveLength(64);
    expect(await world.tasksOf(large.rid)).toEqual(['embedLargeResource']);
    expect(await world.tasksOf(small.rid)).toEqual([]);
  });

  it('embeds a text again that has changed, and keeps nothing of a longer one before it', async () => {
    const reference = await newText(6, PARAGRAPHS);
    await run(reference);
    await newText(6, 70, 2);
    expect(await unembedded()).toBe(1);
    await run(reference);
    expect([await indexed(), await unembedded()]).toEqual([[70], 0]);
    const rows = await world.dataSource.query('SELECT seqid FROM field_vectors WHERE kbid = $1', [kbid]);
    expect(rows).toEqual([{ seqid: '2' }, { seqid: '2' }]);
  });

  it('keeps nothing of a text that changes while it is embedded', async () => {
    const reference = await newText(7, PARAGRAPHS);
    models.beforeEmbedding = async () => {
      if (models.asked.length === 64) await newText(7, 70, 2);
    };
    await run(reference);
    await run(reference);
    expect([await indexed(), await unembedded()]).toEqual([[70], 0]);
  });

  it('embeds in the model that a box began with, whatever the default is now', async () => {
    await run(await newText(8, 1));
    models.installed = [model('second', 8), ...models.installed];
    task = newProcess();
    await run(await newText(9, 1));
    expect(models.asked.map((one) => one.model)).toEqual(['first', 'first']);
    expect(await indexed()).toEqual([1, 1]);
  });

  it('makes no vectors while the model is missing, says so, and goes on when it is there again', async () => {
    await run(await newText(10, 1));
    models.installed = [model('second', 8)];
    task = newProcess();
    const reference = await newText(11, 1);
    await expect(run(reference)).rejects.toThrow(/The embedding model first of this knowledge box is not installed/);
    expect([await indexed('second', 8), await unembedded()]).toEqual([[], 1]);
    models.installed = [model('second', 8), model('first', 4)];
    task = newProcess();
    await run(reference);
    expect([await indexed(), await unembedded()]).toEqual([[1, 1], 0]);
  });

  it('takes the new default where nothing is embedded yet', async () => {
    models.beforeEmbedding = () => Promise.reject(new AppError('unavailable', 'No model'));
    const reference = await newText(12, 1);
    await expect(run(reference)).rejects.toThrow();
    models.beforeEmbedding = async () => undefined;
    models.installed = [model('second', 8)];
    task = newProcess();
    await run(reference);
    const sets = await world.transactions.read((tx) => world.vectorsets.list(kbid, tx));
    expect(sets.map(({ id, dimensions }) => ({ id, dimensions }))).toEqual([{ id: 'second', dimensions: 8 }]);
    expect(await indexed('second', 8)).toEqual([1]);
  });

  describe('in two vectorsets', () => {
    beforeEach(async () => {
      models.installed = [model('first', 4), model('second', 8)];
      task = newProcess();
      const both = [model('first', 4), model('second', 8)];
      for (const one of both) await world.transactions.run((tx) => world.vectorsets.ensure(kbid, one, tx));
    });

    it('is done by both models', async () => {
      await run(await newText(21, 1), 'run');
      expect([await indexed(), await indexed('second', 8), await unembedded()]).toEqual([[1], [1], 0]);
    });

    it('goes on with one model while the other one is missing', async () => {
      models.installed = [model('second', 8)];
      task = newProcess();
      const reference = await newText(22, 1);
      await run(reference, 'run');
      expect([await indexed(), await indexed('second', 8), await unembedded()]).toEqual([[], [1], 1]);
      const { items } = await world.tasks.list({});
      expect(items.map(({ payload }) => payload)).toEqual([{ ...reference, onlyWhereLacking: true }]);
      await expect(run({ ...reference, onlyWhereLacking: true })).rejects.toThrow(/The embedding model first/);
    });

    it('leaves alone what has all, when only what lacks something is wanted', async () => {
      const reference = { ...(await newText(23, 1)), onlyWhereLacking: true };
      await run(reference);
      await world.vectors.dropVectorset(kbid, 'first');
      await world.dataSource.query(`INSERT INTO unembedded_fields VALUES ($1, $2, 't', 'a', 1, 'second')`, [
        kbid,
        rid(23),
      ]);
      await run(reference);
      expect([await indexed(), await indexed('second', 8), await unembedded()]).toEqual([[], [1], 0]);
    });

    it('forgets what was noted about a field that is gone', async () => {
      await world.dataSource.query(`INSERT INTO unembedded_fields VALUES ($1, $2, 't', 'a', 1, 'second')`, [
        kbid,
        rid(24),
      ]);
      await run({ kbid, rid: rid(24), onlyWhereLacking: true });
      expect(await unembedded()).toBe(0);
    });
  });

  it('is found by a check when a task for it is missing, and left alone when one has failed', async () => {
    const [forgotten, failed, done] = [await newText(13, 1), await newText(14, 1), await newText(15, 1)];
    await run(done);
    await world.transactions.run((tx) => world.ingest.embed([failed], tx));
    await world.dataSource.query('UPDATE knowledge_box_tasks.job SET attempts = attempts_max');
    const { transactions, tasks, ingest } = world;
    const check = new EmbeddingCheck(transactions, tasks, new UnembeddedFieldRepository(), ingest);
    await check.repair();
    expect(await world.tasksOf(forgotten.rid)).toEqual(['embedResource']);
    expect((await tasks.list({ state: 'failed' })).items.map(({ payload }) => payload)).toEqual([failed]);
    expect(await world.tasksOf(done.rid)).toEqual([]);
  });

  it('does nothing for a resource that is gone', async () => {
    await run({ kbid, rid: rid(99) });
    expect(models.asked).toEqual([]);
  });
});
