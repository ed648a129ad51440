import type { SlotQueue, Waiting } from './slot-queue';

/**
 * The earliest entry is first. Small entries may overtake a large one that waits, up to the total weight of all slots:
 * then the large one is next.
 */
export class ArrivalQueue<T extends Waiting> implements SlotQueue<T> {
  private readonly waiting: T[] = [];
  /** Weight that has overtaken the first waiting entry. */
  private overtaken = 0;

  /** @param overtakenMax weight that may overtake one entry */
  constructor(private readonly overtakenMax: number) {}

  get length(): number {
    return this.waiting.length;
  }

  lengthOf(owner: string): number {
    return this.waiting.reduce((count, entry) => count + (entry.owner === owner ? 1 : 0), 0);
  }

  entries(): readonly T[] {
    return [...this.waiting];
  }

  has(entry: T): boolean {
    return this.waiting.includes(entry);
  }

  /** This queue ignores owners. */
  heldBy(): number {
    return 0;
  }

  add(entry: T): void {
    this.waiting.push(entry);
  }

  remove(entry: T): boolean {
    const at = this.waiting.indexOf(entry);
    if (at === -1) return false;
    if (at === 0) this.overtaken = 0;
    this.waiting.splice(at, 1);
    return true;
  }

  take(fits: (entry: T) => boolean): T | undefined {
    const [first] = this.waiting;
    const next = first && !fits(first) ? this.overtaking(fits) : first;
    if (next) this.remove(next);
    return next;
  }

  /** This queue ignores owners, so it displaces no entry. */
  lastOfLongest(): undefined {
    return undefined;
  }

  hold(): void {}

  used(): void {}

  private overtaking(fits: (entry: T) => boolean): T | undefined {
    const weightMax = this.overtakenMax - this.overtaken;
    const next = this.waiting.find((entry) => entry.weight <= weightMax && fits(entry));
    if (next) this.overtaken += next.weight;
    return next;
  }
}
