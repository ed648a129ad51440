import { AppError } from '@lectern/contracts/core';

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/**
 * A budget of bytes for what is in the process at once. What is larger than the budget is in flight alone. Something
 * small may overtake something large that waits, up to the budget in all: then the large one is next.
 */
export class BytesInFlight {
  private inUse = 0;
  private waiting: Waiting[] = [];
  /** What went before the first of those that wait, although it came later. */
  private overtaken = 0;

  /** @param bytesMax the budget, > 0 */
  constructor(readonly bytesMax: number) {}

  /** Of the budget. */
  get bytes(): number {
    return this.inUse;
  }

  /**
   * Waits for room.
   *
   * @param bytes ≥ 0; more than the budget counts as all of it
   * @returns what gives the room back; further calls do nothing
   * @throws AppError `cancelled` when `signal` aborts before there is room
   */
  acquire(bytes: number, signal?: AbortSignal): Promise<() => void> {
    const counted = Math.min(Math.max(bytes, 1), this.bytesMax);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      const leave = () => {
        this.remove(entry);
        reject(cancelled());
        this.review();
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        this.inUse += counted;
        resolve(this.releaseOf(counted));
      };
      const entry: Waiting = { bytes: counted, begin };
      this.waiting.push(entry);
      signal?.addEventListener('abort', leave, { once: true });
      this.review();
    });
  }

  private releaseOf(bytes: number): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.inUse -= bytes;
      this.review();
    };
  }

  /** Lets go what there is room for. To be called after every change. */
  private review(): void {
    for (let next = this.next(); next; next = this.next()) {
      const overtakes = next !== this.waiting[0];
      this.remove(next);
      if (overtakes) this.overtaken += next.bytes;
      next.begin();
    }
  }

  private next(): Waiting | undefined {
    const room = this.bytesMax - this.inUse;
    const [first] = this.waiting;
    if (!first || first.bytes <= room) return first;
    const mayOvertake = Math.min(room, this.bytesMax - this.overtaken);
    return this.waiting.find(({ bytes }) => bytes <= mayOvertake);
  }

  private remove(entry: Waiting): void {
    if (entry === this.waiting[0]) this.overtaken = 0;
    this.waiting = this.waiting.filter((other) => other !== entry);
  }
}

function cancelled(): AppError {
  return new AppError('cancelled', 'Cancelled while waiting for memory');
}
