/** Work waiting for slots. */
export interface Waiting {
  /** Owners take turns. */
  readonly owner: string;
  /** Order within one owner: lowest rank first, then the smallest, then the earliest. */
  readonly rank: number;
  readonly sizeBytes: number;
  /** Number of slots that it takes. */
  readonly weight: number;
}

/** Decides which entry is next. */
export interface SlotQueue<T extends Waiting> {
  readonly length: number;
  lengthOf(owner: string): number;
  /** Snapshot of all waiting entries. */
  entries(): readonly T[];
  has(entry: T): boolean;
  /** Number of unfinished turns of an owner. */
  heldBy(owner: string): number;
  add(entry: T): void;
  /** @returns whether the entry was waiting */
  remove(entry: T): boolean;
  /** Removes the next entry that fits, and begins a turn of its owner. */
  take(fits: (entry: T) => boolean): T | undefined;
  /** The entry that may be displaced: the last one of the owner with the most entries. */
  lastOfLongest(): T | undefined;
  /** Begins a turn of an owner without an entry. */
  hold(owner: string): void;
  /** Ends a turn that took `ms`. */
  used(owner: string, ms: number): void;
}
