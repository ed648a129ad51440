/** Work that waits for its turn. */
export interface Waiting {
  /** Owners take turns. */
  readonly owner: string;
  /** Of an owner's own: the lower goes first, then the smaller, then the earlier. */
  readonly rank: number;
  readonly sizeBytes: number;
}

/** Owners whose time is remembered although nothing of them waits: they may be about to come back. */
const REMEMBERED_MAX = 1_000;
/** Assumed cost of a turn until it is known. */
const TURN_MS = 100;
/** Limit of the lag of an owner behind the others, regardless of its use. */
const DEBT_MS_MAX = 60_000;

/**
 * A queue in which owners take turns: the next one is always the one that has used least time, however much the others
 * bring. An owner that comes back has no more than the others that wait.
 */
export class FairQueue<T extends Waiting> {
  private readonly waiting = new Map<string, T[]>();
  /** By owner; those that used something last come last. */
  private readonly usedMs = new Map<string, number>();
  /** Of the owner whose turn it was last, before it. */
  private clockMs = 0;
  private count = 0;

  get length(): number {
    return this.count;
  }

  lengthOf(owner: string): number {
    return this.waiting.get(owner)?.length ?? 0;
  }

  /** Whether anybody else waits. */
  hasOthers(owner: string): boolean {
    return this.count > this.lengthOf(owner);
  }

  add(entry: T): void {
    const own = this.waiting.get(entry.owner);
    if (own) own.push(entry);
    else this.waiting.set(entry.owner, [entry]);
    this.count += 1;
  }

  /** @returns whether it waited */
  remove(entry: T): boolean {
    const own = this.waiting.get(entry.owner) ?? [];
    const at = own.indexOf(entry);
    if (at === -1) return false;
    own.splice(at, 1);
    if (own.length === 0) this.waiting.delete(entry.owner);
    this.count -= 1;
    return true;
  }

  take(): T | undefined {
    const owner = this.nextOwner();
    const own = owner === undefined ? [] : (this.waiting.get(owner) ?? []);
    const next = own.reduce<T | undefined>(
      (best, entry) => (best && !goesBefore(entry, best) ? best : entry),
      undefined,
    );
    if (!next || owner === undefined) return undefined;
    this.remove(next);
    this.clockMs = this.usedBy(owner);
    this.charge(owner, TURN_MS);
    return next;
  }

  /** To be called when a turn is over. */
  used(owner: string, ms: number): void {
    this.charge(owner, ms - TURN_MS);
  }

  private nextOwner(): string | undefined {
    let next: string | undefined;
    let leastMs = Infinity;
    for (const owner of this.waiting.keys()) {
      const usedMs = this.usedBy(owner);
      if (usedMs >= leastMs) continue;
      next = owner;
      leastMs = usedMs;
    }
    return next;
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

function goesBefore(one: Waiting, other: Waiting): boolean {
  return one.rank === other.rank ? one.sizeBytes < other.sizeBytes : one.rank < other.rank;
}
