import { freePort } from '@lectern/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOOTSTRAP_TOKEN, type Deployment } from './deployment';
import { answersOk, AppProcess } from './process';

const START_TIMEOUT_MS = 60_000;

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
    readonly app: AppProcess,
    private readonly place: { readonly folder: string; readonly isTemporary: boolean },
  ) {}

  static async start({ dataDir, env = {} }: StandaloneOptions = {}): Promise<Standalone> {
    const folder = dataDir ?? (await temporaryFolder());
    const port = Number(env['HTTP_PORT'] ?? (await freePort()));
    const app = AppProcess.start('standalone', {
      HTTP_PORT: String(port),
      DATA_DIR: folder,
      BOOTSTRAP_TOKEN,
      // Tests fetch links from servers of their own.
      ...env,
    });
    const origin = `http://127.0.0.1:${port}`;
    const standalone = new Standalone(origin, app, { folder, isTemporary: dataDir === undefined });
    await app.until(() => answersOk(`${origin}/api/v1/health/ready`), START_TIMEOUT_MS);
    return standalone;
  }

  get folder(): string {
    return this.place.folder;
  }

  printed(): string {
    return this.app.printed;
  }

  async stop(): Promise<void> {
    await this.app.stop();
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
