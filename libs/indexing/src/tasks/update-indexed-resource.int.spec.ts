import { setTimeout as sleep } from 'node:timers/promises';
import { busFor, InProcessBus } from '@lectern/bus';
import {
  embedResource,
  fetchLink,
  processResource,
  purgeResource,
  resourceProgressed,
} from '@lectern/contracts/knowledge-box';
import { Runs } from '@lectern/database';
import { knowledgeBoxDatabase, ChangeLogRepository } from '@lectern/resource-store';
import { Application, Metrics } from '@lectern/runtime';
import { Injectable, Module } from '@nestjs/common';
import { IndexWorld } from '../../fixtures/index-world';
import { IndexWriter } from '../puts/index-writer';
import { IndexingProgress } from '../puts/indexing-progress';
import { UpdateIndexedResourceTask } from './update-indexed-resource.task';

const JOBS_OF_TASK = 1_000;
const BOXES = 10;
const PLACES = 4;
const UNTIL_MS = 20_000;
const rid = 'a'.repeat(32);
const others = [processResource, purgeResource, embedResource, fetchLink].map(({ name }) => name);
const released = Promise.withResolvers<void>();

/** Occupies all shared slots for tasks. */
@Injectable()
class EndlessWork {
  begun = 0;

  @Runs(processResource)
  async process(): Promise<void> {
    this.begun += 1;
    await released.promise;
  }

  @Runs(purgeResource)
  async purge(): Promise<void> {
    await this.process();
  }
}

describe('Updates of what is indexed, behind thousands of other jobs', () => {
  let world: IndexWorld;
  let app: Application;
  let kbid: string;

  beforeAll(async () => {
    world = await IndexWorld.start();
    kbid = await world.newBox();
    await world.newResource(kbid, { rid });
    await world.indexes.put(await world.load(kbid, rid));
    await addBacklog();
    Object.assign(process.env, { DATABASE_URL: world.database.url, TASK_CONCURRENCY: String(PLACES) });
    app = await startTasks();
    await until(async () => app.get(EndlessWork).begun === PLACES);
  });
  afterAll(async () => {
    const closed = app.close();
    released.resolve();
    await closed;
    await world.stop();
    for (const name of ['DATABASE_URL', 'TASK_CONCURRENCY']) delete process.env[name];
  });

  function startTasks(): Promise<Application> {
    @Module({
      imports: [knowledgeBoxDatabase],
      providers: [
        busFor({ publishes: [resourceProgressed] }),
        { provide: IndexWriter, useValue: world.indexes },
        ChangeLogRepository,
        IndexingProgress,
        UpdateIndexedResourceTask,
        EndlessWork,
      ],
    })
    class Tasks {}
    const parts = { metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
    return Application.start([Tasks], { ...parts, bus: new InProcessBus() });
  }

  /** Tasks of the same knowledge box and of others. */
  async function addBacklog(): Promise<void> {
    await world.dataSource.query(
      `SELECT count(knowledge_box_tasks.add_job(task, json_build_object('kbid', tenant, 'rid', md5(i::text)), tenant,
         null, null, 10, null, 0))
       FROM unnest($1::text[]) AS task, generate_series(1, $2) AS i,
         LATERAL (SELECT CASE WHEN i % $3 = 0 THEN $4 ELSE md5((i % $3)::text)::uuid::text END AS tenant) AS tenants`,
      [others, JOBS_OF_TASK, BOXES, kbid],
    );
  }
  async function until(condition: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + UNTIL_MS; !(await condition()); await sleep(20))
      if (Date.now() > end) throw new Error('It did not happen');
  }
  const isSeenBy = async (groups: readonly string[]) => {
    const query = { terms: ['ibex'], phrases: [], excluded: [], limit: 10, filter: { visibleTo: groups } };
    return (await world.keywords.search(kbid, query)).hits.length > 0;
  };
  const waiting = async () => {
    const counts = await world.tasks.counts();
    return counts.filter(({ task }) => others.includes(task)).reduce((sum, { count }) => sum + count, 0);
  };

  it('restrict a resource before any of them is done', async () => {
    expect(await isSeenBy([])).toBe(true);
    await world.changes.apply({ kbid, rid }, { kind: 'modified', by: 'ann' }, async (resource) => ({
      resource: { ...resource, accessGroups: ['hr'] },
      toIndex: 'metadata',
    }));
    await until(async () => !(await isSeenBy([])));
    expect([await isSeenBy(['hr']), await waiting()]).toEqual([true, others.length * JOBS_OF_TASK]);
  });

  it('take out a deleted resource before any of them is done', async () => {
    await world.changes.delete({ kbid, rid }, 'ann', async () => []);
    await until(async () => !(await isSeenBy(['hr'])));
    // The deletion also adds the purge, which has to wait.
    expect(await waiting()).toBe(others.length * JOBS_OF_TASK + 1);
  });
});
