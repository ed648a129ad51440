import { InProcessBus } from '@lectern/bus';
import { describeModels } from '@lectern/contracts/understanding';
import type { TaskRun } from '@lectern/database';
import { PassageRepository, UnembeddedFieldRepository, VectorsetContentRepository } from '@lectern/resource-store';
import { Logger } from '@nestjs/common';
import { IndexWorld } from '../../fixtures/index-world';
import { VectorStore } from '../embedding/vector-store';
import { EmbedderMoves } from './embedder-move';
import { VectorsetEmbedders } from './vectorset-embedders';
import { FillVectorsetTask } from './fill-vectorset.task';
import { VectorsetService } from './vectorset.service';

const rid = (n: number) => n.toString(16).padStart(32, '0');
const model = (id: string, ...languages: string[]) => ({
  id,
  languages,
  dimensions: 4,
  defaultMinScore: 0,
  fusionWeight: 0.5,
  fusionWeightElsewhere: 0.2,
});
const english = model('english', 'en');
const many = model('many', 'de', 'en', 'zh');
const other = model('other', 'de');
const installed = {
  embedder: english,
  embedders: [english, many, other],
  reranker: english,
  generators: [],
  candidates: ['english', 'many'],
};
const attempt: TaskRun = {
  id: '1',
  signal: new AbortController().signal,
  attempt: 1,
  attemptsMax: 25,
  alive: () => undefined,
  isReplay: false,
};

describe('the embedding model of a box that names none', () => {
  let world: IndexWorld;
  let kbid: string;
  let fill: FillVectorsetTask;
  let store: VectorStore;
  let service: VectorsetService;
  let candidates: readonly string[] = installed.candidates;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    world = await IndexWorld.start();
    const { transactions, vectorsets, tasks, ingest, fields, resources } = world;
    fill = new FillVectorsetTask(transactions, vectorsets, new VectorsetContentRepository(), ingest, moves());
    store = new VectorStore(transactions, fields, new PassageRepository(), resources, new UnembeddedFieldRepository());
    service = new VectorsetService(transactions, vectorsets, models(), tasks, new InProcessBus());
  });
  beforeEach(async () => {
    kbid = await world.newBox();
    candidates = installed.candidates;
  });
  afterEach(() => world.dataSource.query('DELETE FROM knowledge_box_tasks.job'));
  afterAll(() => world.stop());

  const moves = () => new EmbedderMoves(world.transactions, world.vectorsets, world.tasks, new InProcessBus());
  /** Like a process that has not checked the languages of the box recently. */
  function models(): VectorsetEmbedders {
    const request = async (operation: object) =>
      operation === describeModels ? { ...installed, candidates } : { embedders: [] };
    return new VectorsetEmbedders(
      world.transactions,
      world.vectorsets,
      Object.assign(new InProcessBus(), { request }),
      moves(),
    );
  }
  async function write(n: number, language: string): Promise<void> {
    await world.newResource(kbid, { rid: rid(n) });
    await world.dataSource.query('UPDATE resources SET language = $3 WHERE kbid = $1 AND id = $2', [
      kbid,
      rid(n),
      language,
    ]);
  }
  const given = async () => (await models().of(kbid, attempt.signal)).installed.map(({ id }) => id);
  const present = async () =>
    (await world.transactions.read((tx) => world.vectorsets.list(kbid, tx))).map(({ id }) => id);
  const fills = async () => (await world.tasks.list({ task: 'fillVectorset' })).items.map(({ payload }) => payload);
  const finish = (n: number, vectorset: string) =>
    store.finish({ kbid, rid: rid(n), letter: 't', id: 'a', vectorset, seqid: 1, parts: 1 });

  it.each([
    ['en', 'english'],
    ['de', 'many'],
    ['', 'english'],
    ['sw', 'english'],
  ])('of which the first contents are in "%s" is %s', async (language, id) => {
    await write(1, language);
    expect(await given()).toEqual([id]);
  });

  it('is the one that a setting names, whatever the language', async () => {
    candidates = ['english'];
    await write(1, 'de');
    expect([await given(), await given()]).toEqual([['english'], ['english']]);
    expect(await fills()).toEqual([]);
  });

  it('is another one when the contents turn out to be in other languages, once that has all', async () => {
    await write(1, 'en');
    await given();
    await write(2, 'zh');
    await given();
    expect(await present()).toEqual(['english', 'many']);
    const move = { kbid, id: 'many', instead: 'english' };
    expect(await fills()).toEqual([move]);
    await fill.run(move, attempt);
    expect([await present(), await fills()]).toEqual([['english', 'many'], [{ ...move, after: '' }]]);
    await world.dataSource.query(`DELETE FROM knowledge_box_tasks.job WHERE task = 'embedResource'`);
    for (const n of [1, 2]) await finish(n, 'many');
    await fill.run(move, attempt);
    expect(await present()).toEqual(['many']);
    expect((await world.tasks.list({ task: 'purgeVectorset' })).items.map(({ payload }) => payload)).toEqual([
      { kbid, id: 'english' },
    ]);
    await write(3, 'en');
    expect(await given()).toEqual(['many']);
  });

  it('stays when somebody has chosen one, before or meanwhile', async () => {
    await write(1, 'en');
    await given();
    await service.add({ kbid, id: 'other' });
    await service.delete({ kbid, id: 'other' });
    await write(2, 'de');
    await given();
    expect(await present()).toEqual(['english']);

    kbid = await world.newBox();
    await write(3, 'en');
    await given();
    await write(4, 'de');
    await given();
    await service.add({ kbid, id: 'other' });
    await moves().end({ kbid, id: 'many', instead: 'english' });
    expect(await present()).toEqual(['english', 'many', 'other']);
  });

  it('stays in a box of more than a thousand resources', async () => {
    await write(1, 'en');
    await given();
    await write(2, 'de');
    await world.dataSource.query(
      `INSERT INTO resources SELECT (jsonb_populate_record(r, jsonb_build_object('id', lpad(to_hex(n), 32, '0'), 'slug', n))).*
       FROM resources r, generate_series(100, 1100) AS n WHERE r.kbid = $1 AND r.id = $2`,
      [kbid, rid(2)],
    );
    expect([await given(), await present()]).toEqual([['english'], ['english']]);
  });
});
