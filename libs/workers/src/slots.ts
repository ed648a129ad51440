import { AppError } from '@lectern/contracts/core';
import { ArrivalQueue } from './arrival-queue';
import { FairQueue } from './fair-queue';
import { Slot, type SlotClaim } from './slot';
import type { SlotQueue, Waiting } from './slot-queue';

export interface SlotLimits {
  /** Total number of slots: one per concurrent piece of work, or one per byte that the work needs. */
  readonly slotsMax: number;
  /** Slots that one owner may hold; the rest stay free for other owners. Default: all. */
  readonly ownSlotsMax?: number;
  /** Entries that may wait for slots. */
  readonly waitingMax: number;
  /**
   * Waiting entries of one owner. Default: the whole queue; when it is full, an owner with fewer entries displaces the
   * last entry of an owner with more, so that no owner blocks the queue for all.
   */
  readonly ownWaitingMax?: number;
  /** Maximum wait. Default: no limit. */
  readonly waitMsMax?: number;
}

/** Why work got no slot: the queue was full, it waited too long, or an owner with fewer entries displaced it. */
export type SlotRefusal = 'full' | 'late' | 'displaced';

export interface SlotsOptions<C> extends SlotLimits {
  /** Order of the queue: owners in turn, or the earliest first, which is the default. */
  readonly order?: 'fair' | 'arrival';
  /** The error of a caller that gets no slot. Default: `rate_limited`. */
  readonly refusal?: (why: SlotRefusal) => AppError;
  /** Number of separate queues, each with its own turns; claims of a lower level go first. Default: 1. */
  readonly levels?: number;
  /** Whether work may begin beside the work that holds slots, in addition to the limits. */
  readonly mayBegin?: (claim: C) => boolean;
}

interface Entry<C> extends Waiting {
  readonly claim: C;
  readonly begin: () => void;
  readonly refuse: (error: AppError) => void;
}

/** Semaphore with a bounded queue, by count or by weight. */
export class Slots<C extends SlotClaim = SlotClaim> {
  private readonly queues: readonly SlotQueue<Entry<C>>[];
  private readonly holders = new Set<Slot<C>>();
  private takenSlots = 0;
  private readonly refusal: (why: SlotRefusal) => AppError;
  private closed: AppError | undefined;

  constructor(private readonly options: SlotsOptions<C>) {
    const { order, levels = 1, slotsMax, refusal = busy('Too much is waiting already') } = options;
    this.refusal = refusal;
    const queue = () => (order === 'fair' ? new FairQueue<Entry<C>>() : new ArrivalQueue<Entry<C>>(slotsMax));
    this.queues = Array.from({ length: levels }, queue);
  }

  get taken(): number {
    return this.takenSlots;
  }

  get held(): ReadonlySet<Slot<C>> {
    return this.holders;
  }

  get waiting(): number {
    return this.queues.reduce((sum, { length }) => sum + length, 0);
  }

  waitingOn(level: number): number {
    return this.queueOf(level).length;
  }

  /** Whether other owners wait on that level. */
  othersWait(level: number, owner: string): boolean {
    const queue = this.queueOf(level);
    return queue.length > queue.lengthOf(owner);
  }

  /** @throws AppError the refusal, `cancelled`, or the reason of `close` */
  enter(claim: C): Promise<Slot<C>> {
    const { owner = '', rank = 0, sizeBytes = 0, weight = 1, signal } = claim;
    const { waitMsMax = this.options.waitMsMax } = claim;
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(this.closed);
      if (signal?.aborted) return reject(cancelled());
      let timer: NodeJS.Timeout | undefined;
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.queueOf(claim.level).remove(entry);
      };
      const refuse = (error: AppError) => {
        settle();
        reject(error);
        // The entry may have blocked others.
        this.review();
      };
      const leave = () => refuse(cancelled());
      const begin = () => {
        settle();
        resolve(this.take(entry));
      };
      const counted = Math.min(Math.max(weight, 1), this.options.slotsMax);
      const entry: Entry<C> = { owner, rank, sizeBytes, weight: counted, claim, begin, refuse };
      if (waitMsMax !== undefined) timer = setTimeout(() => refuse(this.refusal('late')), waitMsMax).unref();
      signal?.addEventListener('abort', leave, { once: true });
      this.add(entry);
    });
  }

  /** Holds slots while `work` runs. @throws as `enter`, and the errors of `work` */
  async use<T>(claim: C, work: () => Promise<T>): Promise<T> {
    const { leave } = await this.enter(claim);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** The same for a stream, which keeps its slots until it ends or its reader leaves. */
  async *stream<T>(claim: C, work: () => AsyncIterable<T>): AsyncGenerator<T> {
    const { leave } = await this.enter(claim);
    try {
      yield* work();
    } finally {
      leave();
    }
  }

  /** Assigns free slots. Call it when the result of `mayBegin` may have changed. */
  review(): void {
    for (let entry = this.next(); entry; entry = this.next()) entry.begin();
  }

  /** Refuses waiting claims. */
  refuse(error: AppError, which: (claim: C) => boolean = () => true): void {
    for (const queue of this.queues)
      for (const entry of queue.entries()) if (which(entry.claim) && queue.has(entry)) entry.refuse(error);
  }

  /** Refuses all waiting and future claims. */
  close(reason: AppError): void {
    this.closed = reason;
    this.refuse(reason);
  }

  private next(): Entry<C> | undefined {
    if (this.closed || this.takenSlots >= this.options.slotsMax) return undefined;
    const { ownSlotsMax = Infinity, slotsMax, mayBegin } = this.options;
    const room = slotsMax - this.takenSlots;
    for (const queue of this.queues) {
      const fits = ({ weight, owner, claim }: Entry<C>) =>
        weight <= room && queue.heldBy(owner) < ownSlotsMax && (mayBegin?.(claim) ?? true);
      const next = queue.take(fits);
      if (next) return next;
    }
    return undefined;
  }

  private take({ claim, weight }: Entry<C>): Slot<C> {
    this.takenSlots += weight;
    const slot: Slot<C> = new Slot(
      claim,
      (level) => this.queueOf(level),
      () => {
        this.takenSlots -= weight;
        this.holders.delete(slot);
        this.review();
      },
    );
    this.holders.add(slot);
    return slot;
  }

  private add(entry: Entry<C>): void {
    const queue = this.queueOf(entry.claim.level);
    queue.add(entry);
    this.review();
    if (!queue.has(entry) || entry.claim.comesBack) return;
    const longest = this.displaceable(queue, entry);
    if (longest) longest.refuse(this.refusal(longest === entry ? 'full' : 'displaced'));
  }

  /** The entry to remove from the queue now that `entry` has been added, if any. */
  private displaceable(queue: SlotQueue<Entry<C>>, entry: Entry<C>): Entry<C> | undefined {
    const { waitingMax, ownWaitingMax } = this.options;
    const own = this.queues.reduce((sum, one) => sum + one.lengthOf(entry.owner), 0);
    if (ownWaitingMax !== undefined && own > ownWaitingMax) return entry;
    if (this.waiting <= waitingMax) return undefined;
    const last = ownWaitingMax === undefined ? queue.lastOfLongest() : undefined;
    return last && queue.lengthOf(last.owner) > queue.lengthOf(entry.owner) ? last : entry;
  }

  private queueOf(level = 0): SlotQueue<Entry<C>> {
    const queue = this.queues[level];
    if (!queue) throw new RangeError(`There is no level ${level}`);
    return queue;
  }
}

/** The refusal `rate_limited`. */
export function busy(message: string): () => AppError {
  return () => new AppError('rate_limited', message);
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The call was cancelled while it waited for its turn');
}
