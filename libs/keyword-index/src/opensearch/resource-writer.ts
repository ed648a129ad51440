import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkOperation, BulkWriter } from './bulk-writer';
import type { EngineCalls } from './engine-calls';
import { engineError } from './opensearch-errors';
import { type EmptyDocument, type HeadDocument, type ParagraphDocument, slotId } from './paragraph-document';
import { type Head, headOperation, headUpdate, readHeads } from './resource-heads';

/** Others may write the same resources at the same time; at least one of all gets on with each attempt. */
const attemptsMax = 50;
const attemptDelayMsMax = 100;

/** What a resource becomes: its paragraphs, or nothing but the memory of its deletion. */
export interface ResourceChange {
  /** What stands for it when it has no paragraphs. */
  readonly entry: EmptyDocument['entry'];
  readonly rid: string;
  readonly version: number;
  readonly documents: readonly ParagraphDocument[];
}

/** A change whose turn it is: its head says so. */
interface Claim {
  readonly change: ResourceChange;
  /** As this claim wrote it. */
  readonly head: Head;
}

/**
 * Replaces resources whole. One document stands for each, its head: whoever replaces a resource first writes the head,
 * which only one of several writers can do at a time, and says in it how many paragraphs there may be from then on.
 * Then come the other paragraphs under the version of the resource; what is beyond them is removed under that version.
 * The cluster refuses what has a lower version than is there or was removed, so who is late does no harm; and after a
 * crash in between, whoever comes next knows from the head what there may be.
 */
export class ResourceWriter {
  constructor(
    private readonly calls: EngineCalls,
    private readonly bulk: BulkWriter,
  ) {}

  /**
   * Does what is not older than what there is. Not searchable yet when the promise resolves.
   *
   * @returns false when there is no such index; some changes may have been done by then
   */
  async apply(index: string, changes: readonly ResourceChange[]): Promise<boolean> {
    let pending = newestOfEach(changes);
    for (let attempt = 0; attempt < attemptsMax && pending.length > 0; attempt += 1) {
      if (attempt > 0) await sleep(Math.random() * attemptDelayMsMax);
      const heads = await readHeads(
        this.calls,
        index,
        pending.map(({ rid }) => rid),
      );
      if (!heads) return false;
      const due = pending.filter(({ rid, version }) => version >= (heads.get(rid)?.version ?? -Infinity));
      const claims = await this.claim(index, due, heads);
      if (!claims) return false;
      await this.fulfil(index, claims);
      const done = new Set(claims.map(({ change }) => change));
      pending = due.filter((change) => !done.has(change));
    }
    if (pending.length > 0) throw engineError(new Error('others write the same resources all the time'));
    return true;
  }

  private async claim(
    index: string,
    changes: readonly ResourceChange[],
    heads: ReadonlyMap<string, Head>,
  ): Promise<Claim[] | undefined> {
    const documents = changes.map((change) => headDocument(change, heads.get(change.rid)));
    const outcomes = await this.bulk.run(
      index,
      documents.map((document) => headOperation(document, heads.get(document.rid))),
    );
    if (outcomes.some(({ isMissingIndex }) => isMissingIndex)) return undefined;
    return changes.flatMap((change, i) => {
      const [document, outcome] = [documents[i], outcomes[i]];
      return document && outcome && !outcome.isConflict ? [{ change, head: { ...document, ...outcome } }] : [];
    });
  }

  private async fulfil(index: string, claims: readonly Claim[]): Promise<void> {
    await this.bulk.run(index, claims.flatMap(contentOperations));
    const shrunk = claims.filter(({ change, head }) => head.slots > change.documents.length);
    // Another claim in between knows the slots as they were.
    await this.bulk.run(
      index,
      shrunk.map(({ change, head }) => headUpdate(head, { slots: change.documents.length })),
    );
  }
}

function newestOfEach(changes: readonly ResourceChange[]): readonly ResourceChange[] {
  const newest = new Map<string, ResourceChange>();
  for (const change of changes)
    if (change.version >= (newest.get(change.rid)?.version ?? -Infinity)) newest.set(change.rid, change);
  return [...newest.values()];
}

function headDocument({ entry, rid, version, documents }: ResourceChange, before?: Head): HeadDocument {
  const [first] = documents;
  const members = { slots: Math.max(documents.length, before?.slots ?? 0), changed: Date.now() };
  return first ? { ...first, ...members } : { entry, rid, version, ...members };
}

/** All but the head, which the claim has written. */
function contentOperations({ change, head }: Claim): BulkOperation[] {
  const { rid, version, documents } = change;
  const puts = documents.map((document, slot) => ({ action: { index: target(rid, slot, version) }, document }));
  return [...puts.slice(1), ...removals(change, Math.max(documents.length, 1), head.slots)];
}

function removals({ rid, version }: ResourceChange, from: number, to: number): BulkOperation[] {
  const slots = Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);
  return slots.map((slot) => ({ action: { delete: target(rid, slot, version) } }));
}

function target(rid: string, slot: number, version: number) {
  return { _id: slotId(rid, slot), routing: rid, version, version_type: 'external_gte' };
}
