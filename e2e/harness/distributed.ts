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

/** Each service as a process of its own, over a real nats-server and one Postgres. */
export class Distributed implements Deployment {
  readonly token = BOOTSTRAP_TOKEN;
  private readonly apps = new Map<Service, AppProcess>();

  private constructor(
    readonly origin: string,
    private readonly parts: { readonly nats: NatsServer; readonly postgres: EmbeddedPostgres; readonly folder: string },
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Why it cannot be run here; undefined when it can. */
  static missing(): string | undefined {
    const found = findNatsServer();
    return 'missing' in found ? found.missing : undefined;
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<Distributed> {
    const folder = await temporaryFolder();
    const [nats, postgres, port] = await Promise.all([
      NatsServer.start(findNatsServer()),
      EmbeddedPostgres.start({ folder: join(folder, 'postgres') }),
      freePort(),
    ]);
    const distributed = new Distributed(`http://127.0.0.1:${port}`, { nats, postgres, folder }, {
      NATS_URL: nats.url,
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      HTTP_PORT: String(port),
      BOOTSTRAP_TOKEN,
      ...env,
    });
    await Promise.all(services.map((service) => distributed.startService(service)));
    const ready = () => answersOk(`${distributed.origin}/api/v1/health/ready`);
    await distributed.app('gateway').until(ready, START_TIMEOUT_MS);
    return distributed;
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
    await app.until(() => answersOk(`http://127.0.0.1:${healthPort}/health/alive`), START_TIMEOUT_MS);
  }

  printed(): string {
    return [...this.apps].map(([name, app]) => `--- ${name}\n${app.printed}`).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apps.values()].map((app) => app.stop()));
    await this.parts.nats.stop();
    await this.parts.postgres.stop();
    await rm(this.parts.folder, { recursive: true, force: true });
  }
}
