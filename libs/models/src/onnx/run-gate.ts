const running = 0;
const closed = 1;
const waitTimeoutMs = 2_000;

/**
 * Keeps native code from running in a worker while the process ends, which would abort it: the worker runs a piece of
 * it only inside the gate, and the main thread closes the gate last of all.
 */
export class RunGate {
  private readonly flags: Int32Array;

  /** @param shared by the main thread and one worker */
  constructor(readonly shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.flags = new Int32Array(shared);
  }

  /** For the worker. Never resolves once the gate is closed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    Atomics.store(this.flags, running, 1);
    try {
      if (Atomics.load(this.flags, closed) === 1) return await new Promise<never>(() => this.leave());
      return await work();
    } finally {
      this.leave();
    }
  }

  /** For the main thread: waits for what runs, two seconds at most, and lets nothing run after it. */
  close(): void {
    Atomics.store(this.flags, closed, 1);
    Atomics.wait(this.flags, running, 1, waitTimeoutMs);
  }

  private leave(): void {
    Atomics.store(this.flags, running, 0);
    Atomics.notify(this.flags, running);
  }
}
