const RUNNING = 0;
const CLOSED = 1;
const WAIT_TIMEOUT_MS = 2_000;

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
    Atomics.store(this.flags, RUNNING, 1);
    try {
      if (Atomics.load(this.flags, CLOSED) === 1) return await new Promise<never>(() => this.leave());
      return await work();
    } finally {
      this.leave();
    }
  }

  /** For the main thread: waits for what runs, two seconds at most, and lets nothing run after it. */
  close(): void {
    Atomics.store(this.flags, CLOSED, 1);
    Atomics.wait(this.flags, RUNNING, 1, WAIT_TIMEOUT_MS);
  }

  private leave(): void {
    Atomics.store(this.flags, RUNNING, 0);
    Atomics.notify(this.flags, RUNNING);
  }
}
