import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkWriter } from './bulk-writer';
import type { DocumentState } from './document-reads';
import { engineError } from './opensearch-errors';
import type { HeadDocument } from './paragraph-document';
import { headOperation } from './resource-heads';

/** Others may write the same resources concurrently; at least one writer progresses with each attempt. */
const ATTEMPTS_MAX = 50;
const ATTEMPT_DELAY_MS_MAX = 100;

/** A change that holds the head of its resource, in the state in which the claim wrote it. */
export interface Claim<C> {
  readonly change: C;
  readonly head: HeadDocument & DocumentState;
}

/** How one kind of change is applied. */
export interface Claiming<C, B extends DocumentState> {
  /** The existing heads by resource; undefined without an index. */
  read(rids: readonly string[]): Promise<ReadonlyMap<string, B> | undefined>;
  /** The new head; undefined when the change is not due, for example because it is older than the existing head. */
  head(change: C, before: B | undefined): HeadDocument | undefined;
  /** Writes the other paragraphs. */
  fulfil(claims: readonly Claim<C>[]): Promise<void>;
}

/** Serialises changes per resource: heads are written by compare-and-swap, which one of several writers wins. */
export class ResourceClaims {
  constructor(private readonly bulk: BulkWriter) {}

  /**
   * Applies the changes that are due, each for a different resource.
   *
   * @returns false when there is no such index; some changes may have been made by then
   * @throws AppError `unavailable`, `storage_full`, `deadline_exceeded`; some may have been made
   */
  async make<C extends { readonly rid: string }, B extends DocumentState>(
    index: string,
    changes: readonly C[],
    claiming: Claiming<C, B>,
  ): Promise<boolean> {
    let pending = changes;
    for (let attempt = 0; attempt < ATTEMPTS_MAX && pending.length > 0; attempt += 1) {
      if (attempt > 0) await sleep(Math.random() * ATTEMPT_DELAY_MS_MAX);
      const heads = await claiming.read(pending.map(({ rid }) => rid));
      if (!heads) return false;
      const due = pending.flatMap((change) => {
        const before = heads.get(change.rid);
        const head = claiming.head(change, before);
        return head ? [{ change, before, head }] : [];
      });
      const written = due.map(({ head, before }) => headOperation(head, before));
      const outcomes = await this.bulk.run(index, written);
      if (outcomes.some(({ isMissingIndex }) => isMissingIndex)) return false;
      const claims = due.flatMap(({ change, head }, i): Claim<C>[] => {
        const outcome = outcomes[i];
        return outcome && !outcome.isConflict ? [{ change, head: { ...head, ...outcome } }] : [];
      });
      await claiming.fulfil(claims);
      const done = new Set(claims.map(({ change }) => change));
      pending = due.flatMap(({ change }) => (done.has(change) ? [] : [change]));
    }
    if (pending.length > 0) throw engineError(new Error('others write the same resources all the time'));
    return true;
  }
}

/** One change per resource: the last of those with the highest version. */
export function newestOfEach<C extends { readonly rid: string; readonly version: number }>(changes: readonly C[]): C[] {
  const newest = new Map<string, C>();
  for (const change of changes)
    if (change.version >= (newest.get(change.rid)?.version ?? -Infinity)) newest.set(change.rid, change);
  return [...newest.values()];
}
