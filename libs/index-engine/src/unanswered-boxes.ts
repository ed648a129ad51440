import { AppError, DamagedIndexError, DroppedIndexError } from '@lectern/contracts/core';
import { LRUCache } from 'lru-cache';

/** One failure may pass by itself. */
const FAILURES_MIN = 2;
/** Since the last failure: a box that nobody asks any more is not named for ever. */
const REMEMBERED_MS = 5 * 60_000;
const BOXES_MAX = 1_000;
const failures: readonly string[] = ['unavailable', 'deadline_exceeded'];
const always = () => true;

/** Boxes whose index fails although the engine is there. Damaged ones are not among them: these are filled again. */
export class UnansweredBoxes {
  /** Since the last answer, by box. */
  private readonly failures = new LRUCache<string, number>({ max: BOXES_MAX, ttl: REMEMBERED_MS });

  /**
   * Asks the index of a box.
   *
   * @param isOfBox whether a failure is one of this index, not of the whole engine, which has a check of its own
   * @throws what the question throws
   */
  async ask<T>(kbid: string, question: () => Promise<T>, isOfBox: (error: unknown) => boolean = always): Promise<T> {
    try {
      const answer = await question();
      this.failures.delete(kbid);
      return answer;
    } catch (error) {
      if (isOfBox(error)) this.note(kbid, error);
      throw error;
    }
  }

  /** Ids of the boxes, a thousand at most. */
  list(): readonly string[] {
    return [...this.failures.entries()].flatMap(([kbid, count]) => (count >= FAILURES_MIN ? [kbid] : []));
  }

  private note(kbid: string, error: unknown): void {
    if (error instanceof DamagedIndexError || error instanceof DroppedIndexError) return;
    // Everything else of ours says that the question was at fault, or was given up.
    if (error instanceof AppError && !failures.includes(error.code)) return;
    this.failures.set(kbid, (this.failures.get(kbid) ?? 0) + 1);
  }
}
