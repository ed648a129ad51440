import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessBus } from '@lectern/bus';
import { AppError, type Principal } from '@lectern/contracts/core';
import {
  type AugmentableQuery,
  type AugmentationPayload,
  type AugmentationReference,
  type AugmentedQuery,
  clearAugmentations,
  listAugmentedResources,
  listChanges,
  putAugmentations,
  readAugmentableFields,
} from '@lectern/contracts/knowledge-box';
import { installTaskSchema, openServiceDatabase, TaskQueue, Transactions } from '@lectern/database';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { Embedders, type Generator, Generators, ModelStore, Rerankers } from '@lectern/models';
import { entitiesOf, temporaryDatabase } from '@lectern/testing';
import { type EmbeddingUse, understandingSchema } from '@lectern/understanding';
import { AugmentationModule } from '../augmentation.module';
import { AgentTaskRepository } from './agent-task.repository';
import { Logger } from '@nestjs/common';
import { Handlers } from '../../../bus/src/handlers';
import {
  configurationsOf,
  embeddingModelsOf,
  generativeModelsOf,
} from '../../../understanding/src/configuration/configurations.fixture';
import { PredictionModels } from '../../../understanding/src/prediction/prediction-models';
import { AgentBoxes, type ReadField } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import { BoxModels } from './box-models';
import { AgentTaskRows } from './agent-task-rows';
import { AgentTaskService } from './agent-task.service';
import { AgentPictures } from './agent-pictures';
import { AgentTriggers } from './agent-triggers';
import { SpecialTasks } from './special-tasks';
import { TaskSecrets } from './task-secrets';

/** A knowledge box as agents see it, which answers over the bus. */
export class AgentBox {
  readonly kbid = randomUUID();
  /** Fields of its resources, by their ids. */
  readonly resources = new Map<string, readonly ReadField[]>();
  /** Ids of processed resources, in the order of the feed. */
  readonly processed: string[] = [];
  /** Changes before this one are no longer kept. */
  keptFrom = 0;
  /** Changes on a page of the feed. */
  pageSize = 50;
  readonly puts: AugmentationPayload[] = [];
  /** Resources that a task was removed from. */
  readonly cleared: string[] = [];
  /** Called before anything is answered. */
  meets: (operation: string) => void = () => undefined;
  /** The same, and waited for. */
  meetsSlowly: (operation: string) => Promise<void> = async () => undefined;

  async open(): Promise<InProcessBus> {
    const bus = new InProcessBus();
    const handlers = new Handlers();
    const handle = (operation: { readonly name: string }, answer: (request: never) => unknown, stream = false) =>
      handlers.handle(operation.name, {
        stream,
        handle: async (request) => {
          this.meets(operation.name);
          await this.meetsSlowly(operation.name);
          return answer(request as never); // each answers the request of its operation
        },
      });
    handle(listChanges, ({ query }: { query: { cursor?: string; limit: number } }) => this.changes(query));
    handle(listAugmentedResources, ({ body }: { body: AugmentedQuery }) => this.page(body));
    handle(readAugmentableFields, ({ body }: { body: AugmentableQuery }) => this.read(body), true);
    handle(putAugmentations, ({ body }: { body: AugmentationPayload }) => void this.puts.push(body));
    handle(clearAugmentations, ({ body }: { body: AugmentationReference }) => void this.cleared.push(body.rid));
    await bus.serve(handlers);
    return bus;
  }

  private changes({ cursor }: { readonly cursor?: string }) {
    const end = this.processed.length;
    const from = cursor === undefined ? end : Number(cursor);
    if (from < this.keptFrom) throw new AppError('precondition_failed', 'The cursor is too old');
    const to = Math.min(end, from + this.pageSize);
    const changes = this.processed.slice(from, to).map((resource_id) => ({ resource_id, operation: 'processed' }));
    return { changes, cursor: String(to), has_more: to < end, kept_days: 7 };
  }

  /** All resources; with a task those that it found something in. */
  private page({ after, limit, task }: AugmentedQuery) {
    const written = this.puts.filter(({ findings }) => findings.some((one) => one.task === task)).map(({ rid }) => rid);
    const all = task === undefined ? [...this.resources.keys()] : [...new Set(written)];
    const rids = all.toSorted().filter((rid) => rid > after);
    return { rids: rids.slice(0, limit) };
  }

  private async *read({ rid = '', after = '' }: AugmentableQuery) {
    const fields = this.resources.get(rid);
    if (!fields) throw new AppError('not_found', 'Resource not found');
    yield { resource: { rid, icon: 'text/plain', labels: [], done: {}, failed: {} } };
    for (const field of fields) if (`${field.letter}/${field.id}` > after) yield { field };
  }
}

/** Triggers of tasks that have none: no call is ever queued. */
export function noTriggers(): AgentTriggers {
  return Object.assign(Object.create(AgentTriggers.prototype), { admit: async () => undefined, send: async () => [] });
}

/** Files have no pictures. */
export function noPictures(): AgentPictures {
  return Object.assign(Object.create(AgentPictures.prototype), { reader: () => async () => undefined });
}

/** Only tasks that go through resources. */
export function noSpecialTasks(): SpecialTasks {
  return Object.assign(Object.create(SpecialTasks.prototype), { find: () => undefined });
}

/** A field with one paragraph. */
export function fieldOf(id: string, text: string): ReadField {
  const metadata = { links: [], paragraphs: [], ner: {}, entities: {}, classifications: [], language: 'en' };
  const paragraphs = [{ key: `${id}/0`, start: 0, end: Array.from(text).length }];
  // Agents read only these members.
  return { letter: 't', id, version: '1', text, paragraphs, metadata } as unknown as ReadField;
}

/** Predictions of a deployment with one generative model. */
export async function predictionsWith(generator: Generator) {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  const store = new ModelStore(folder);
  const [embedders, rerankers] = await Promise.all([
    Embedders.open({ store, workers: 1, threads: 1 }),
    Rerankers.open('lexical', { store, workers: 1, threads: 1 }),
  ]);
  const generators = new Generators([generator], generator.description.id);
  const predictions = new PredictionModels(
    embeddingModelsOf(embedders),
    generators,
    rerankers,
    generativeModelsOf(generators),
    configurationsOf([embedders, generators, rerankers]),
  );
  return { predictions, close: () => rm(folder, { recursive: true, force: true }) };
}

/** Use of embedding models that counts nowhere. */
export function noUse(): Pick<EmbeddingUse, 'count'> {
  return { count: () => undefined };
}

/** Secrets of tasks under a new key. */
export function newTaskSecrets(): TaskSecrets {
  return new TaskSecrets(new SecretEnvelope([masterKeyOf(randomSecret())]));
}

/** Tasks of agents in a database of their own. */
export async function openAgentWorld(generator: Generator) {
  Logger.overrideLogger(false);
  const database = await temporaryDatabase();
  const limits = { poolMax: 6, statementTimeoutMs: 30_000 };
  const schema = { ...understandingSchema, entities: entitiesOf(AugmentationModule) };
  const dataSource = await openServiceDatabase(database.url, schema, limits);
  const queue = new TaskQueue(dataSource, 'understanding_tasks');
  await installTaskSchema(database.url, queue.schema);
  const transactions = new Transactions(dataSource);
  const rows = new AgentTaskRows(transactions, new AgentTaskRepository(), queue);
  const { predictions, close } = await predictionsWith(generator);
  const secrets = newTaskSecrets();
  const engine = new AgentEngine(predictions, secrets, noUse());
  return {
    secrets,
    predictions,
    url: database.url,
    dataSource,
    queue,
    transactions,
    rows,
    engine,
    serviceOf: async (box: AgentBox) => {
      const bus = await box.open();
      const boxes = new AgentBoxes(bus);
      return new AgentTaskService(rows, engine, boxes, secrets, new BoxModels(bus, boxes));
    },
    close: async () => {
      await close();
      await dataSource.destroy();
      await database.drop();
    },
  };
}

export function caller(members: Partial<Principal> = {}): Principal {
  return { kind: 'user', id: 'ann', account: randomUUID(), roles: [], ...members };
}
