/** Makes what was written searchable: those who ask while a refresh runs share the next one. */
export class CoalescedRefresh {
  private readonly running = new Map<string, Promise<void>>();
  private readonly next = new Map<string, Promise<void>>();

  constructor(private readonly refresh: (index: string) => Promise<void>) {}

  /** Resolves when a refresh is done that began after this call. */
  async of(index: string): Promise<void> {
    const current = this.running.get(index);
    if (!current) return this.start(index);
    const waiting =
      this.next.get(index) ??
      current
        .catch(() => undefined)
        .then(() => {
          this.next.delete(index);
          return this.start(index);
        });
    this.next.set(index, waiting);
    return waiting;
  }

  private start(index: string): Promise<void> {
    const done = this.refresh(index).finally(() => this.running.delete(index));
    this.running.set(index, done);
    return done;
  }
}
