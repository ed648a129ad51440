import type { SpawnedServer } from './spawned-server';

/** A server of the test run. One that was found running belongs to somebody else: it is neither stopped nor broken. */
export abstract class TestServer {
  protected constructor(
    readonly url: string,
    private readonly spawned?: SpawnedServer,
  ) {}

  /** Whether tests may stop and resume it. */
  get isOurs(): boolean {
    return this.spawned !== undefined;
  }

  get pid(): number | undefined {
    return this.spawned?.pid;
  }

  /** Starts it again on the same port, with what it held. */
  async resume(): Promise<void> {
    await this.spawned?.resume();
  }

  /** Stops it hard, as a crash would. */
  async pause(): Promise<void> {
    await this.spawned?.pause();
  }

  async stop(): Promise<void> {
    await this.spawned?.stop();
  }
}
