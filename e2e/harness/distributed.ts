import { EmbeddedPostgres } from '@lectern/database';
import { findNatsServer, NatsServer } from '@lectern/testing';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BOOTSTRAP_TOKEN, type Deployment } from './deployment';
import { answersOk, AppProcess, freePort } from './process';
import { temporaryFolder } from './standalone';

const START_TIMEOUT_MS = 60_000;
export const services = ['accounts', 'knowledge-box', 'understanding', 'search', 'gateway'] as const;
export type Service = (typeof services)[number];

export interface DistributedOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Kept after the stop; a temporary one, removed, when absent. */
  readonly folder?: string;
  /** Told of every process as soon as it runs. */
  readonly onStart?: (service: Service, app: AppProcess) => void;
}

interface Parts {
  readonly nats: NatsServer;
  readonly postgres: EmbeddedPostgres;
  /** Removed at the end. */
  readonly temporary: string | undefined;
  readonly onStart: DistributedOptions['onStart'];
}

/** Each service as a process of its own, over a real nats-server and one Postgres. */
export class Distributed implements Deployment {
  readonly token = BOOTSTRAP_TOKEN;
  private readonly apps = new Map<Service, AppProcess>();

  private constructor(
    readonly origin: string,
    private readonly parts: Parts,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Why it cannot be run here; undefined when it can. */
  static missing(): string | undefined {
    const found = findNatsServer();
    return 'missing' in found ? found.missing : undefined;
  }

  static async start({ env = {}, folder, onStart }: DistributedOptions = {}): Promise<Distributed> {
    const temporary = folder === undefined ? await temporaryFolder() : undefined;
    const place = folder ?? temporary ?? '';
    const [nats, postgres, free] = await Promise.all([
      NatsServer.start(findNatsServer()),
      EmbeddedPostgres.start({ folder: join(place, 'postgres') }),
      freePort(),
    ]);
    const port = env['HTTP_PORT'] ?? String(free);
    const distributed = new Distributed(
      `http://127.0.0.1:${port}`,
      { nats, postgres, temporary, onStart },
      {
        NATS_URL: nats.url,
        DATABASE_URL: postgres.url,
        DATA_DIR: join(place, 'data'),
        HTTP_PORT: port,
        BOOTSTRAP_TOKEN,
        ...env,
      },
    );
    try {
      await Promise.all(services.map((service) => distributed.startService(service)));
      await distributed.untilReady();
      return distributed;
    } catch (error) {
      await distributed.stop().catch(() => undefined);
      throw error;
    }
  }

  /** @throws Error with what the gateway printed when it does not get ready in time */
  untilReady(): Promise<void> {
    return this.app('gateway').until(() => answersOk(`${this.origin}/api/v1/health/ready`), START_TIMEOUT_MS);
  }

  app(service: Service): AppProcess {
    const app = this.apps.get(service);
    if (!app) throw new Error(`${service} does not run`);
    return app;
  }

  async startService(service: Service): Promise<void> {
    const healthPort = await freePort();
    const app = AppProcess.start(service, { ...this.env, HEALTH_PORT: String(healthPort) });
    this.apps.set(service, app);
    this.parts.onStart?.(service, app);
    await app.until(() => answersOk(`http://127.0.0.1:${healthPort}/health/alive`), START_TIMEOUT_MS);
  }

  printed(): string {
    return [...this.apps].map(([name, app]) => `--- ${name}\n${app.printed}`).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apps.values()].map((app) => app.stop()));
    await this.parts.nats.stop();
    await this.parts.postgres.stop();
    if (this.parts.temporary) await rm(this.parts.temporary, { recursive: true, force: true });
  }
}
