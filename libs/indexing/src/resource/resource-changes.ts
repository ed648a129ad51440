import { Bus } from '@lectern/bus';
import { AppError, authorOf, type Principal, type Visibility, visibilityOfReads } from '@lectern/contracts/core';
import {
  type ChangeKind,
  embedResource,
  processResource,
  resourceProgressed,
  type ResourceReference,
  updateIndexedResource,
} from '@lectern/contracts/knowledge-box';
import { onCommit, Transactions } from '@lectern/database';
import {
  ChangeLogRepository,
  isProcessed,
  isVisibleTo,
  type ResourceEntity,
  type ResourceLocation,
  ResourceRepository,
  type SealedField,
  type UnderstoodTexts,
  withRenamedEntities,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type FieldToUnderstand, laneOf } from '../queue/field-lane';
import { IngestQueue } from '../queue/ingest-queue';

/** Who changes a resource, and how. */
export interface Authorship {
  readonly kind: ChangeKind;
  readonly by: string;
  /** A resource that the author does not see is not found; absent: sees all. */
  readonly sees?: Visibility;
}

/** A caller as the author of a change. */
export function changeBy(principal: Principal): Pick<Authorship, 'by' | 'sees'> {
  return { by: authorOf(principal), sees: visibilityOfReads(principal) };
}

/** Who adds a resource, and the other work of the transaction. */
export interface Insertion {
  readonly by: string;
  /** Runs before the insertion, and may refuse it. */
  readonly guard?: (tx: EntityManager) => Promise<void>;
  /** Stores the members of slow fields; receives their number in the processing queue. */
  readonly after?: (seqid: number, tx: EntityManager) => Promise<void>;
}

/** A locked resource after a change. */
export interface Changed {
  /** Version and date of modification are set here, not by the caller. */
  readonly resource: ResourceEntity;
  /**
   * What to update in the indexes: `metadata` updates filterable members, before all other work and without texts;
   * `content` includes texts; `nothing` when the caller puts the resource itself.
   */
  readonly toIndex: 'content' | 'metadata' | 'nothing';
  /** Keys of blobs that no row references any more. */
  readonly orphans?: readonly string[];
}

/** A complete resource with the content extracted from its fields. */
export interface ResourceArrival {
  /** Creates the resource within the transaction. Its version is ignored. */
  readonly make: (tx: EntityManager) => Promise<ResourceEntity>;
  /** Stores its fields, after removing those of the resource that had its id, under the version it gets. */
  readonly fill: (tx: EntityManager, given: ArrivingResource) => Promise<StoredArrival>;
}

/** The new resource, and the previous one with its id. */
export interface ArrivingResource {
  readonly resource: ResourceEntity;
  readonly before: ResourceEntity | undefined;
}

/** The stored parts of a complete resource. */
export interface StoredArrival {
  /** Number of its fields in the processing queue. */
  readonly seqid: number;
  /** Fields without results. */
  readonly toUnderstand: readonly FieldToUnderstand[];
  /** Keys of blobs that no row references any more. */
  readonly orphans: readonly string[];
}

/**
 * The only way to change resources. One transaction locks them, applies the change, raises their versions, logs the
 * author and the kind of change, and adds the tasks that update the indexes; the event is published after the commit.
 */
@Injectable()
export class ResourceChanges {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly log: ChangeLogRepository,
    private readonly ingest: IngestQueue,
    private readonly bus: Bus,
  ) {}

  /**
   * Adds a new resource with its fields.
   *
   * @returns its number in the processing queue; undefined when nothing is processed
   * @throws AppError `conflict` when the slug is taken, `not_found` when the knowledge box has been deleted
   */
  async insert(
    resource: ResourceEntity,
    fields: readonly SealedField[],
    { by, guard, after }: Insertion,
  ): Promise<number | undefined> {
    const slow = fields.filter(laneOf);
    // Embedded together with its fast fields, otherwise before the results of slow fields.
    const isSoonEmbedded = fields.some(isProcessed) && slow.length === 0;
    const work = [this.ingest.processSql('inserted'), ...(isSoonEmbedded ? [] : [this.ingest.embedSql('inserted')])];
    const also = work.join(', ');
    const insert = (tx: EntityManager) => this.resources.insert(resource, fields, { also, by, tx });
    const seqid =
      guard || slow.length > 0
        ? await this.transactions.run(async (tx) => {
            await guard?.(tx);
            const inserted = await insert(tx);
            if (inserted !== undefined) await after?.(inserted, tx);
            await this.ingest.understand(referenceTo(resource), slow, { tx });
            return inserted;
          })
        : await this.transactions.single(insert);
    this.ingest.added([processResource, ...(isSoonEmbedded ? [] : [embedResource])]);
    this.publish([resource], 'created');
    return seqid;
  }

  /** Finds the resource that a caller refers to. @throws AppError `not_found` */
  async locate(location: ResourceLocation): Promise<ResourceReference> {
    return referenceTo(await this.transactions.read((tx) => this.resources.get(location, tx)));
  }

  /** Does nothing when `change` returns nothing. @throws AppError `not_found`, and what `change` throws */
  async apply(
    location: ResourceLocation,
    authorship: Authorship,
    change: (resource: ResourceEntity, tx: EntityManager) => Promise<Changed | undefined>,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const resource = await this.resources.lock(location, tx);
      refuseUnseen(resource, authorship);
      const changed = await change(resource, tx);
      if (changed) await this.store([changed], authorship, tx);
    });
  }

  /** Changes the existing ones in one transaction. @returns them as stored */
  async applyToMany(
    references: readonly ResourceReference[],
    authorship: Authorship,
    change: (resources: readonly ResourceEntity[], tx: EntityManager) => Promise<readonly Changed[]>,
  ): Promise<readonly ResourceEntity[]> {
    return this.transactions.run(async (tx) => {
      const locked = await this.resources.lockMany(references, tx);
      return this.store(await change(locked, tx), authorship, tx);
    });
  }

  /**
   * Stores the results of new resources and adds the tasks that embed them: all in one statement, without a lock
   * before.
   *
   * @param understood the resources as read, updated with the learned facts
   * @returns what is stored of resources that had not changed since they were read; the others stay as they are
   */
  async storeNewTexts(understood: readonly UnderstoodTexts[], by: string): Promise<readonly UnderstoodTexts[]> {
    if (understood.length === 0) return [];
    const found = understood.flatMap(({ extracted }) => extracted);
    const named = await this.transactions.read((tx) => withRenamedEntities(found, tx));
    const extractedOf = Map.groupBy(named, ({ kbid, rid }) => `${kbid}/${rid}`);
    const next = understood.map(({ resource, ended }) => ({
      resource: { ...resource, version: resource.version + 1 },
      extracted: extractedOf.get(`${resource.kbid}/${resource.id}`) ?? [],
      ended,
    }));
    const note = { by, at: new Date(), also: this.ingest.embedSql('updated') };
    const stored = await this.transactions.single((tx) => this.resources.storeNewTexts(next, note, tx));
    if (stored.length > 0) this.ingest.added([embedResource]);
    const names = new Set(stored.map(({ kbid, rid }) => `${kbid}/${rid}`));
    return next.filter(({ resource }) => names.has(`${resource.kbid}/${resource.id}`));
  }

  /**
   * Replaces the resource with this id, or adds it.
   *
   * @throws AppError `conflict` when the slug is taken, `not_found` when the box has been deleted; the errors of
   *   `arrival`
   */
  async replace(reference: ResourceReference, by: string, arrival: ResourceArrival): Promise<void> {
    await this.transactions.run(async (tx) => {
      const [before] = await this.resources.lockMany([reference], tx);
      const given = await arrival.make(tx);
      const resource = { ...given, version: before?.version ?? firstVersion(new Date()) };
      if (!before) await this.resources.insertRow(resource, tx);
      const { seqid, toUnderstand, orphans } = await arrival.fill(tx, {
        resource: { ...resource, version: resource.version + 1 },
        before,
      });
      await this.ingest.understand(reference, toUnderstand, { tx });
      const stored: Changed = { resource: { ...resource, lastSeqid: seqid }, toIndex: 'content', orphans };
      await this.store([stored], { kind: before ? 'modified' : 'created', by }, tx);
    });
  }

  /** @param clear removes the resource's data and returns the keys of its blobs */
  async delete(
    location: ResourceLocation,
    author: string | Pick<Authorship, 'by' | 'sees'>,
    clear: (resource: ResourceEntity, tx: EntityManager) => Promise<readonly string[]>,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const resource = await this.resources.lock(location, tx);
      const { by, sees }: Pick<Authorship, 'by' | 'sees'> = typeof author === 'string' ? { by: author } : author;
      refuseUnseen(resource, { sees });
      const { kbid, id: rid, version } = resource;
      const blobs = await clear(resource, tx);
      await this.resources.delete(kbid, rid, tx);
      await this.log.append([resource], { kind: 'deleted', by, at: new Date() }, tx);
      onCommit(tx, () => this.publish([resource], 'deleted'));
      await this.ingest.removeFromIndexes({ kbid, rid, version: version + 1 }, tx);
      await this.ingest.purge({ kbid, rid, version: version + 1, blobs }, tx);
    });
  }

  /** Raises versions above those in an index from a database that was ahead of this one. */
  async overtake(
    kbid: string,
    held: readonly { readonly rid: string; readonly version: number }[],
    tx: EntityManager,
  ): Promise<void> {
    await this.resources.raiseVersions(kbid, held, tx);
  }

  private async store(
    changes: readonly Changed[],
    { kind, by }: Authorship,
    tx: EntityManager,
  ): Promise<readonly ResourceEntity[]> {
    const at = new Date();
    const resources = changes.map(({ resource, toIndex }) => ({
      ...resource,
      indexedVersion: toIndex === 'content' ? null : resource.indexedVersion,
      version: resource.version + 1,
      modified: kind === 'modified' ? at : resource.modified,
    }));
    const idsLacking = (...work: readonly Changed['toIndex'][]) =>
      changes.flatMap(({ resource, toIndex }) => (work.includes(toIndex) ? [resource.id] : []));
    const lacking = { metadata: idsLacking('metadata', 'content'), content: idsLacking('content') };
    const work = {
      metadata: this.ingest.updateSql('updated'),
      content: `ARRAY[${this.ingest.processSql('updated')}, ${this.ingest.embedSql('updated')}]`,
    };
    await this.resources.update(resources, { note: { kind, by, at }, work, lacking }, tx);
    onCommit(tx, () => {
      if (lacking.metadata.length > 0) this.ingest.added([updateIndexedResource]);
      if (lacking.content.length > 0) this.ingest.added([processResource, embedResource]);
      this.publish(resources, kind);
    });
    for (const { resource, orphans = [] } of changes)
      // Version 0: the resource stays and only the blobs are removed, after the jobs that may still read them.
      if (orphans.length > 0) await this.ingest.purge({ ...referenceTo(resource), version: 0, blobs: orphans }, tx);
    return resources;
  }

  private publish(resources: readonly ResourceEntity[], kind: ChangeKind): void {
    if (kind === 'processed') return;
    for (const resource of resources) {
      const { title, lastSeqid: seqid } = resource;
      const deleted = kind === 'deleted' && { deleted: { title, seqid } };
      this.bus.publish(resourceProgressed, { ...referenceTo(resource), step: 'written', kind, ...deleted });
    }
  }
}

/**
 * Version of a resource whose id may have been used in the box before: indexes ignore versions older than a deletion
 * that they remember. Versions grow by one per change, which is slower than by one per second.
 */
function firstVersion(now: Date): number {
  return Math.floor(now.getTime() / 1_000);
}

/** As one that there is not. */
function refuseUnseen(resource: ResourceEntity, { sees }: Pick<Authorship, 'sees'>): void {
  if (sees && !isVisibleTo(resource, sees)) throw new AppError('not_found', 'Resource does not exist');
}

function referenceTo({ kbid, id: rid }: ResourceEntity): ResourceReference {
  return { kbid, rid };
}
