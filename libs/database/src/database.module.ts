import { setTimeout as sleep } from 'node:timers/promises';
import { DiskRoom, Readiness, Stopping } from '@lectern/runtime';
import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  Optional,
  type Provider,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { DatabaseServer } from './database-server';
import { type OptionalDatabase, openServiceDatabaseSoon } from './optional-database';
import { type ConnectionLimits, openServiceDatabase } from './service-database';
import { registeredEntities } from './rows-of';
import { type ServiceSchema, taskSchemaOf } from './service-schema';
import { handlersBeside } from './tasks/task-discovery';
import { TaskMetrics } from './tasks/task-metrics';
import { TaskQueue } from './tasks/task-queue';
import { type RegisteredTask, TaskRunner } from './tasks/task-runner';
import { installTaskSchema } from './tasks/task-schema';
import { Transactions } from './transactions';

/** A process without its database is not ready, unless the database is optional. */
@Injectable()
class DatabaseReadiness {
  constructor(
    private readonly server: DatabaseServer,
    @Optional() private readonly readiness?: Readiness,
  ) {
    this.register('degraded');
  }

  need(): void {
    this.register('not ready');
  }

  private register(otherwise: 'not ready' | 'degraded'): void {
    this.readiness?.register('database', () => this.server.check(), { otherwise });
  }
}

@Module({
  providers: [{ provide: DatabaseServer, useFactory: () => new DatabaseServer() }, DatabaseReadiness, TaskMetrics],
  exports: [DatabaseServer, DatabaseReadiness, TaskMetrics],
})
export class DatabaseServerModule {}

/** Starts the tasks that providers of the importing modules handle, after everything else has started. */
@Injectable()
class TaskWork implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly ending = new AbortController();
  private starting?: Promise<void>;
  private runner?: TaskRunner;
  private unwatch?: () => void;
  @Inject(DiskRoom) @Optional() private readonly disk?: DiskRoom;

  constructor(
    private readonly server: DatabaseServer,
    private readonly queue: TaskQueue,
    private readonly modules: ModulesContainer,
    private readonly metrics: TaskMetrics,
    @Optional() private readonly stopping?: Stopping,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const tasks = handlersBeside(this, this.modules);
    if (tasks.length === 0) return;
    if (!this.queue.opened) return this.start(tasks);
    void this.queue.opened.then(() => (this.starting = this.startSoon(tasks)));
  }

  /** The database was available a moment ago, but may be unavailable again. */
  private async startSoon(tasks: readonly RegisteredTask[]): Promise<void> {
    while (!this.ending.signal.aborted) {
      try {
        return await this.start(tasks);
      } catch (error) {
        new Logger(`Tasks ${this.queue.schema}`).warn(`Work on tasks waits for the database: ${String(error)}`);
        await sleep(RETRY_MS, undefined, { ref: false, signal: this.ending.signal }).catch(() => undefined);
      }
    }
  }

  private async start(tasks: readonly RegisteredTask[]): Promise<void> {
    const url = await this.server.url();
    this.runner = await TaskRunner.start({
      url,
      queue: this.queue,
      tasks,
      concurrency: this.server.config.TASK_CONCURRENCY,
      observe: this.metrics.observe,
      stopping: this.stopping?.signal,
      disk: this.disk,
    });
    this.unwatch = this.metrics.watch(this.queue);
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.starting;
    this.unwatch?.();
    await this.runner?.stop();
  }
}

/**
 * A service's database. The modules of the service import the module that `forFeature` returns, always the same object.
 * It provides `DataSource`, `Transactions` and `TaskQueue` of that schema, knows the entities that importing modules
 * register (`rowsOf`), and runs the methods of their providers that are marked with `@Runs`.
 */
@Module({})
export class DatabaseModule {
  static forFeature(service: ServiceSchema): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [DatabaseServerModule],
      providers: [
        ...schemaOf(service),
        { provide: DataSource, useFactory: open, inject: [DatabaseServer, WHOLE, DatabaseReadiness] },
        transactions,
        { provide: TaskQueue, useFactory: queueOf, inject: [DatabaseServer, DataSource, SERVICE] },
        TaskWork,
      ],
      exports: [DataSource, Transactions, TaskQueue, DatabaseServerModule],
    };
  }

  /**
   * The optional database of a service that starts and stays useful while the database is unavailable; until
   * it is available, `Transactions` fail with `unavailable`. Its tasks, if any, start when the database is available.
   */
  static forOptional(service: ServiceSchema): DynamicModule {
    const tasks = (service.hasTasks ?? true) ? [optionalQueue, TaskWork] : [];
    return {
      module: DatabaseModule,
      imports: [DatabaseServerModule],
      providers: [
        ...schemaOf(service),
        { provide: OPTIONAL, useFactory: openOptional, inject: [DatabaseServer, WHOLE] },
        { provide: DataSource, useFactory: ({ dataSource }: OptionalDatabase) => dataSource, inject: [OPTIONAL] },
        transactions,
        ...tasks,
      ],
      exports: [DataSource, Transactions, DatabaseServerModule, ...(tasks.length > 0 ? [TaskQueue] : [])],
    };
  }
}

const SERVICE = Symbol('service schema');
const WHOLE = Symbol('schema with the entities of features');
const OPTIONAL = Symbol('optional database');
const RETRY_MS = 2_000;

function schemaOf(service: ServiceSchema): Provider[] {
  const withEntities = (modules: ModulesContainer): ServiceSchema => ({
    ...service,
    entities: [...(service.entities ?? []), ...registeredEntities(SERVICE, service, modules)],
  });
  return [
    { provide: SERVICE, useValue: service },
    { provide: WHOLE, useFactory: withEntities, inject: [ModulesContainer] },
  ];
}

const optionalQueue = {
  provide: TaskQueue,
  useFactory: ({ dataSource, opened }: OptionalDatabase, service: ServiceSchema) =>
    new TaskQueue(dataSource, taskSchemaOf(service), opened),
  inject: [OPTIONAL, SERVICE],
};

const transactions = {
  provide: Transactions,
  useFactory: (dataSource: DataSource) => new Transactions(dataSource),
  inject: [DataSource],
};

async function open(server: DatabaseServer, service: ServiceSchema, readiness: DatabaseReadiness): Promise<DataSource> {
  readiness.need();
  const dataSource = await openServiceDatabase(await server.url(), service, connectionLimits(server));
  server.beforeStop(() => dataSource.destroy());
  return dataSource;
}

async function openOptional(server: DatabaseServer, service: ServiceSchema): Promise<OptionalDatabase> {
  const database = await openServiceDatabaseSoon(await server.url(), service, connectionLimits(server));
  server.beforeStop(database.close);
  return database;
}

function connectionLimits({ config }: DatabaseServer): ConnectionLimits {
  const { DATABASE_POOL_MAX: poolMax, DATABASE_STATEMENT_TIMEOUT_MS: statementTimeoutMs } = config;
  return { poolMax, statementTimeoutMs };
}

async function queueOf(server: DatabaseServer, dataSource: DataSource, service: ServiceSchema): Promise<TaskQueue> {
  const queue = new TaskQueue(dataSource, taskSchemaOf(service));
  await installTaskSchema(await server.url(), queue.schema);
  return queue;
}
