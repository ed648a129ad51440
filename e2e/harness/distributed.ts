import { EmbeddedPostgres } from '@lectern/database';
import { findNatsServer, freePort, NatsServer } from '@lectern/testing';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyDatabaseTemplate } from './database-template';
import { BOOTSTRAP_TOKEN, type Deployment } from './deployment';
import { answersOk, AppProcess, projectRoot } from './process';
import { smallModel } from './small-model';
import { temporaryFolder } from './standalone';

const START_TIMEOUT_MS = 300_000;
const KNOWN_MS_MAX = 15_000;
/** A name of the table of services. */
export type Service = string;
export const services: readonly Service[] = Object.keys(
  JSON.parse(readFileSync(join(projectRoot, 'tools/services.json'), 'utf8')),
);

export interface DistributedOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Those that run; all when absent. */
  readonly only?: readonly Service[];
  /** Servers that it uses instead of embedded engines; stopped with it. */
  readonly engines?: Engines;
  /** Processes of each service; more than one needs servers, since an embedded index has one writer. */
  readonly instances?: number;
  /** Kept after the stop; a temporary one, removed, when absent. */
  readonly folder?: string;
  /** Called for every process as soon as it runs. */
  readonly onStart?: (service: Service, app: AppProcess) => void;
}

/** Stores of indexes and blobs. */
export interface Engines {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface ReadinessAnswer {
  /** Of HTTP. */
  readonly code: number;
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

interface Parts {
  readonly engines: Engines | undefined;
  readonly nats: NatsServer;
  postgres: EmbeddedPostgres;
  readonly postgresFolder: string;
  /** Removed at the end. */
  readonly temporary: string | undefined;
  readonly onStart: DistributedOptions['onStart'];
}

/** Each service as its own process, over a real nats-server and one Postgres. */
export class Distributed implements Deployment {
  readonly token = BOOTSTRAP_TOKEN;
  private readonly apps = new Map<string, AppProcess>();
  private readonly healthPorts = new Map<string, number>();

  private constructor(
    private readonly ports: readonly number[],
    private readonly parts: Parts,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Why it cannot be run here; undefined when it can. */
  static missing(): string | undefined {
    const found = findNatsServer();
    return 'missing' in found ? found.missing : undefined;
  }

  static async start({
    env = {},
    folder,
    engines,
    only = services,
    instances = 1,
    onStart,
  }: DistributedOptions = {}): Promise<Distributed> {
    const temporary = folder === undefined ? await temporaryFolder() : undefined;
    const place = folder ?? temporary ?? '';
    const postgresFolder = join(place, 'postgres');
    await copyDatabaseTemplate(postgresFolder);
    const [nats, postgres, free] = await Promise.all([
      NatsServer.start(findNatsServer()),
      EmbeddedPostgres.start({ folder: postgresFolder }),
      freePort(),
    ]);
    const port = Number(env['HTTP_PORT'] ?? free);
    const ports = [port, ...(await Promise.all(Array.from({ length: instances - 1 }, freePort)))];
    const distributed = new Distributed(
      ports,
      { nats, postgres, postgresFolder, engines, temporary, onStart },
      {
        NATS_URL: nats.url,
        DATABASE_URL: postgres.url,
        DATA_DIR: join(place, 'data'),
        MAIL_DIR: join(place, 'mails'),
        BOOTSTRAP_TOKEN,
        // The same for all gateways, as behind a load balancer.
        ZONE_ORIGIN: `http://127.0.0.1:${port}`,
        ...smallModel(),
        ...engines?.env,
        ...env,
      },
    );
    try {
      const wanted = only.flatMap((service) => ports.map((_, instance) => ({ service, instance })));
      await Promise.all(wanted.map(({ service, instance }) => distributed.startService(service, instance)));
      await distributed.untilReady();
      return distributed;
    } catch (error) {
      await distributed.stop().catch(() => undefined);
      throw error;
    }
  }

  get folder(): string {
    return dirname(this.parts.postgresFolder);
  }

  /** Of each gateway. */
  get origins(): readonly string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  get origin(): string {
    return this.origins[0] ?? '';
  }

  /** @throws Error with what a gateway printed when it does not get ready in time */
  async untilReady(): Promise<void> {
    const ready = this.origins.map((origin, instance) =>
      this.app('gateway', instance).until(() => answersOk(`${origin}/api/v1/health/ready`), START_TIMEOUT_MS),
    );
    await Promise.all(ready);
    // A gateway is ready before the service that knows who calls, when that one starts slowly.
    const endMs = performance.now() + KNOWN_MS_MAX;
    while (this.apps.has(nameOf('accounts', 0)) && performance.now() < endMs && !(await this.knowsCallers()))
      await sleep(100);
  }

  private async knowsCallers(): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.token}` };
    return fetch(`${this.origin}/api/v1/user`, { headers }).then(
      ({ status }) => status !== 503,
      () => false,
    );
  }

  /** @throws Error when it is missing */
  app(service: Service, instance = 0): AppProcess {
    const app = this.apps.get(nameOf(service, instance));
    if (!app) throw new Error(`${nameOf(service, instance)} does not run`);
    return app;
  }

  async startService(service: Service, instance = 0): Promise<void> {
    const healthPort = await freePort();
    // Only gateways listen on it; of other services there may be more than there are gateways.
    const ports = { HTTP_PORT: String(this.ports[instance] ?? this.ports[0]), HEALTH_PORT: String(healthPort) };
    const app = AppProcess.start(service, { ...this.env, ...ports });
    this.apps.set(nameOf(service, instance), app);
    this.healthPorts.set(nameOf(service, instance), healthPort);
    this.parts.onStart?.(service, app);
    await app.until(() => answersOk(`http://127.0.0.1:${healthPort}/health/alive`), START_TIMEOUT_MS);
  }

  /** Readiness report of a process. */
  async readiness(service: Service, instance = 0): Promise<ReadinessAnswer> {
    const answer = await fetch(`${this.healthOrigin(service, instance)}/health/ready`);
    // Answer of every process there.
    return { code: answer.status, ...((await answer.json()) as Omit<ReadinessAnswer, 'code'>) };
  }

  /** In Prometheus's text format. */
  async metrics(service: Service, instance = 0): Promise<string> {
    return (await fetch(`${this.healthOrigin(service, instance)}/metrics`)).text();
  }

  /** The server that its services talk over, to be broken and mended. */
  get nats(): NatsServer {
    return this.parts.nats;
  }

  get postgresPid(): number {
    return this.parts.postgres.pid;
  }

  /** Ends Postgres as a crash would, and starts it again on the same folder when `meanwhile` is done. */
  async crashPostgres(meanwhile: () => Promise<unknown>): Promise<void> {
    process.kill(this.parts.postgres.pid, 'SIGKILL');
    await meanwhile().finally(async () => {
      this.parts.postgres = await EmbeddedPostgres.start({ folder: this.parts.postgresFolder });
    });
  }

  private healthOrigin(service: Service, instance: number): string {
    return `http://127.0.0.1:${this.healthPorts.get(nameOf(service, instance))}`;
  }

  printed(): string {
    return [...this.apps].map(([name, app]) => `--- ${name}\n${app.printed}`).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apps.values()].map((app) => app.stop()));
    await this.parts.nats.stop();
    await this.parts.postgres.stop();
    await this.parts.engines?.stop();
    if (this.parts.temporary) await rm(this.parts.temporary, { recursive: true, force: true });
  }
}

function nameOf(service: Service, instance: number): string {
  return instance === 0 ? service : `${service} ${instance + 1}`;
}
