import type { MonthlyUse, UsageQuota } from '@lectern/usage';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { InProcessBus } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import { AppError, type BlockableFeature, type Principal, type TaskDefinition } from '@lectern/contracts/core';
import { deliverWebhook, processPush, PushPayload } from '@lectern/contracts/understanding';
import {
  installTaskSchema,
  openServiceDatabase,
  type RegisteredTask,
  type TaskHandler,
  TaskQueue,
  TaskRunner,
  Transactions,
} from '@lectern/database';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { Extractor } from '@lectern/extraction';
import { Embedders, Generators, ModelStore, Rerankers } from '@lectern/models';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { AgentTaskRepository } from '../../../augmentation/src/agents/agent-task.repository';
import { ProcessingDeliveryRepository } from './processing-delivery.repository';
import { ProcessingFileRepository } from './processing-file.repository';
import { ProcessingListRepository } from './processing-list.repository';
import { ProcessingRecordRepository } from './processing-record.repository';
import { understandingSchema } from '@lectern/understanding';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AgentEngine } from '../../../augmentation/src/agents/agent-engine';
import { TaskSecrets } from '../../../augmentation/src/agents/task-secrets';
import { AgentTaskRows } from '../../../augmentation/src/agents/agent-task-rows';
import { JsonWriter } from '../../../augmentation/src/agents/json-writer.fixture';
import { BlockedAccounts } from '../../../understanding/src/account/blocked-accounts';
import {
  configurationsOf,
  embeddingModelsOf,
  generativeModelsOf,
  unreachableEmbedders,
  unreachableProviders,
} from '../../../understanding/src/configuration/configurations.fixture';
import { DeploymentModels } from '../../../understanding/src/configuration/deployment-models';
import { PredictionModels } from '../../../understanding/src/prediction/prediction-models';
import { EgressPages } from '../../../understanding/src/processing/egress-pages';
import { extractConfig } from '../../../understanding/src/processing/extract.config';
import { extractorOptionsOf } from '../../../understanding/src/processing/extractor-options';
import { ProcessService } from '../../../understanding/src/processing/process.service';
import { GivenStrategies } from '../../../understanding/src/strategies/strategies.fixture';
import { SeeingModel } from '../../../understanding/src/strategies/strategy-model.fixture';
import { FieldFinding } from './field-finding';
import { FileTokens } from './file-tokens';
import { MessageFiles } from './message-files';
import { PushAgents } from './push-agents';
import { PushChecks } from './push-checks';
import { PushEmbedding } from './push-embedding';
import { PushEndings } from './push-endings';
import { PushProcessing } from './push-processing';
import { PushQuota } from './push-quota';
import { PushRows } from './push-rows';
import { PushService } from './push.service';
import { PushTask } from './push.task';
import { PushAdmission } from './push-admission';
import { QueueService } from './queue.service';
import { RecordService } from './record.service';
import { WebhookTask } from './webhook.task';
import { ProcessingApiModule } from '../processing-api.module';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** Key for signing webhook requests. */
export const SIGNING_SECRET = 'secret-of-the-webhook';

/** The processing API with its own database, and a site for webhooks. */
export class PushWorld {
  readonly account = randomUUID();
  readonly principal: Principal = { kind: 'nua', id: 'client', account: this.account, roles: [] };
  /** Configuration of the NUA client `client`; `gone` has no client. */
  clientWebhook: { readonly uri: string; readonly headers: Readonly<Record<string, string>> } | undefined;
  /** Key for signing the client's webhook requests; absent for a client created by an earlier version. */
  signingSecret: string | undefined = SIGNING_SECRET;
  answer: Answering = (_, response) => response.end();
  private runner: TaskRunner | undefined;

  private constructor(
    private readonly closing: readonly (() => Promise<unknown>)[],
    readonly parts: Awaited<ReturnType<typeof partsOf>>,
    private readonly place: { readonly url: string; readonly queue: TaskQueue; readonly site: Server },
  ) {}

  static async open(): Promise<PushWorld> {
    Logger.overrideLogger(false);
    const database = await temporaryDatabase();
    const schema = { ...understandingSchema, entities: entitiesOf(ProcessingApiModule) };
    const dataSource = await openServiceDatabase(database.url, schema, {
      poolMax: 8,
      statementTimeoutMs: 30_000,
    });
    const queue = new TaskQueue(dataSource, 'understanding_tasks');
    await installTaskSchema(database.url, queue.schema);
    const site = createServer().listen(0, '127.0.0.1');
    await once(site, 'listening');
    // A listening TCP server has an AddressInfo.
    const { port } = site.address() as AddressInfo;
    const world: { current?: PushWorld } = {};
    const parts = await partsOf({ dataSource, queue, port, client: () => world.current });
    const closing = [...parts.closing, async () => ended(site), async () => closed(dataSource, database)];
    world.current = new PushWorld(closing, parts, { url: database.url, queue, site });
    site.on('request', (request, response) => world.current?.answer(request, response));
    return world.current;
  }

  get site(): string {
    const { port } = this.place.site.address() as AddressInfo; // it is listening
    return `http://127.0.0.1:${port}/`;
  }

  push(body: Partial<PushPayload>, principal = this.principal) {
    return this.parts.pushes.push(payloadOf(body), principal);
  }

  async start(): Promise<void> {
    const { push, webhook } = this.parts;
    const registered = <T>(task: TaskDefinition<T>, handle: TaskHandler<T>): RegisteredTask => ({
      task,
      // handlers only receive payloads of their task
      handle: handle as TaskHandler<unknown>,
      concurrency: 4,
    });
    const tasks = [
      registered(processPush, (payload, run) => push.run(payload, run)),
      registered(deliverWebhook, (payload, run) => webhook.run(payload, run)),
    ];
    const pace = { drainMs: 0, graceMs: 50, lookMs: 300 };
    this.runner = await TaskRunner.start({ ...this.place, tasks, concurrency: 4, pace });
  }

  /** Interrupts running pushes. */
  async stop(): Promise<void> {
    await this.runner?.stop();
    this.runner = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    for (const close of this.closing) await close();
  }
}

/** What accounts have left of each kind. */
export class GivenLimits {
  readonly left = new Map<string, MonthlyUse>();

  async check(account: string, use: MonthlyUse): Promise<void> {
    for (const [name, left] of Object.entries(this.left.get(account) ?? {})) {
      const amount = Object.entries(use).find(([one]) => one === name)?.[1];
      if (amount !== undefined && (left <= 0 || amount > left)) throw new AppError('quota_exceeded', `Spent: ${name}`);
    }
  }
}

export function payloadOf(body: Partial<PushPayload>): PushPayload {
  return Object.assign(new PushPayload(), body);
}

async function closed(dataSource: DataSource, database: TemporaryDatabase): Promise<void> {
  await dataSource.destroy();
  await database.drop();
}

/** Also closes requests that are never answered. */
function ended(site: Server): void {
  site.closeAllConnections();
  site.close();
}

interface Place {
  readonly dataSource: DataSource;
  readonly queue: TaskQueue;
  readonly port: number;
  readonly client: () => Pick<PushWorld, 'clientWebhook' | 'signingSecret'> | undefined;
}

async function partsOf({ dataSource, queue, port, client }: Place) {
  const folder = await mkdtemp(join(tmpdir(), 'push-'));
  const blobs = new FilesystemBlobStore(folder);
  const transactions = new Transactions(dataSource);
  const envelope = new SecretEnvelope([masterKeyOf('a secret of this test that is long enough')]);
  const records = new ProcessingRecordRepository();
  const rows = new PushRows(records, new ProcessingFileRepository(), envelope);
  const deliveries = new ProcessingDeliveryRepository();
  const store = new ModelStore(join(folder, 'models'));
  const embedders = await Embedders.open({ store, workers: 1, threads: 1 });
  const rerankers = await Rerankers.open('lexical', { store, workers: 1, threads: 1 });
  /** Output of the generative model for a prompt. */
  const written: { reply: (prompt: string) => string | object } = { reply: String };
  const generators = new Generators([new JsonWriter((prompt) => written.reply(prompt))], 'writer');
  const extractor = new Extractor(extractorOptionsOf(readConfig(extractConfig, { EXTRACT_PROCESSES: '1' })));
  const egress = new Egress(new Guard(new AllowList([`127.0.0.1:${port}`])));
  const tokens = new FileTokens(envelope);
  const strategies = new GivenStrategies();
  const model = new SeeingModel(() => '');
  const finding = new FieldFinding(
    new ProcessService(extractor, blobs, new EgressPages(egress), strategies.fields, model.followed),
    tokens,
  );
  const configurations = configurationsOf([embedders, generators, rerankers]);
  const generative = generativeModelsOf(generators);
  const predictions = new PredictionModels(
    embeddingModelsOf(embedders),
    generators,
    rerankers,
    generative,
    configurations,
  );
  const embedding = new PushEmbedding(predictions);
  const endings = new PushEndings(transactions, records, deliveries, queue);
  const blocks = new BlockedAccounts(Object.assign(new InProcessBus(), { request: async () => blocked }));
  const request = async (_: unknown, { body }: { body: { clientId: string } }) => {
    if (body.clientId === 'gone') throw new AppError('not_found', 'NUA client not found');
    return { webhook: client()?.clientWebhook, signingSecret: client()?.signingSecret };
  };
  /** Response of the accounts service for every account. */
  const blocked: { blockedFeatures: BlockableFeature[] } = { blockedFeatures: [] };
  const agentTasks = new AgentTaskRows(transactions, new AgentTaskRepository(), queue);
  const agents = new PushAgents(
    agentTasks,
    new AgentEngine(predictions, new TaskSecrets(envelope), { count: () => undefined }),
    blocks,
  );
  const processing = new PushProcessing(finding, embedding, agents, new MessageFiles(blobs, tokens));
  const available = new DeploymentModels(
    embedders,
    unreachableEmbedders(),
    generators,
    rerankers,
    unreachableProviders(),
  );
  const limits = new GivenLimits();
  const quota = new PushQuota(limits as unknown as UsageQuota, tokens);
  const checks = new PushChecks(tokens, available, predictions, quota);
  const bus = Object.assign(new InProcessBus(), { request });
  const admission = new PushAdmission(transactions, rows, queue, blocks, quota);
  return {
    transactions,
    admission,
    checks,
    dataSource,
    envelope,
    blobs,
    finding,
    records,
    rows,
    deliveries,
    tokens,
    endings,
    queue,
    strategies,
    model,
    limits,
    quota,
    blocked,
    blocks,
    agentTasks,
    written,
    pushes: new PushService(transactions, rows, checks, queue),
    push: new PushTask(admission, rows, processing, endings),
    webhook: new WebhookTask(transactions, rows, bus, egress),
    results: new QueueService(transactions, deliveries),
    shown: new RecordService(transactions, rows, new ProcessingListRepository(records), queue, endings),
    closing: [
      () => extractor.close(),
      () => egress.onApplicationShutdown(),
      () => rm(folder, { recursive: true, force: true }),
    ],
  };
}
