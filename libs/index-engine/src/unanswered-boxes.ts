import { AppError, DamagedIndexError, DroppedIndexError } from '@lectern/contracts/core';
import { LRUCache } from 'lru-cache';

/** A single failure may be temporary. */
const FAILURES_MIN = 2;
/** After the last failure, so that a box without further searches does not stay listed. */
const REMEMBERED_MS = 5 * 60_000;
const BOXES_MAX = 1_000;
const failures: readonly string[] = ['unavailable', 'deadline_exceeded'];
const always = () => true;

/** Boxes whose index fails although the engine works. Excludes damaged indexes, which are rebuilt. */
export class UnansweredBoxes {
  /** Failures since the last answer, by box. */
  private readonly failures = new LRUCache<string, number>({ max: BOXES_MAX, ttl: REMEMBERED_MS });

  /**
   * Queries the index of a box.
   *
   * @param isOfBox whether a failure concerns this index, not the whole engine, which has its own check
   * @throws the errors of `question`
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

  /** Ids of at most a thousand boxes. */
  list(): readonly string[] {
    return [...this.failures.entries()].flatMap(([kbid, count]) => (count >= FAILURES_MIN ? [kbid] : []));
  }

  private note(kbid: string, error: unknown): void {
    if (error instanceof DamagedIndexError || error instanceof DroppedIndexError) return;
    // Any other AppError means that the query was invalid, or was cancelled.
    if (error instanceof AppError && !failures.includes(error.code)) return;
    this.failures.set(kbid, (this.failures.get(kbid) ?? 0) + 1);
  }
}
