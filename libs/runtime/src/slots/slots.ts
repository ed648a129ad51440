import { AppError } from '@lectern/contracts/core';

export interface SlotLimits {
  /** Work that runs at the same time. */
  readonly placesMax: number;
  /** Places that one owner may hold; the others are for those who come while it holds them. */
  readonly ownPlacesMax: number;
  /** Work that waits for a place. */
  readonly waitingMax: number;
  /** How long one waits at most. */
  readonly waitMsMax: number;
}

/** Why work got no place: the queue was full, it waited too long, or an owner with less in the queue took its turn. */
export type SlotRefusal = 'full' | 'late' | 'displaced';

/** Gives a place back; calls after the first do nothing. */
export type Leave = () => void;

interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
  readonly refuse: (why: SlotRefusal) => void;
}

/**
 * Semaphore with a bounded queue, fair between owners. The next place goes to the owner that holds fewest; owners that
 * hold as many take turns; of one owner, the earliest goes first. When the queue is full, an
 * owner with fewer entries than another displaces the last entry of that one, so that nobody fills the queue for all.
 */
export class Slots {
  private readonly held = new Map<string, number>();
  /** By owner, the earliest first; an owner that was served goes to the end. */
  private readonly queues = new Map<string, Waiting[]>();
  private takenCount = 0;
  private waitingCount = 0;

  /** @param refusal what a caller gets without a place; `why` is for metrics */
  constructor(
    private readonly limits: SlotLimits,
    private readonly refusal: (why: SlotRefusal) => AppError,
  ) {}

  get taken(): number {
    return this.takenCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** @throws AppError the refusal, `cancelled` */
  async enter(owner: string, signal?: AbortSignal): Promise<Leave> {
    if (signal?.aborted) throw cancelled();
    if (this.mayBegin(owner)) this.take(owner);
    else await this.wait(owner, signal);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.giveBack(owner);
    };
  }

  private mayBegin(owner: string): boolean {
    const { placesMax, ownPlacesMax } = this.limits;
    return this.takenCount < placesMax && this.heldBy(owner) < ownPlacesMax;
  }

  private wait(owner: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.remove(entry);
        done();
      };
      const refuse = (why: SlotRefusal) => settle(() => reject(this.refusal(why)));
      const leave = () => settle(() => reject(cancelled()));
      const entry: Waiting = { owner, begin: () => settle(resolve), refuse };
      if (!this.makeRoom(owner)) return reject(this.refusal('full'));
      const timer = setTimeout(() => refuse('late'), this.limits.waitMsMax).unref();
      signal?.addEventListener('abort', leave, { once: true });
      this.add(entry);
    });
  }

  /** @returns whether one more of this owner may wait */
  private makeRoom(owner: string): boolean {
    if (this.waitingCount < this.limits.waitingMax) return true;
    const longest = [...this.queues.values()].reduce<Waiting[]>(
      (most, queue) => (queue.length > most.length ? queue : most),
      [],
    );
    if (longest.length <= (this.queues.get(owner)?.length ?? 0) + 1) return false;
    longest.at(-1)?.refuse('displaced');
    return true;
  }

  private add(entry: Waiting): void {
    const queue = this.queues.get(entry.owner);
    if (queue) queue.push(entry);
    else this.queues.set(entry.owner, [entry]);
    this.waitingCount += 1;
  }

  private remove(entry: Waiting): void {
    const queue = this.queues.get(entry.owner) ?? [];
    const at = queue.indexOf(entry);
    if (at === -1) return;
    queue.splice(at, 1);
    if (queue.length === 0) this.queues.delete(entry.owner);
    this.waitingCount -= 1;
  }

  private take(owner: string): void {
    this.takenCount += 1;
    this.held.set(owner, this.heldBy(owner) + 1);
  }

  private giveBack(owner: string): void {
    this.takenCount -= 1;
    const rest = this.heldBy(owner) - 1;
    if (rest > 0) this.held.set(owner, rest);
    else this.held.delete(owner);
    this.beginNext();
  }

  private beginNext(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.take(next.owner);
      next.begin();
      this.serveLast(next.owner);
    }
  }

  private next(): Waiting | undefined {
    let next: Waiting | undefined;
    let fewest = Infinity;
    for (const [owner, queue] of this.queues) {
      const held = this.heldBy(owner);
      if (held >= fewest || !this.mayBegin(owner)) continue;
      fewest = held;
      [next] = queue;
    }
    return next;
  }

  private serveLast(owner: string): void {
    const queue = this.queues.get(owner);
    if (!queue) return;
    this.queues.delete(owner);
    this.queues.set(owner, queue);
  }

  private heldBy(owner: string): number {
    return this.held.get(owner) ?? 0;
  }
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The call was cancelled while it waited for its turn');
}
