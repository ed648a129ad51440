import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { InProcessBus } from '@lectern/bus';
import { type Principal, validate } from '@lectern/contracts/core';
import { StartDatasetTaskPayload, workOnDatasetTask } from '@lectern/contracts/understanding';
import {
  installTaskSchema,
  openServiceDatabase,
  type TaskHandler,
  TaskQueue,
  TaskRunner,
  Transactions,
} from '@lectern/database';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { type TaskSecrets } from '@lectern/augmentation';
import { understandingSchema } from '@lectern/understanding';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AgentEngine } from '../../../augmentation/src/agents/agent-engine';
import { newTaskSecrets, noUse, predictionsWith } from '../../../augmentation/src/agents/agent-world.fixture';
import { JsonWriter } from '../../../augmentation/src/agents/json-writer.fixture';
import { ProcessingDeliveryRepository } from '../../../processing-api/src/push/processing-delivery.repository';
import { ProcessingRecordRepository } from '../../../processing-api/src/push/processing-record.repository';
import { ResultQueue } from '../../../processing-api/src/push/result-queue';
import { BlockedAccounts } from '../../../understanding/src/account/blocked-accounts';
import { fieldStream } from '../../fixtures/partitions';
import { PartitionService } from '../dataset/partition.service';
import { DatasetsModule } from '../datasets.module';
import { DatasetRows } from '../rows/dataset-rows';
import { DatasetTaskRepository } from '../rows/dataset-task.repository';
import { DatasetRepository } from '../rows/dataset.repository';
import { DatasetTaskService } from './dataset-task.service';
import { DatasetWalk } from './dataset-walk';
import { DatasetWorkTask } from './dataset-work.task';
import { PartitionRows } from './partition-rows';

const bus = Object.assign(new InProcessBus(), { request: async () => ({ blockedFeatures: [] }) });
const ROWS = 80;
const label = { label: { ident: 'topic', labels: [{ label: 'sea' }] } };
const body = validate(StartDatasetTaskPayload, {
  name: 'labeler',
  parameters: { name: 'mine', on: 1, operations: [label] },
});

describe('tasks of datasets', () => {
  const account = randomUUID();
  const principal: Principal = { kind: 'nua', id: 'client', account, roles: [] };
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let queue: TaskQueue;
  let folder: string;
  let rows: DatasetRows;
  let service: DatasetTaskService;
  let partitions: PartitionService;
  let task: DatasetWorkTask;
  let closeModels: () => Promise<unknown>;
  let secrets: TaskSecrets;
  let runner: TaskRunner | undefined;
  /** Milliseconds that the model takes. */
  let answerMs = 0;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await temporaryDatabase();
    const schema = { ...understandingSchema, entities: entitiesOf(DatasetsModule) };
    dataSource = await openServiceDatabase(database.url, schema, { poolMax: 6, statementTimeoutMs: 30_000 });
    queue = new TaskQueue(dataSource, 'understanding_tasks');
    await installTaskSchema(database.url, queue.schema);
    folder = await mkdtemp(join(tmpdir(), 'datasets-'));
    const blobs = new FilesystemBlobStore(folder);
    const transactions = new Transactions(dataSource);
    const datasets = new DatasetRepository();
    rows = new DatasetRows(transactions, datasets, new DatasetTaskRepository());
    const { predictions, close } = await predictionsWith(new SlowWriter(() => answerMs));
    closeModels = close;
    secrets = newTaskSecrets();
    const engine = new AgentEngine(predictions, secrets, noUse());
    service = new DatasetTaskService(rows, queue, engine, secrets);
    partitions = new PartitionService(transactions, datasets, blobs);
    const results = new ResultQueue(transactions, new ProcessingRecordRepository(), new ProcessingDeliveryRepository());
    const walk = new DatasetWalk(rows, new PartitionRows(rows, blobs), engine, results, new BlockedAccounts(bus));
    task = new DatasetWorkTask(rows, queue, walk);
  });

  afterEach(async () => {
    await runner?.stop();
    runner = undefined;
    await dataSource.query('DELETE FROM processing_records');
  });

  afterAll(async () => {
    await closeModels();
    await dataSource.destroy();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A dataset with two partitions. */
  async function filled(): Promise<string> {
    const id = randomUUID();
    const dataset = { account, id, name: 'd', type: 'FIELD_STREAMING' as const, labels: [], nuaClient: null };
    await rows.transactions.run((tx) => rows.datasets.insert({ ...dataset, createdAt: new Date() }, tx));
    const texts = Array.from({ length: ROWS / 2 }, (_, i) => `The sea ${i}`);
    for (const partition of ['a', 'b']) {
      const blobs = new FilesystemBlobStore(folder);
      const key = `account/${account}/upload/${randomUUID()}`;
      const info = await blobs.write(key, Readable.from([fieldStream(texts.slice(0, 20), texts.slice(20))]), {
        sizeBytesMax: 1e9,
      });
      await partitions.put({ account, dataset: id, id: partition }, { key, ...info }, new AbortController().signal);
    }
    return id;
  }

  async function start(): Promise<void> {
    // Handlers only receive payloads of their task.
    const handle: TaskHandler<unknown> = (payload, run) => task.run(payload as { taskId: string }, run);
    const tasks = [{ task: workOnDatasetTask, handle, concurrency: 2 }];
    const pace = { drainMs: 0, graceMs: 50, lookMs: 100 };
    runner = await TaskRunner.start({ url: database.url, queue, tasks, concurrency: 2, pace });
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(20);
  }

  const delivered = async () => {
    const found: { resource: string; count: number }[] = await dataSource.query(
      'SELECT resource, count(*)::int AS count FROM processing_deliveries GROUP BY resource',
    );
    return found.reduce((sum, { count }) => sum + count, 0);
  };
  const inspect = (id: string, taskId: string) => service.inspect({ id, principal, task: taskId });

  it('deliver each row once, although their process ends in the middle', async () => {
    answerMs = 10;
    const id = await filled();
    const { id: taskId } = await service.start({ id, principal }, body);
    await start();
    await until(async () => (await delivered()) > 0);
    await runner?.stop();
    const before = await delivered();
    expect([before > 0, before < ROWS]).toEqual([true, true]);
    answerMs = 0;
    await start();
    await until(async () => (await inspect(id, taskId)).completed);
    expect([await delivered(), (await inspect(id, taskId)).failed]).toEqual([ROWS, false]);
  }, 90_000);

  it('end soon after they are stopped, and deliver nothing more', async () => {
    answerMs = 20;
    const id = await filled();
    const { id: taskId } = await service.start({ id, principal }, body);
    await start();
    await until(async () => (await delivered()) > 0);
    await service.stop({ id, principal, task: taskId });
    const before = await delivered();
    await sleep(500);
    expect(await delivered()).toBe(before);
    expect(await inspect(id, taskId)).toMatchObject({ stopped: true, completed: false, failed: false });
    expect(await service.delete({ id, principal, task: taskId })).toBeNull();
  }, 90_000);

  it('fail with the reason when a partition is damaged later', async () => {
    const id = await filled();
    const [partition] = await rows.transactions.read((tx) =>
      rows.datasets.listPartitions({ account, id }, { after: '', limit: 1 }, tx),
    );
    const blobs = new FilesystemBlobStore(folder);
    await blobs.write(partition?.blobKey ?? '', Readable.from([Buffer.from('nothing of Arrow')]), { sizeBytesMax: 99 });
    const { id: taskId } = await service.start({ id, principal }, body);
    await start();
    await until(async () => (await inspect(id, taskId)).failed);
    expect((await inspect(id, taskId)).log).toContain('it does not begin with a message');
    expect(await delivered()).toBe(0);
  }, 90_000);

  it('keep the keys of their model sealed, also where another task repeats them', async () => {
    const id = await filled();
    const llm = { model: 'gpt-4o', keys: { openai: { key: 'sk-mine' } } };
    const start = (given: object) =>
      service.start({ id, principal }, validate(StartDatasetTaskPayload, { name: 'labeler', ...given }));
    const first = await start({ parameters: { name: 'mine', on: 1, operations: [label], llm } });
    const again = await start({ uuid_task: first.id });
    const shown = JSON.stringify([await service.list({ id, principal }, 10), await inspect(id, again.id)]);
    expect([shown.includes('sk-mine'), shown.includes('********')]).toEqual([false, true]);
    const stored = await rows.transactions.read((tx) => rows.tasks.list({ account, id }, tx));
    expect(JSON.stringify(stored)).not.toContain('sk-mine');
    expect(stored.map(({ sealed }) => secrets.keysOf(id, sealed))).toEqual([llm.keys, llm.keys]);
    for (const task of [first.id, again.id]) await service.stop({ id, principal, task });
    const unknown = { name: 'mine', on: 1, operations: [label], llm: { model: 'no-such' } };
    await expect(start({ parameters: unknown })).rejects.toMatchObject({ code: 'invalid_request' });
  }, 90_000);

  it('are not visible to other accounts', async () => {
    const id = await filled();
    const { id: taskId } = await service.start({ id, principal }, body);
    const stranger: Principal = { ...principal, account: randomUUID() };
    await expect(service.inspect({ id, principal: stranger, task: taskId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(service.start({ id, principal: stranger }, body)).rejects.toMatchObject({ code: 'not_found' });
  });
});

/** Labels everything, after a while. */
class SlowWriter extends JsonWriter {
  constructor(private readonly delayMs: () => number) {
    super(() => ({ labels: ['sea'] }));
  }

  override async *generate(...given: Parameters<JsonWriter['generate']>) {
    await sleep(this.delayMs());
    yield* super.generate(...given);
  }
}
