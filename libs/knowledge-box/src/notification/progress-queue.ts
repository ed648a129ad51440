import type { ResourceProgress } from './notification';

/** What a listener has not received yet: so much, and no more. */
export class ProgressQueue {
  private waiting: ResourceProgress[] = [];
  private wake: () => void = () => undefined;
  private ended = false;

  constructor(private readonly sizeMax: number) {}

  /** Whether nothing more comes. */
  get isEnded(): boolean {
    return this.ended;
  }

  /** When it is full, the listener is too slow: the queue ends, since a gap would not be seen. */
  push(progress: ResourceProgress): void {
    if (this.waiting.length >= this.sizeMax) return this.end();
    this.waiting.push(progress);
    this.wake();
  }

  /** What waits is thrown away. */
  end(): void {
    this.ended = true;
    this.waiting = [];
    this.wake();
  }

  /** The oldest, at most `limit`, as soon as there are any; none at the end. */
  async take(limit: number): Promise<readonly ResourceProgress[]> {
    if (this.waiting.length === 0 && !this.ended) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.waiting.splice(0, limit);
  }
}
