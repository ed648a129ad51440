/** Checks each item once for all times that it was added while it waited, `atOnce` of them at a time. */
export class CheckLane<T> {
  private readonly waiting = new Set<T>();
  private running = 0;

  constructor(
    private readonly atOnce: number,
    /** Does not reject. */
    private readonly check: (item: T) => Promise<void>,
  ) {}

  add(items: Iterable<T>): void {
    for (const item of items) this.waiting.add(item);
    this.proceed();
  }

  drop(item: T): void {
    this.waiting.delete(item);
  }

  private proceed(): void {
    for (const item of this.waiting) {
      if (this.running >= this.atOnce) return;
      this.waiting.delete(item);
      this.running += 1;
      void this.check(item).finally(() => {
        this.running -= 1;
        this.proceed();
      });
    }
  }
}
