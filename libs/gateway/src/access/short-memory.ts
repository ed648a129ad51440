import QuickLRU from 'quick-lru';

/** Longest time for which an answer is believed; changes are told at once, but the telling may be lost. */
export const memoryTtlMs = 15_000;
const ENTRIES_MAX = 10_000;

/**
 * Remembers answers for a short while. Questions asked at the same time are asked once; what is forgotten while it is
 * being asked is not remembered.
 */
export class ShortMemory<T extends object> {
  private readonly answers = new QuickLRU<string, T>({ maxSize: ENTRIES_MAX, maxAge: memoryTtlMs });
  private readonly asking = new Map<string, Promise<T>>();
  private generation = 0;

  /** @param expiresMs when an answer ends by itself, on the clock of `Date.now()` */
  constructor(private readonly expiresMs: (answer: T) => number | undefined = () => undefined) {}

  get(key: string, ask: () => Promise<T>): T | Promise<T> {
    const known = this.answers.get(key);
    if (known && (this.expiresMs(known) ?? Infinity) > Date.now()) return known;
    return this.asking.get(key) ?? this.ask(key, ask);
  }

  /** Forgets the answers that fit, and those still to come. */
  forget(fits: (answer: T, key: string) => boolean): void {
    this.generation += 1;
    this.asking.clear();
    for (const [key, answer] of [...this.answers]) if (fits(answer, key)) this.answers.delete(key);
  }

  private async ask(key: string, ask: () => Promise<T>): Promise<T> {
    const { generation } = this;
    const answering = ask();
    this.asking.set(key, answering);
    try {
      const answer = await answering;
      if (generation === this.generation) this.answers.set(key, answer);
      return answer;
    } finally {
      if (this.asking.get(key) === answering) this.asking.delete(key);
    }
  }
}
