import type { AppError } from '@lectern/contracts/core';
import { busy, type Slot, type SlotClaim, Slots } from '@lectern/workers';

export interface ExtractionSlotsOptions {
  /** Slots for long work. One more is for quick work while they are all taken by long work. */
  readonly slots: number;
  readonly waitingMax: number;
  /** Work that takes longer counts as long. */
  readonly quickMs: number;
  /** How long somebody may keep a slot for long work while somebody else waits for one. */
  readonly shareMs: number;
}

/** A request for a slot. */
export interface Claim {
  /** Owners take turns. */
  readonly owner: string;
  readonly sizeBytes: number;
  /** How often it was cut before, because it was not as quick as it seemed. */
  readonly cuts: number;
  /** It has handed a slot over between two pieces of its work. */
  readonly isInProgress: boolean;
}

/** Asks the holder of a slot to give it up: at once, or when a piece of its work is complete. */
export type Recall = (how: 'now' | 'when-complete') => void;

interface WorkClaim extends SlotClaim {
  readonly recall: Recall;
  recalled?: { readonly how: Parameters<Recall>[0]; readonly atMs: number };
}

/** The right to work, until it is given back. */
export type ExtractionSlot = Slot<WorkClaim>;

/** Larger files are long work from the beginning. */
export const QUICK_BYTES_MAX = 4 * 1024 * 1024;
const QUICK = 0;
const LONG = 1;

/**
 * Shares slots between owners in turn, and between quick and long work. Quick work overtakes long work and always
 * finds a slot that no long work may take; work that seemed quick and was not becomes long work, or is interrupted
 * when there is no slot for it, and is requeued after untried work. Nobody waits for another owner's work longer than
 * for a turn and a piece of it; and no owner keeps all slots for long work while another one waits for such a slot.
 */
export class ExtractionSlots {
  private readonly slots: Slots<WorkClaim>;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ExtractionSlotsOptions) {
    const { slots, waitingMax } = options;
    this.slots = new Slots<WorkClaim>({
      slotsMax: slots + 1,
      waitingMax,
      // One owner may fill half of the line.
      ownWaitingMax: Math.max(1, waitingMax / 2),
      order: 'fair',
      levels: 2,
      mayBegin: ({ level }) => this.mayBegin(level === LONG),
      refusal: busy('Too many files wait to be read: try again later'),
    });
  }

  get waiting(): number {
    return this.slots.waiting;
  }

  /** @throws AppError `rate_limited` when too many wait, or too many of an owner; `cancelled`; why it was closed */
  enter(
    { owner, sizeBytes, cuts, isInProgress }: Claim,
    recall: Recall,
    signal?: AbortSignal,
  ): Promise<ExtractionSlot> {
    const comesBack = isInProgress || cuts > 0;
    const level = comesBack || sizeBytes > QUICK_BYTES_MAX ? LONG : QUICK;
    this.promote();
    const rank = isInProgress ? -1 : cuts;
    const entering = this.slots.enter({ owner, sizeBytes, rank, level, comesBack, recall, signal });
    this.recallDue();
    return entering;
  }

  leave(slot: ExtractionSlot): void {
    this.promote();
    slot.leave();
    this.recallDue();
  }

  /** Refuses all who wait or come. */
  close(reason: AppError): void {
    clearTimeout(this.timer);
    this.slots.close(reason);
  }

  private mayBegin(isLong: boolean): boolean {
    const long = this.long.length;
    const quick = this.slots.taken - long;
    const { slots } = this.options;
    if (!isLong) return quick < Math.max(1, slots - long);
    return long < slots && this.slots.taken - Math.min(1, quick) < slots;
  }

  private get long(): readonly ExtractionSlot[] {
    return [...this.slots.held].filter(({ level }) => level === LONG);
  }

  /** Work that is not quick keeps its slot where there is one for long work. */
  private promote(): void {
    const { quickMs, slots } = this.options;
    for (const slot of this.slots.held)
      if (slot.level === QUICK && slot.ageMs >= quickMs && this.long.length < slots) slot.moveTo(LONG);
  }

  private recallDue(): void {
    const { quickMs, shareMs } = this.options;
    this.recallShare();
    for (const slot of this.slots.held) {
      const { level, ageMs, owner } = slot;
      if (level === QUICK && ageMs >= quickMs && this.slots.waitingOn(QUICK) > 0) recall(slot, 'now');
      else if (level === LONG && ageMs >= shareMs && this.slots.othersWait(LONG, owner)) recall(slot, 'when-complete');
    }
    this.reviewLater();
  }

  /**
   * Of an owner that has all slots for long work while another one waits, the last one: when a piece of its work is
   * complete, or after `quickMs`. The owner's other slots stay, so that all of its work is done in the end.
   */
  private recallShare(): void {
    const { long } = this;
    const last = long.at(-1);
    if (!last || long.length < Math.max(2, this.options.slots) || !this.slots.othersWait(LONG, last.owner)) return;
    if (long.some(({ owner }) => owner !== last.owner)) return;
    const { recalled } = last.claim;
    const waitedMs = recalled ? performance.now() - recalled.atMs : 0;
    recall(last, waitedMs >= this.options.quickMs ? 'now' : 'when-complete');
  }

  private reviewLater(): void {
    clearTimeout(this.timer);
    if (this.slots.waiting === 0) return;
    const due = [...this.slots.held].map((slot) => this.dueIn(slot)).filter((ms) => ms > 0);
    if (due.length > 0) this.timer = setTimeout(() => this.review(), Math.min(...due)).unref();
  }

  private review(): void {
    this.promote();
    this.slots.review();
    this.recallDue();
  }

  private dueIn({ claim, level, ageMs }: ExtractionSlot): number {
    const { quickMs, shareMs } = this.options;
    if (claim.recalled?.how === 'when-complete') {
      const leftMs = claim.recalled.atMs + quickMs - performance.now();
      if (leftMs > 0) return leftMs;
    }
    return (level === LONG ? shareMs : quickMs) - ageMs;
  }
}

/** Once for each way. */
function recall({ claim }: ExtractionSlot, how: Parameters<Recall>[0]): void {
  if (claim.recalled?.how === how || claim.recalled?.how === 'now') return;
  claim.recalled = { how, atMs: performance.now() };
  claim.recall(how);
}
