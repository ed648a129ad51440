/** Work that waits for slots. */
export interface Waiting {
  /** Owners take turns. */
  readonly owner: string;
  /** Of an owner's own: the lower goes first, then the smaller, then the earlier. */
  readonly rank: number;
  readonly sizeBytes: number;
  /** Slots that it takes. */
  readonly weight: number;
}

/** Says who is next. */
export interface SlotQueue<T extends Waiting> {
  readonly length: number;
  lengthOf(owner: string): number;
  /** All that waits, as it is now. */
  entries(): readonly T[];
  has(entry: T): boolean;
  /** Turns of an owner that are not over. */
  heldBy(owner: string): number;
  add(entry: T): void;
  /** @returns whether it waited */
  remove(entry: T): boolean;
  /** Removes the next of those that fit; the turn of its owner begins. */
  take(fits: (entry: T) => boolean): T | undefined;
  /** What may be displaced: the last entry of the owner that has most. */
  lastOfLongest(): T | undefined;
  /** Begins a turn of an owner without an entry. */
  hold(owner: string): void;
  /** Ends a turn that took so long. */
  used(owner: string, ms: number): void;
}
