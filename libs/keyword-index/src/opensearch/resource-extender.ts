import { AppError } from '@lectern/contracts/core';
import type { BulkOperation, BulkWriter } from './bulk-writer';
import { type FoundDocument, readDocuments } from './document-reads';
import type { EngineCalls } from './engine-calls';
import { unlessMissing } from './opensearch-errors';
import { type HeadDocument, type ParagraphDocument, slotId } from './paragraph-document';
import type { Claim, ResourceClaims } from './resource-claims';

/** Per call; the same limit as for the ids of a search. */
export const EXTENSION_PARAGRAPHS_MAX = 500;

/** Paragraphs to be added to a resource. */
export interface ResourceExtension {
  readonly rid: string;
  readonly version: number;
  /** The minimum indexed version. */
  readonly since: number;
  /** Documents with distinct ids. */
  readonly documents: readonly ParagraphDocument[];
  /** Called when the resource is not indexed, or only in an older version. */
  readonly onUnfit: () => void;
}

type HeldHead = FoundDocument<HeadDocument>;
/** Ids of slots by paragraph id. */
type Slots = ReadonlyMap<string, string>;

/**
 * Appends paragraphs to those of a resource. As for a put, the head is written first, by compare-and-swap: it gets the
 * version and the new maximum number of slots. A paragraph whose id exists already, from an earlier attempt or a put,
 * takes that slot.
 *
 * The other slots keep their lower versions, so a later update or put replaces all of them. A put or update that
 * claimed earlier continues in those slots, and its content is then the basis of this extension.
 */
export class ResourceExtender {
  constructor(
    private readonly calls: EngineCalls,
    private readonly bulk: BulkWriter,
    private readonly claims: ResourceClaims,
    private readonly refresh: (index: string) => Promise<void>,
  ) {}

  /** Not searchable yet when the promise resolves. */
  async apply(index: string, extensions: readonly ResourceExtension[]): Promise<void> {
    let pending = extensions.filter(({ documents }) => documents.length > 0);
    while (pending.length > 0) {
      const ofEach = new Map(pending.toReversed().map((extension) => [extension.rid, extension]));
      const round = [...ofEach.values()];
      await this.extendAll(index, round);
      pending = pending.filter((extension) => !round.includes(extension));
    }
  }

  /** @param extensions for different resources */
  private async extendAll(index: string, extensions: readonly ResourceExtension[]): Promise<void> {
    const fates = new Map<ResourceExtension, Fate>();
    let held: Slots = new Map();
    const isThere = await this.claims.make<ResourceExtension, HeldHead>(index, extensions, {
      read: async (rids) => {
        // After this refresh, earlier writes can be found by id.
        await this.refresh(index);
        held = await this.slotsOf(index, extensions);
        return readDocuments<HeadDocument>(this.calls, index, { ids: rids, members: { _source_includes: '*' } });
      },
      head: (extension, before) => {
        const fate = fateOf(extension, before?.document);
        fates.set(extension, fate);
        return fate === 'due' && before ? extendedHead(extension, before.document, held) : undefined;
      },
      fulfil: (claims) => this.fulfil(index, claims, held),
    });
    for (const extension of extensions)
      if (!isThere || (fates.get(extension) ?? 'unfit') === 'unfit') extension.onUnfit();
  }

  private async fulfil(index: string, claims: readonly Claim<ResourceExtension>[], held: Slots): Promise<void> {
    await this.bulk.run(
      index,
      claims.flatMap(({ change, head }) => [...contentOperations(change, head.slots, held)]),
    );
  }

  private async slotsOf(index: string, extensions: readonly ResourceExtension[]): Promise<Slots> {
    const slots = new Map<string, string>();
    for (const { rid, documents } of extensions) {
      if (documents.length > EXTENSION_PARAGRAPHS_MAX)
        throw new AppError('invalid_request', `An extension has at most ${EXTENSION_PARAGRAPHS_MAX} paragraphs`);
      const filter = [{ term: { rid } }, { terms: { id: documents.map(({ id }) => id) } }];
      const body = { size: EXTENSION_PARAGRAPHS_MAX, _source: ['id'], query: { bool: { filter } } };
      const answer = await unlessMissing(
        this.calls.read((client) => client.search({ index, allow_partial_search_results: false, body })),
      );
      for (const { _id, _source } of answer?.hits.hits ?? []) slots.set(String(_source?.['id']), String(_id));
    }
    return slots;
  }
}

type Fate = 'due' | 'unfit' | 'ignored';

function fateOf({ version, since }: ResourceExtension, held: HeadDocument | undefined): Fate {
  if (held && held.version > version) return 'ignored';
  // A resource without paragraphs has no slots to append to.
  return held?.entry === 'paragraph' && held.version >= since ? 'due' : 'unfit';
}

function extendedHead({ rid, version, documents }: ResourceExtension, before: HeadDocument, held: Slots): HeadDocument {
  const added = documents.filter(({ id }) => !held.has(id)).length;
  const members = { slots: before.slots + added, changed: Date.now() };
  const own = documents.find(({ id }) => held.get(id) === rid);
  return own ? { ...own, ...members } : { ...before, version, ...members };
}

/** All but the head, which the claim wrote. */
function* contentOperations(
  { rid, version, documents }: ResourceExtension,
  slots: number,
  held: Slots,
): Generator<BulkOperation> {
  let slot = slots - documents.filter(({ id }) => !held.has(id)).length;
  for (const document of documents) {
    const _id = held.get(document.id) ?? slotId(rid, slot++);
    if (_id === rid) continue;
    yield { action: { index: { _id, routing: rid, version, version_type: 'external_gte' } }, document };
  }
}
