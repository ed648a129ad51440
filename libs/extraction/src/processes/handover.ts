/** Hands values from one who makes them to one who takes them; either waits for the other. */
export class Handover<T> implements AsyncIterable<T> {
  private readonly waiting: { readonly value: T; readonly taken: () => void }[] = [];
  private closed = false;
  private changed: () => void = () => undefined;

  /** Settles when the value was taken, or nobody takes any more. */
  put(value: T): Promise<void> {
    if (this.closed) return Promise.resolve();
    return new Promise((taken) => {
      this.waiting.push({ value, taken });
      this.changed();
    });
  }

  /** Values that were put before are still delivered. */
  close(): void {
    this.closed = true;
    this.changed();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        const next = this.waiting.shift();
        if (next) {
          next.taken();
          yield next.value;
        } else if (this.closed) {
          return;
        } else {
          await new Promise<void>((changed) => (this.changed = changed));
        }
      }
    } finally {
      this.closed = true;
      for (const { taken } of this.waiting.splice(0)) taken();
    }
  }
}
