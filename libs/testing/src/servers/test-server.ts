/** A server that tests break and mend, wherever it runs. */
export interface BreakableServer {
  /** Of a running process of this machine; absent for a container. */
  readonly pid?: number | undefined;
  /** Starts it again on the same port, with what it held. */
  resume(): Promise<void>;
  /** Stops it hard, as a crash would. */
  pause(): Promise<void>;
  /** Lets it hold its connections and do nothing. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Ends it, and what it held. */
  stop(): Promise<void>;
}

/** A server of the test run. One that was found running belongs to somebody else: it is neither stopped nor broken. */
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
