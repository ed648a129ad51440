import { Readiness, Stopping } from '@lectern/runtime';
import {
  type DynamicModule,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  Optional,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { DatabaseServer } from './database-server';
import { openServiceDatabaseSoon } from './optional-database';
import { type ConnectionLimits, openServiceDatabase } from './service-database';
import type { ServiceSchema } from './service-schema';
import { handlersBeside } from './tasks/task-discovery';
import { TaskMetrics } from './tasks/task-metrics';
import { TaskQueue } from './tasks/task-queue';
import { TaskRunner } from './tasks/task-runner';
import { installTaskSchema } from './tasks/task-schema';
import { Transactions } from './transactions';

/** A process without its database is not ready, unless it can do without. */
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

/** Starts the tasks that the importing modules' providers run, when everything else has started. */
@Injectable()
class TaskWork implements OnApplicationBootstrap, OnModuleDestroy {
  private runner?: TaskRunner;
  private unwatch?: () => void;

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
    const url = await this.server.url();
    this.runner = await TaskRunner.start({
      url,
      queue: this.queue,
      tasks,
      concurrency: this.server.config.TASK_CONCURRENCY,
      observe: this.metrics.observe,
      stopping: this.stopping?.signal,
    });
    this.unwatch = this.metrics.watch(this.queue);
  }

  async onModuleDestroy(): Promise<void> {
    this.unwatch?.();
    await this.runner?.stop();
  }
}

/**
 * A service's database. The module that `forFeature` returns is imported by the service's modules, always the same
 * object; it offers `DataSource`, `Transactions` and `TaskQueue` of that schema, and runs the methods marked with
 * `@Runs` of the providers of the modules that import it.
 */
@Module({})
export class DatabaseModule {
  static forFeature(service: ServiceSchema): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [DatabaseServerModule],
      providers: [
        { provide: SERVICE, useValue: service },
        { provide: DataSource, useFactory: open, inject: [DatabaseServer, SERVICE, DatabaseReadiness] },
        transactions,
        { provide: TaskQueue, useFactory: queueOf, inject: [DatabaseServer, DataSource, SERVICE] },
        TaskWork,
      ],
      exports: [DataSource, Transactions, TaskQueue, DatabaseServerModule],
    };
  }

  /**
   * The database of a service that can do without: it starts and stays useful while the database is away, during which
   * `Transactions` fail with `unavailable`. It has no tasks.
   */
  static forOptional(service: ServiceSchema & { readonly hasTasks: false }): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [DatabaseServerModule],
      providers: [
        { provide: SERVICE, useValue: service },
        { provide: DataSource, useFactory: openOptional, inject: [DatabaseServer, SERVICE] },
        transactions,
      ],
      exports: [DataSource, Transactions, DatabaseServerModule],
    };
  }
}

const SERVICE = Symbol('service schema');

const transactions = {
  provide: Transactions,
  useFactory: (dataSource: DataSource) => new Transactions(dataSource),
  inject: [DataSource],
};

async function open(server: DatabaseServer, service: ServiceSchema, readiness: DatabaseReadiness): Promise<DataSource> {
  readiness.need();
  const dataSource = await openServiceDatabase(await server.url(), service, limitsOf(server));
  server.beforeStop(() => dataSource.destroy());
  return dataSource;
}

async function openOptional(server: DatabaseServer, service: ServiceSchema): Promise<DataSource> {
  const { dataSource, close } = await openServiceDatabaseSoon(await server.url(), service, limitsOf(server));
  server.beforeStop(close);
  return dataSource;
}

function limitsOf({ config }: DatabaseServer): ConnectionLimits {
  const { DATABASE_POOL_MAX: poolMax, DATABASE_STATEMENT_TIMEOUT_MS: statementTimeoutMs } = config;
  return { poolMax, statementTimeoutMs };
}

async function queueOf(server: DatabaseServer, dataSource: DataSource, { schema }: ServiceSchema): Promise<TaskQueue> {
  const queue = new TaskQueue(dataSource, `${schema}_tasks`);
  await installTaskSchema(await server.url(), queue.schema);
  return queue;
}
