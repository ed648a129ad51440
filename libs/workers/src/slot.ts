import type { SlotQueue, Waiting } from './slot-queue';

/** A request for slots. */
export interface SlotClaim {
  /** Default: nobody in particular. */
  readonly owner?: string;
  readonly signal?: AbortSignal;
  /** Slots that it takes: 1 by default; more than there are counts as all of them. */
  readonly weight?: number;
  /** Instead of the limit's. */
  readonly waitMsMax?: number;
  /** Of its queue, from 0. */
  readonly level?: number;
  /** Among those of its owner, the lower goes first, then the smaller. */
  readonly rank?: number;
  readonly sizeBytes?: number;
  /** It has held a slot before: it may wait for another one even when the queue is full. */
  readonly comesBack?: boolean;
}

/** The right to work, until it is given back. */
export class Slot<C extends SlotClaim = SlotClaim> {
  private readonly sinceMs = performance.now();
  private chargedMs = 0;
  private isHeld = true;
  private ownLevel: number;

  constructor(
    readonly claim: C,
    private readonly queueOf: (level: number) => SlotQueue<Waiting>,
    private readonly giveBack: (slot: Slot<C>) => void,
  ) {
    this.ownLevel = claim.level ?? 0;
  }

  get owner(): string {
    return this.claim.owner ?? '';
  }

  get level(): number {
    return this.ownLevel;
  }

  /** How long it has been held. */
  get ageMs(): number {
    return performance.now() - this.sinceMs;
  }

  /** From now on, its time counts on another level. */
  moveTo(level: number): void {
    this.charge();
    this.ownLevel = level;
    this.queueOf(level).hold(this.owner);
  }

  /** Calls after the first do nothing. */
  readonly leave = (): void => {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.charge();
    this.giveBack(this);
  };

  private charge(): void {
    const { ageMs } = this;
    this.queueOf(this.ownLevel).used(this.owner, ageMs - this.chargedMs);
    this.chargedMs = ageMs;
  }
}
