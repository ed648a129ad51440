import { type AnySequence, firstOf, pagesOf } from '@lectern/contracts/core';
import type { BulkOperation, BulkWriter } from './bulk-writer';
import type { EngineCalls } from './engine-calls';
import { type EmptyDocument, type HeadDocument, type ParagraphDocument, slotId } from './paragraph-document';
import { type Claim, newestOfEach, type ResourceClaims } from './resource-claims';
import { type Head, headUpdate, readHeads } from './resource-heads';

/** The new content of a resource: its paragraphs, or only a record of its deletion. */
export interface ResourceChange {
  /** The kind of document that represents it when it has no paragraphs. */
  readonly entry: EmptyDocument['entry'];
  readonly rid: string;
  readonly version: number;
  readonly documents: AnySequence<ParagraphDocument>;
}

/** With its first document, if any, which becomes the head. */
type HeadedChange = ResourceChange & { readonly first?: ParagraphDocument };

/**
 * Replaces whole resources. One document of each is its head: a writer that replaces a resource first writes the head,
 * which only one of several writers can do at a time, and records in it the maximum number of paragraphs from then on.
 * Then it writes the other paragraphs under the version of the resource and removes surplus ones under that version.
 * The cluster refuses versions lower than those stored or removed, so a late writer does no harm; after a crash in
 * between, the next writer learns from the head which paragraphs may exist.
 */
export class ResourceReplacement {
  constructor(
    private readonly calls: EngineCalls,
    private readonly bulk: BulkWriter,
    private readonly claims: ResourceClaims,
  ) {}

  /**
   * Applies changes that are not older than the stored state. Not searchable yet when the promise resolves.
   *
   * @returns false when there is no such index; some changes may have been done by then
   */
  async apply(index: string, changes: readonly ResourceChange[]): Promise<boolean> {
    const headed = newestOfEach(changes).map(async (change) => ({ ...change, first: await firstOf(change.documents) }));
    return this.claims.make<HeadedChange, Head>(index, await Promise.all(headed), {
      read: (rids) => readHeads(this.calls, index, rids),
      head: headDocument,
      fulfil: (claims) => this.fulfil(index, claims),
    });
  }

  private async fulfil(index: string, claims: readonly Claim<ResourceChange>[]): Promise<void> {
    await this.bulk.run(index, contentOperations(claims));
    const shrunk = claims.filter(({ change, head }) => head.slots > change.documents.length);
    // A concurrent claim relies on the slots as they were.
    await this.bulk.run(
      index,
      shrunk.map(({ change, head }) => headUpdate(head, { slots: change.documents.length })),
    );
  }
}

function headDocument(
  { entry, rid, version, documents, first }: HeadedChange,
  before?: Head,
): HeadDocument | undefined {
  if (before && version < before.version) return undefined;
  const members = { slots: Math.max(documents.length, before?.slots ?? 0), changed: Date.now() };
  return first ? { ...first, ...members } : { entry, rid, version, ...members };
}

/** All but the heads, which the claims wrote. */
async function* contentOperations(claims: readonly Claim<ResourceChange>[]): AsyncGenerator<Iterable<BulkOperation>> {
  for (const { change, head } of claims) {
    const { rid, version, documents } = change;
    let slot = 0;
    function* indexed(page: Iterable<ParagraphDocument>): Generator<BulkOperation> {
      for (const document of page) {
        if (slot > 0) yield { action: { index: target(rid, slot, version) }, document };
        slot += 1;
      }
    }
    function* removed(): Generator<BulkOperation> {
      for (slot = Math.max(slot, 1); slot < head.slots; slot += 1)
        yield { action: { delete: target(rid, slot, version) } };
    }
    for await (const page of pagesOf(documents)) yield indexed(page);
    yield removed();
  }
}

function target(rid: string, slot: number, version: number) {
  return { _id: slotId(rid, slot), routing: rid, version, version_type: 'external_gte' };
}
