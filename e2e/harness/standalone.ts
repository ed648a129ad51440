import { freePort } from '@lectern/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabaseTemplate } from './database-template';
import { BOOTSTRAP_TOKEN, type Deployment } from './deployment';
import { answersOk, AppProcess } from './process';

const START_TIMEOUT_MS = 300_000;

export interface StandaloneOptions {
  /** Kept after the stop; a temporary one, removed, when absent. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** All services in one process on embedded parts. */
export class Standalone implements Deployment {
  readonly token = BOOTSTRAP_TOKEN;

  private constructor(
    readonly origin: string,
    private process: AppProcess,
    private readonly place: {
      readonly folder: string;
      readonly isTemporary: boolean;
      readonly env: Readonly<Record<string, string>>;
    },
  ) {}

  static async start({ dataDir, env = {} }: StandaloneOptions = {}): Promise<Standalone> {
    const folder = dataDir ?? (await temporaryFolder());
    if (!env['DATABASE_URL']) await copyDatabaseTemplate(join(folder, 'postgres'));
    const place = { folder, isTemporary: dataDir === undefined };
    const begin = async () => {
      const port = Number(env['HTTP_PORT'] ?? (await freePort()));
      const all = { HTTP_PORT: String(port), DATA_DIR: folder, BOOTSTRAP_TOKEN, ...env };
      const app = AppProcess.start('standalone', all);
      const standalone = new Standalone(`http://127.0.0.1:${port}`, app, { ...place, env: all });
      await standalone.untilReady();
      return standalone;
    };
    // A port that was free may be taken by the time that the program listens.
    const isPortTaken = (error: unknown) =>
      !env['HTTP_PORT'] && /EADDRINUSE|is taken by another program/.test(String(error));
    return begin().catch((error: unknown) => (isPortTaken(error) ? begin() : Promise.reject(error)));
  }

  get app(): AppProcess {
    return this.process;
  }

  /** Kills it as a crash would, and starts it again on the same port and folder after `meanwhile`. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    this.process.kill();
    await meanwhile();
    this.process = AppProcess.start('standalone', this.place.env);
    await this.untilReady();
  }

  private untilReady(): Promise<void> {
    return this.process.until(() => answersOk(`${this.origin}/api/v1/health/ready`), START_TIMEOUT_MS);
  }

  get folder(): string {
    return this.place.folder;
  }

  printed(): string {
    return this.process.printed;
  }

  async stop(): Promise<void> {
    await this.process.stop();
    if (this.place.isTemporary) await rm(this.folder, { recursive: true, force: true });
  }
}

/** The link among what a process printed, with which its root user signs in to the console. */
export function signInLinkOf(printed: string): string | undefined {
  return /^Console[^\n]*: (http\S+)$/m.exec(printed)?.[1];
}

/** Reachable for the user that an embedded Postgres runs as when we are root. */
export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'lectern-e2e-'));
}
