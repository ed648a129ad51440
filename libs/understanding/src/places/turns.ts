/** What waits for its turn. */
export interface Waiting {
  /** Owners take turns. */
  readonly owner: string;
  /** Of an owner's own: the lower goes first, then the smaller, then the earlier. */
  readonly rank: number;
  readonly sizeBytes: number;
}

/** Owners whose last turn is remembered although nothing of them waits: they may be about to come back. */
const REMEMBERED_MAX = 1_000;

/** A line in which owners take turns: the next one is always the one whose last turn is longest ago. */
export class Turns<T extends Waiting> {
  private readonly waiting = new Map<string, T[]>();
  /** By owner the number of its last turn; the earliest first. */
  private readonly lastTurns = new Map<string, number>();
  private turns = 0;
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
    this.remember(owner);
    return next;
  }

  private nextOwner(): string | undefined {
    let next: string | undefined;
    let longestAgo = Infinity;
    for (const owner of this.waiting.keys()) {
      const turn = this.lastTurns.get(owner) ?? -1;
      if (turn >= longestAgo) continue;
      next = owner;
      longestAgo = turn;
    }
    return next;
  }

  private remember(owner: string): void {
    this.turns += 1;
    this.lastTurns.delete(owner);
    this.lastTurns.set(owner, this.turns);
    for (const earliest of this.lastTurns.keys()) {
      if (this.lastTurns.size <= REMEMBERED_MAX) return;
      this.lastTurns.delete(earliest);
    }
  }
}

function goesBefore(one: Waiting, other: Waiting): boolean {
  return one.rank === other.rank ? one.sizeBytes < other.sizeBytes : one.rank < other.rank;
}
