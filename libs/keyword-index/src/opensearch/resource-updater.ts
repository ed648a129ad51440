import { isDeepStrictEqual } from 'node:util';
import type { IndexUpdate } from '@lectern/contracts/core';
import type { BulkOperation, BulkWriter } from './bulk-writer';
import { type FoundDocument, readDocuments } from './document-reads';
import type { EngineCalls } from './engine-calls';
import { PageSize } from './page-size';
import {
  type EmptyDocument,
  type HeadDocument,
  type HeadMembers,
  type HeldParagraph,
  slotId,
  updatedDocument,
} from './paragraph-document';
import { type Claim, newestOfEach, type ResourceClaims } from './resource-claims';

type HeldHead = (HeldParagraph | EmptyDocument) & HeadMembers;

/** A slot that may hold a paragraph of an updated resource. */
interface Slot {
  readonly id: string;
  readonly resource: IndexUpdate;
}

/**
 * Gives the paragraphs of resources their new shared members. As for a put, the head is written first, by
 * compare-and-swap; then each other slot is written under the new version, or removed under it if it is empty, so that
 * a put of a lower version that is still running is refused from then on.
 *
 * A put of the same version wins over an update, which overwrites lower versions only: its paragraphs are newer, and it
 * has the same shared members. So nothing is lost when both run concurrently, in whatever order they write. Of several
 * updates, the highest version wins in all slots. A deletion of the same or a higher version has removed the slots
 * under its version, and an update does nothing where it finds a deletion.
 *
 * A put of a lower version that is overtaken by an update, or was killed, may leave paragraphs of its predecessor, or
 * none, in some slots, all with the new shared members. Such a put is repeated with the current version, which replaces
 * every slot that the head knows of: an update never lowers that number. An update that was killed has left its version
 * in the head and is repeated, by itself or by a higher one.
 */
export class ResourceUpdater {
  private readonly pages = new PageSize();

  constructor(
    private readonly calls: EngineCalls,
    private readonly bulk: BulkWriter,
    private readonly claims: ResourceClaims,
  ) {}

  /** Updates resources indexed in the same or a lower version. Not searchable yet when the promise resolves. */
  async apply(index: string, resources: readonly IndexUpdate[]): Promise<void> {
    const pending = newestOfEach(resources);
    for (let from = 0; from < pending.length;) {
      const page = pending.slice(from, from + this.pages.size);
      const isThere = await this.claims.make(index, page, {
        read: (rids) => this.read<HeldHead>(index, rids),
        head: updatedHead,
        fulfil: (claims) => this.rewrite(index, claims),
      });
      if (!isThere) return;
      from += page.length;
    }
  }

  private async rewrite(index: string, claims: readonly Claim<IndexUpdate>[]): Promise<void> {
    const slots = slotsOf(claims);
    for (;;) {
      const page = nextOf(slots, this.pages.size);
      if (page.length === 0) return;
      const ids = page.map(({ id }) => id);
      const held = await this.read<HeldParagraph>(index, ids);
      if (!held) return;
      await this.bulk.run(
        index,
        page.flatMap((slot) => slotOperation(slot, held.get(slot.id)?.document) ?? []),
      );
    }
  }

  private async read<T extends object>(
    index: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, FoundDocument<T>> | undefined> {
    const found = await readDocuments<T>(this.calls, index, { ids, members: { _source_excludes: 'labels' } });
    if (found) this.pages.adapt([...found.values()].map(({ document }) => document));
    return found;
  }
}

function updatedHead(resource: IndexUpdate, before?: FoundDocument<HeldHead>): HeadDocument | undefined {
  const { rid, version } = resource;
  const held = before?.document;
  if (!held || held.entry === 'deletion' || version < held.version) return undefined;
  const members = { slots: held.slots, changed: Date.now() };
  return held.entry === 'paragraph'
    ? { ...updatedDocument(held, resource), ...members }
    : { entry: held.entry, rid, version, ...members };
}

/** All but the heads. */
function* slotsOf(claims: readonly Claim<IndexUpdate>[]): Generator<Slot> {
  for (const { change: resource, head } of claims)
    for (let slot = 1; slot < head.slots; slot += 1) yield { id: slotId(resource.rid, slot), resource };
}

function nextOf<T>(items: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

function slotOperation({ id, resource }: Slot, held?: HeldParagraph): BulkOperation | undefined {
  const { rid, version } = resource;
  const target = { _id: id, routing: rid, version };
  if (!held) return { action: { delete: { ...target, version_type: 'external' } } };
  if (held.version > version) return undefined;
  const document = updatedDocument(held, resource);
  if (held.version < version) return { action: { index: { ...target, version_type: 'external' } }, document };
  // Writes of one version have the same members, unless the caller changes that; only then can this collide with a put
  // of this version.
  const { labels: _labels, ...members } = document;
  if (isDeepStrictEqual(members, held)) return undefined;
  return { action: { index: { ...target, version_type: 'external_gte' } }, document };
}
