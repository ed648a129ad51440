/** A server that tests can break and repair, as a program or in a container. */
export interface BreakableServer {
  /** Id of the process on this machine; absent for a container. */
  readonly pid?: number | undefined;
  /** Restarts it on the same port, with its data. */
  resume(): Promise<void>;
  /** Kills it, like a crash. */
  pause(): Promise<void>;
  /** Suspends it: connections stay open, but nothing is answered. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** A server of the test run. A server that was already running belongs to others: tests neither stop nor break it. */
export abstract class TestServer implements BreakableServer {
  protected constructor(
    readonly url: string,
    private readonly own?: BreakableServer,
  ) {}

  /** Whether tests may stop and resume it. */
  get isOurs(): boolean {
    return this.own !== undefined;
  }

  get pid(): number | undefined {
    return this.own?.pid;
  }

  async resume(): Promise<void> {
    await this.own?.resume();
  }

  async pause(): Promise<void> {
    await this.own?.pause();
  }

  async freeze(): Promise<void> {
    await this.own?.freeze();
  }

  async thaw(): Promise<void> {
    await this.own?.thaw();
  }

  async stop(): Promise<void> {
    await this.own?.stop();
  }
}
