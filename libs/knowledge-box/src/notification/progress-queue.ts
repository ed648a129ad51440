import type { ResourceProgress } from './notification';

/** A bounded queue of steps that a listener has not received yet. */
export class ProgressQueue {
  private waiting: ResourceProgress[] = [];
  private wake: () => void = () => undefined;
  private ended = false;

  constructor(private readonly sizeMax: number) {}

  /** Whether the queue has ended. */
  get isEnded(): boolean {
    return this.ended;
  }

  /** If the queue is full, the listener is too slow. The queue then ends, because a gap would go unnoticed. */
  push(progress: ResourceProgress): void {
    if (this.waiting.length >= this.sizeMax) return this.end();
    this.waiting.push(progress);
    this.wake();
  }

  /** Discards the backlog. */
  end(): void {
    this.ended = true;
    this.waiting = [];
    this.wake();
  }

  /** Waits for the oldest steps and returns at most `limit`; empty at the end. */
  async take(limit: number): Promise<readonly ResourceProgress[]> {
    if (this.waiting.length === 0 && !this.ended) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.waiting.splice(0, limit);
  }
}
