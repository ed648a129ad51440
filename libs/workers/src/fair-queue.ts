import type { SlotQueue, Waiting } from './slot-queue';

/** Number of owners whose used time is kept while they have no entries, because they may soon come back. */
const REMEMBERED_MAX = 1_000;
/** Assumed cost of a turn until it is known. */
const TURN_MS = 100;
/** Limit of an owner's debt of time towards the others, however much it has used. */
const DEBT_MS_MAX = 60_000;

/**
 * A queue in which owners take turns, however many entries the others have: the next owner is the one with the fewest
 * unfinished turns, and among equals the one that has used the least time. An owner that comes back has no advantage
 * over the owners that wait.
 */
export class FairQueue<T extends Waiting> implements SlotQueue<T> {
  private readonly waiting = new Map<string, T[]>();
  private readonly held = new Map<string, number>();
  /** Used time by owner, ordered by their last use. */
  private readonly usedMs = new Map<string, number>();
  /** Least used time of all waiting owners when the last entry was taken. */
  private clockMs = 0;
  private count = 0;

  get length(): number {
    return this.count;
  }

  lengthOf(owner: string): number {
    return this.waiting.get(owner)?.length ?? 0;
  }

  entries(): readonly T[] {
    return [...this.waiting.values()].flat();
  }

  has(entry: T): boolean {
    return this.waiting.get(entry.owner)?.includes(entry) ?? false;
  }

  heldBy(owner: string): number {
    return this.held.get(owner) ?? 0;
  }

  add(entry: T): void {
    const own = this.waiting.get(entry.owner);
    if (own) own.push(entry);
    else this.waiting.set(entry.owner, [entry]);
    this.count += 1;
  }

  remove(entry: T): boolean {
    const own = this.waiting.get(entry.owner) ?? [];
    const at = own.indexOf(entry);
    if (at === -1) return false;
    own.splice(at, 1);
    if (own.length === 0) this.waiting.delete(entry.owner);
    this.count -= 1;
    return true;
  }

  take(fits: (entry: T) => boolean): T | undefined {
    const next = this.next(fits);
    if (!next) return undefined;
    this.clockMs = Math.min(...[...this.waiting.keys()].map((owner) => this.usedBy(owner)));
    this.remove(next);
    this.hold(next.owner);
    this.putLast(next.owner);
    return next;
  }

  lastOfLongest(): T | undefined {
    let longest: readonly T[] = [];
    for (const own of this.waiting.values()) if (own.length > longest.length) longest = own;
    return longest.at(-1);
  }

  hold(owner: string): void {
    this.held.set(owner, this.heldBy(owner) + 1);
    this.charge(owner, TURN_MS);
  }

  used(owner: string, ms: number): void {
    const rest = this.heldBy(owner) - 1;
    if (rest > 0) this.held.set(owner, rest);
    else this.held.delete(owner);
    this.charge(owner, ms - TURN_MS);
  }

  /** Chooses among the first entries of all owners. */
  private next(fits: (entry: T) => boolean): T | undefined {
    let next: T | undefined;
    let fewest = Infinity;
    let leastMs = Infinity;
    for (const [owner, own] of this.waiting) {
      const [held, usedMs] = [this.heldBy(owner), this.usedBy(owner)];
      if (held > fewest || (held === fewest && usedMs >= leastMs)) continue;
      const first = firstWaiting(own);
      if (!first || !fits(first)) continue;
      [next, fewest, leastMs] = [first, held, usedMs];
    }
    return next;
  }

  /** Among owners with equal use, the one served last goes last. */
  private putLast(owner: string): void {
    const own = this.waiting.get(owner);
    if (!own) return;
    this.waiting.delete(owner);
    this.waiting.set(owner, own);
  }

  private usedBy(owner: string): number {
    return Math.max(this.usedMs.get(owner) ?? 0, this.clockMs);
  }

  private charge(owner: string, ms: number): void {
    const usedMs = Math.min(this.usedBy(owner) + ms, this.clockMs + DEBT_MS_MAX);
    this.usedMs.delete(owner);
    this.usedMs.set(owner, usedMs);
    for (const earliest of this.usedMs.keys()) {
      if (this.usedMs.size <= REMEMBERED_MAX) return;
      this.usedMs.delete(earliest);
    }
  }
}

function firstWaiting<T extends Waiting>(own: readonly T[]): T | undefined {
  return own.reduce<T | undefined>((best, entry) => (best && !goesBefore(entry, best) ? best : entry), undefined);
}

function goesBefore(one: Waiting, other: Waiting): boolean {
  return one.rank === other.rank ? one.sizeBytes < other.sizeBytes : one.rank < other.rank;
}
