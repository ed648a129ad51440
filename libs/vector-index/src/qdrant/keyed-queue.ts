/** Runs work with the same key in order, and other work concurrently. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.flatMap((key) => this.last.get(key) ?? []);
    const running = Promise.allSettled(before).then(work);
    const settled = running.catch(() => undefined);
    for (const key of keys) this.last.set(key, settled);
    try {
      return await running;
    } finally {
      for (const key of keys) if (this.last.get(key) === settled) this.last.delete(key);
    }
  }

  /** Resolves when all submitted work is done. */
  async drain(): Promise<void> {
    while (this.last.size > 0) await Promise.all(this.last.values());
  }
}
