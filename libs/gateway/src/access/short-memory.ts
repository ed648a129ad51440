import { AppError } from '@lectern/contracts';
import QuickLRU from 'quick-lru';

/** Longest time for which an answer is believed; changes are told at once, but the telling may be lost. */
export const memoryTtlMs = 15_000;
/** The same while whoever knows better is away: a restart elsewhere is not noticed. */
export const awayTtlMs = 60_000;
/** For so long it is not asked again after it was away. */
const pauseMs = 1_000;
const ENTRIES_MAX = 10_000;

interface Remembered<T> {
  readonly answer: T;
  freshUntilMs: number;
}

/**
 * Remembers answers for a short while. Questions asked at the same time are asked once; what is forgotten while it is
 * being asked is not remembered.
 */
export class ShortMemory<T extends object> {
  private readonly answers = new QuickLRU<string, Remembered<T>>({ maxSize: ENTRIES_MAX, maxAge: awayTtlMs });
  private readonly asking = new Map<string, Promise<T>>();
  private generation = 0;

  /** @param expiresMs when an answer ends by itself, on the clock of `Date.now()` */
  constructor(private readonly expiresMs: (answer: T) => number | undefined = () => undefined) {}

  get(key: string, ask: () => Promise<T>): T | Promise<T> {
    const known = this.known(key);
    if (known && known.freshUntilMs > Date.now()) return known.answer;
    return this.asking.get(key) ?? this.ask(key, ask);
  }

  /** Forgets the answers that fit, and those still to come. */
  forget(fits: (answer: T, key: string) => boolean): void {
    this.generation += 1;
    this.asking.clear();
    for (const [key, { answer }] of [...this.answers]) if (fits(answer, key)) this.answers.delete(key);
  }

  private known(key: string): Remembered<T> | undefined {
    const known = this.answers.get(key);
    return known && (this.expiresMs(known.answer) ?? Infinity) > Date.now() ? known : undefined;
  }

  private async ask(key: string, ask: () => Promise<T>): Promise<T> {
    const { generation } = this;
    const answering = this.answered(key, ask);
    this.asking.set(key, answering);
    try {
      const answer = await answering;
      const isNew = this.answers.get(key)?.answer !== answer;
      if (isNew && generation === this.generation)
        this.answers.set(key, { answer, freshUntilMs: Date.now() + memoryTtlMs });
      return answer;
    } finally {
      if (this.asking.get(key) === answering) this.asking.delete(key);
    }
  }

  private async answered(key: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const known = isAway(error) ? this.known(key) : undefined;
      if (!known) throw error;
      known.freshUntilMs = Date.now() + pauseMs;
      return known.answer;
    }
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'deadline_exceeded');
}
