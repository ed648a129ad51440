import 'reflect-metadata';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { BusModule, BusServer, type ServingBus } from '@lectern/bus';
import type { Abstract, DynamicModule, INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { DiskRoom } from './disk/disk-room';
import { requireFreePort } from './free-port';
import { Health, type HealthPath, originOf } from './health';
import { Metrics } from './metrics';
import { Readiness } from './readiness';
import { RuntimeModule } from './runtime.module';
import { Lanes } from './lanes/lanes';
import { drainMsOf, Stopping } from './stopping';

export type ModuleClass = Type<object>;

/**
 * A module class that serves HTTP declares it with a static member: the application then uses Fastify with these
 * options and without Nest's body parser. The module finds the instance in Nest's `HttpAdapterHost`
 * (`host.httpAdapter.getInstance<FastifyInstance>()`) and adds its routes in `onModuleInit`.
 */
export interface HttpModule {
  readonly http: () => FastifyServerOptions;
}

export interface ApplicationParts {
  readonly bus: ServingBus;
  readonly metrics: Metrics;
  readonly logger: LoggerService | false;
  readonly host: string;
  readonly port: number;
  /** Health and metrics get their own listener; the gateway's port then has no metrics. */
  readonly health?: { readonly host: string; readonly port: number };
  /** Names of checks of which at least one must pass: when all fail, the process can do nothing. */
  readonly needsOneOf?: readonly string[];
  /** Watches the disks that the process writes to; without it, the process may fill them. */
  readonly disk?: DiskRoom;
  /** Longest time from `close` to its end. Default: nine seconds. */
  readonly shutdownTimeoutMs?: number;
}

/** Interval between two scans for connections whose last request has been answered. */
const IDLE_LOOK_MS = 50;

/** Running modules: created by `run`, and by tests that want the real application without another process. */
export class Application {
  private constructor(
    private readonly nest: INestApplicationContext,
    private readonly bus: ServingBus,
    private readonly http: FastifyInstance | undefined,
    private readonly healthServer: Server | undefined,
  ) {}

  /** Starts the modules: initialised, serving the bus, bootstrapped, listening, in this order. */
  static async start(modules: readonly ModuleClass[], parts: ApplicationParts): Promise<Application> {
    const edge = modules.find(isHttpModule);
    if (edge) await requireFreePort({ ...parts, setting: 'HTTP_PORT' });
    if (parts.health) await requireFreePort({ ...parts.health, setting: 'HEALTH_PORT' });
    const server = new BusServer(parts.bus, new Lanes(parts.metrics));
    class LecternModule {}
    const stopping = new Stopping(drainMsOf(parts.shutdownTimeoutMs ?? 9_000));
    const { disk = new DiskRoom({ reserveBytes: 0 }) } = parts;
    await disk.start();
    const imports = [
      RuntimeModule.of(parts.metrics, stopping, disk),
      BusModule.of(server, stopping.remainingMs),
      ...modules,
    ];
    const root: DynamicModule = { module: LecternModule, imports };
    const built = edge ? await buildEdge(root, edge, server, parts) : await buildService(root, server, parts);
    const { nest, http } = built;
    const health = parts.health && (await nest.get(Health).listen(parts.health.host, parts.health.port));
    const application = new Application(nest, parts.bus, http, health);
    try {
      nest.get(Readiness).register('bus', () => parts.bus.check());
      if (disk.isOn) nest.get(Readiness).register('disk', () => disk.check(), { otherwise: 'degraded' });
      nest.get(Readiness).needsOneOf(parts.needsOneOf ?? []);
      await built.start();
      await http?.listen({ host: parts.host, port: parts.port });
    } catch (error) {
      await application.close().catch(() => undefined);
      throw error;
    }
    nest.get(Readiness).enter('serving');
    return application;
  }

  /** Where the gateway listens. */
  get origin(): string | undefined {
    return this.http ? originOf(this.http.server) : undefined;
  }

  /** Where health and metrics listen, when they have a listener of their own. */
  get healthOrigin(): string | undefined {
    return this.healthServer && originOf(this.healthServer);
  }

  get<T>(token: Type<T> | Abstract<T> | symbol | string): T {
    return this.nest.get<T>(token, { strict: false });
  }

  /**
   * Stops in order: not ready, no new work (signalled by `Stopping`), open HTTP requests end, `onModuleDestroy` (the
   * modules' own work, such as tasks, ends), running calls end, `onApplicationShutdown` (connections close), the bus
   * disconnects. All open work shares one time limit.
   */
  async close(): Promise<void> {
    this.nest.get(Readiness).enter('stopping');
    const stopping = this.nest.get(Stopping);
    stopping.begin();
    await this.bus.withdraw();
    if (this.http) await closedWithin(this.http, stopping.remainingMs());
    await this.nest.close();
    await this.bus.close();
    this.nest.get(DiskRoom).stop();
    if (this.healthServer) await closed(this.healthServer);
  }
}

interface Built {
  readonly nest: INestApplicationContext;
  readonly http?: FastifyInstance;
  readonly start: () => Promise<unknown>;
}

function isHttpModule(module: ModuleClass): module is ModuleClass & HttpModule {
  return 'http' in module && typeof module.http === 'function';
}

async function buildService(root: DynamicModule, strategy: BusServer, { logger }: ApplicationParts): Promise<Built> {
  const nest = await NestFactory.createMicroservice(root, { strategy, logger, abortOnError: false });
  return { nest, start: () => nest.listen() };
}

async function buildEdge(
  root: DynamicModule,
  edge: HttpModule,
  strategy: BusServer,
  { logger, health }: ApplicationParts,
): Promise<Built> {
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  const adapter = new FastifyAdapter({ ...edge.http(), skipMiddie: true });
  const options = { logger, abortOnError: false, bodyParser: false } as const;
  const nest = await NestFactory.create(root, adapter, options);
  nest.connectMicroservice({ strategy });
  // Nest's adapter types its instance more loosely than Fastify does; it is the instance created one line above.
  const http = adapter.getInstance() as unknown as FastifyInstance;
  serveHealth(http, nest.get(Health), health === undefined);
  return { nest, http, start: () => nest.init().then(() => nest.startAllMicroservices()) };
}

function serveHealth(http: FastifyInstance, health: Health, withMetrics: boolean): void {
  const paths: readonly HealthPath[] = [
    '/health/alive',
    '/health/ready',
    ...(withMetrics ? (['/metrics'] as const) : []),
  ];
  for (const path of paths) {
    http.get(path, async (_, reply) => {
      const { status, contentType, body } = await health.answer(path);
      return reply.code(status).header('content-type', contentType).send(body);
    });
  }
}

async function closedWithin(http: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => http.server.closeAllConnections(), timeoutMs);
  // Closing the server closes only connections that are idle at that moment; clients keep all others open.
  const look = setInterval(() => http.server.closeIdleConnections(), IDLE_LOOK_MS);
  await http.close();
  clearTimeout(timer);
  clearInterval(look);
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
