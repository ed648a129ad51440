import { AppError } from '@lectern/contracts/core';
import { FairQueue, type Waiting } from '@lectern/workers';

export interface PlacesOptions {
  /** For long work. One more is for quick work while they are all taken by long work. */
  readonly places: number;
  readonly waitingMax: number;
  /** Work that takes longer counts as long. */
  readonly quickMs: number;
  /** How long somebody may keep a place for long work while somebody else waits for one. */
  readonly turnMs: number;
}

/** A request for a place. */
export interface Claim {
  /** Owners take turns. */
  readonly owner: string;
  readonly sizeBytes: number;
  /** How often it was cut before, because it was not as quick as it seemed. */
  readonly cuts: number;
  /** It has handed a place over between two pieces of its work. */
  readonly isInProgress: boolean;
}

/** Asks the holder of a place to give it up: at once, or when a piece of its work is complete. */
export type Recall = (how: 'now' | 'when-complete') => void;

/** The right to work, until it is given back. */
export interface Place {
  readonly owner: string;
  readonly isLong: boolean;
}

interface Taken extends Place {
  isLong: boolean;
  readonly since: number;
  /** Of its time, what its owner was charged for already. */
  chargedMs: number;
  recalled?: { readonly how: Parameters<Recall>[0]; readonly atMs: number };
  readonly recall: Recall;
}

interface Entry extends Waiting {
  readonly isLong: boolean;
  readonly begin: () => Taken;
  readonly refuse: (error: AppError) => void;
}

/** Larger files are long work from the beginning. */
export const QUICK_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Shares places between owners in turn, and between quick and long work. Quick work overtakes long work and always
 * finds a place that no long work may take; work that seemed quick and was not becomes long work, or is interrupted
 * when there is no place for it, and is requeued after untried work. Nobody waits for another owner's work longer than
 * for a turn and a piece of it; and no owner keeps all places for long work while another one waits for such a place.
 */
export class ExtractionSlots {
  private readonly taken = new Set<Taken>();
  private readonly quick = new FairQueue<Entry>();
  private readonly long = new FairQueue<Entry>();
  private timer: NodeJS.Timeout | undefined;
  private closed: AppError | undefined;

  constructor(private readonly options: PlacesOptions) {}

  get waiting(): number {
    return this.quick.length + this.long.length;
  }

  /** @throws AppError `rate_limited` when too many wait, or too many of an owner; `cancelled`; why it was closed */
  enter(claim: Claim, recall: Recall, signal?: AbortSignal): Promise<Place> {
    const { owner, sizeBytes, cuts, isInProgress } = claim;
    return new Promise((resolve, reject) => {
      const refuse = (error: AppError) => {
        signal?.removeEventListener('abort', leave);
        reject(error);
      };
      const leave = () => {
        if (this.quick.remove(entry) || this.long.remove(entry)) refuse(cancelled());
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        const place = {
          owner,
          isLong: entry.isLong,
          since: performance.now(),
          chargedMs: 0,
          recall,
        };
        resolve(place);
        return place;
      };
      const isLong = cuts > 0 || isInProgress || sizeBytes > QUICK_BYTES_MAX;
      const entry: Entry = { owner, sizeBytes, rank: isInProgress ? -1 : cuts, isLong, begin, refuse };
      if (this.closed) return refuse(this.closed);
      if (signal?.aborted) return refuse(cancelled());
      if (!isInProgress && cuts === 0 && this.isFull(owner)) return refuse(tooMany());
      signal?.addEventListener('abort', leave, { once: true });
      (isLong ? this.long : this.quick).add(entry);
      this.review();
    });
  }

  leave(place: Place): void {
    for (const taken of this.taken) {
      if (taken !== place) continue;
      this.charge(taken);
      this.taken.delete(taken);
    }
    this.review();
  }

  /** Refuses all who wait or come. */
  close(reason: AppError): void {
    this.closed = reason;
    clearTimeout(this.timer);
    for (const turns of [this.quick, this.long])
      for (let entry = turns.take(); entry; entry = turns.take()) entry.refuse(reason);
  }

  /** One owner may fill half of the line. */
  private isFull(owner: string): boolean {
    const { waitingMax } = this.options;
    const own = this.quick.lengthOf(owner) + this.long.lengthOf(owner);
    return this.waiting >= waitingMax || own >= Math.max(1, waitingMax / 2);
  }

  /** Assigns free places, and recalls due ones. To be called after every change. */
  private review(): void {
    this.promote();
    for (let entry = this.next(); entry; entry = this.next()) this.taken.add(entry.begin());
    this.recallDue();
    this.reviewLater();
  }

  private next(): Entry | undefined {
    const long = this.longTaken();
    const quick = this.taken.size - long;
    const { places } = this.options;
    const quickMayBegin = quick < Math.max(1, places - long);
    const longMayBegin = long < places && this.taken.size - Math.min(1, quick) < places;
    return (quickMayBegin ? this.quick.take() : undefined) ?? (longMayBegin ? this.long.take() : undefined);
  }

  /** Work that is not quick keeps its place where there is one for long work. */
  private promote(): void {
    for (const place of this.taken) {
      if (place.isLong || this.ageOf(place) < this.options.quickMs || this.longTaken() >= this.options.places) continue;
      this.charge(place);
      place.isLong = true;
    }
  }

  private charge(place: Taken): void {
    const age = this.ageOf(place);
    (place.isLong ? this.long : this.quick).used(place.owner, age - place.chargedMs);
    place.chargedMs = age;
  }

  private recallDue(): void {
    const { quickMs, turnMs } = this.options;
    this.recallShare();
    for (const place of this.taken) {
      const age = this.ageOf(place);
      if (!place.isLong && age >= quickMs && this.quick.length > 0) recall(place, 'now');
      else if (place.isLong && age >= turnMs && this.long.hasOthers(place.owner)) recall(place, 'when-complete');
    }
  }

  /**
   * Of an owner that has all places for long work while another one waits, the last one: when a piece of its work is
   * complete, or after `quickMs`. The owner's other places stay, so that all of its work is done in the end.
   */
  private recallShare(): void {
    const long = [...this.taken].filter(({ isLong }) => isLong);
    const last = long.reduce<Taken | undefined>(
      (one, other) => (one && one.since > other.since ? one : other),
      undefined,
    );
    if (!last || long.length < Math.max(2, this.options.places) || !this.long.hasOthers(last.owner)) return;
    if (long.some(({ owner }) => owner !== last.owner)) return;
    const waitedMs = last.recalled ? performance.now() - last.recalled.atMs : 0;
    recall(last, waitedMs >= this.options.quickMs ? 'now' : 'when-complete');
  }

  private reviewLater(): void {
    clearTimeout(this.timer);
    if (this.taken.size === 0 || this.waiting === 0) return;
    const due = [...this.taken].map((place) => this.dueIn(place)).filter((ms) => ms > 0);
    if (due.length > 0) this.timer = setTimeout(() => this.review(), Math.min(...due)).unref();
  }

  private dueIn(place: Taken): number {
    const { quickMs, turnMs } = this.options;
    if (place.recalled?.how === 'when-complete') {
      const leftMs = place.recalled.atMs + quickMs - performance.now();
      if (leftMs > 0) return leftMs;
    }
    return (place.isLong ? turnMs : quickMs) - this.ageOf(place);
  }

  private longTaken(): number {
    let long = 0;
    for (const { isLong } of this.taken) if (isLong) long += 1;
    return long;
  }

  private ageOf({ since }: Taken): number {
    return performance.now() - since;
  }
}

/** Once for each way. */
function recall(place: Taken, how: Parameters<Recall>[0]): void {
  if (place.recalled?.how === how || place.recalled?.how === 'now') return;
  place.recalled = { how, atMs: performance.now() };
  place.recall(how);
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The extraction was cancelled');
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many files wait to be read: try again later');
}
