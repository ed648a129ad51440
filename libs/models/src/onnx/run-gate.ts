const RUNNING = 0;
const CLOSED = 1;
/** A batch takes a fraction of a second, or seconds on a busy machine; loading a model takes longer. */
const WAIT_TIMEOUT_MS = 10_000;

/**
 * Prevents native code from running in a worker while the process ends, which would abort it: the worker runs such code
 * only inside the gate, and the main thread closes the gates last of all.
 */
export class RunGate {
  private readonly flags: Int32Array;

  /** @param shared by the main thread and one worker */
  constructor(readonly shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.flags = new Int32Array(shared);
  }

  /** For the worker. Never resolves after the gate is closed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    Atomics.store(this.flags, RUNNING, 1);
    try {
      if (Atomics.load(this.flags, CLOSED) === 1) return await new Promise<never>(() => this.leave());
      return await work();
    } finally {
      this.leave();
    }
  }

  /** For the main thread: prevents further runs, and waits for running ones, 10 s at most for all gates together. */
  static closeAll(gates: Iterable<RunGate>): void {
    const all = [...gates].map(({ flags }) => flags);
    for (const flags of all) Atomics.store(flags, CLOSED, 1);
    const untilMs = performance.now() + WAIT_TIMEOUT_MS;
    for (const flags of all) Atomics.wait(flags, RUNNING, 1, Math.max(0, untilMs - performance.now()));
  }

  private leave(): void {
    Atomics.store(this.flags, RUNNING, 0);
    Atomics.notify(this.flags, RUNNING);
  }
}
