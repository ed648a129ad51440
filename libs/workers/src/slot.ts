import type { SlotQueue, Waiting } from './slot-queue';

/** A request for slots. */
export interface SlotClaim {
  /** Default: one shared, anonymous owner. */
  readonly owner?: string;
  readonly signal?: AbortSignal;
  /** Number of slots that it takes: 1 by default, limited to all of them. */
  readonly weight?: number;
  /** Overrides the limit of the semaphore. */
  readonly waitMsMax?: number;
  /** Level of its queue, from 0. */
  readonly level?: number;
  /** Order among claims of its owner: lowest rank first, then the smallest. */
  readonly rank?: number;
  readonly sizeBytes?: number;
  /** The work has held a slot before, so it may wait for another one even when the queue is full. */
  readonly comesBack?: boolean;
}

/** A slot that is held until `leave` is called. */
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

  /** How long the slot has been held. */
  get ageMs(): number {
    return performance.now() - this.sinceMs;
  }

  /** Counts its time on another level from now on. */
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
