import { AppError } from '@lectern/contracts/core';
import { ExportedResource } from '@lectern/contracts/knowledge-box';
import type { TaskRun } from '@lectern/database';
import { IngestQueue, ResourceChanges } from '@lectern/indexing';
import {
  ConversationRepository,
  FieldRepository,
  ImportRepository,
  type ResourceEntity,
  ResourceRepository,
  type TransferKey,
  TransferContentRepository,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { GenericIntake } from './generic-intake';
import { importedResource, type ImportTarget } from './imported-resource';
import type { ImportState } from './import-state';
import { badItem, itemOf } from './item-reader';
import { type IncomingFields, ResourceFieldsIntake } from './resource-fields-intake';

const LOOK_AGAIN_MS = 1_000;

/** Rows written by imports. */
@Injectable()
export class ImportRows {
  constructor(
    readonly imports: ImportRepository,
    readonly resources: ResourceRepository,
    readonly fields: FieldRepository,
    readonly content: TransferContentRepository,
    readonly conversations: ConversationRepository,
  ) {}
}

/** A resource in a file and its destination. */
export interface IncomingResource extends Omit<IncomingFields, 'tx' | 'seqid'> {
  readonly key: TransferKey;
  readonly target: ImportTarget;
  readonly by: string;
}

/** A transaction was restarted, so the file must be read again as well. */
export class RestartError extends Error {}

/** Stores resources with their fields and results, each in one transaction. */
@Injectable()
export class ResourceIntake {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly rows: ImportRows,
    private readonly fields: ResourceFieldsIntake,
    private readonly generics: GenericIntake,
    private readonly ingest: IngestQueue,
  ) {}

  /** Waits until the work of the resources may be added, so that other producers wait no longer than usual. */
  async waitForRoom({ signal, alive }: Pick<TaskRun, 'signal' | 'alive'>): Promise<void> {
    for (;;) {
      try {
        return await this.ingest.admit();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
        alive();
        await sleep(LOOK_AGAIN_MS, undefined, { signal });
      }
    }
  }

  /**
   * Stores the resource that begins with the next item.
   *
   * @throws AppError `bad_request`, `invalid_request` for data that would also be invalid in a request; `not_found`
   *   when the box or the import does not exist; RestartError
   */
  async store(incoming: IncomingResource): Promise<void> {
    const frame = await incoming.items.take();
    if (frame.type !== 'RES') throw badItem(frame, new Error('a resource has to follow its files'));
    const item = await itemOf(frame, ExportedResource);
    const reference = { kbid: incoming.key.kbid, rid: item.id };
    const state = incoming.state.copy();
    let isAgain = false;
    await this.changes.replace(reference, incoming.by, {
      make: async (tx) => {
        if (isAgain) throw new RestartError();
        isAgain = true;
        return this.withFreeSlug(importedResource(item, incoming.target), state, tx);
      },
      fill: async (tx, { resource, before }) => {
        const orphans = before ? await this.clear(reference, tx) : [];
        const seqid = await this.rows.resources.nextSeqid(tx);
        await this.generics.store(resource, { ...incoming, tx });
        const stored = await this.fields.store(reference, { ...incoming, state, seqid, tx });
        await incoming.items.takeSum();
        state.resource(incoming.items.position);
        if (!(await this.rows.imports.proceed(incoming.key, state.step(new Date()), tx))) throw gone();
        return { seqid, ...stored, orphans: [...orphans, ...stored.orphans] };
      },
    });
    incoming.state.become(state);
  }

  /** A slug that is taken by another resource is not changed. */
  private async withFreeSlug(resource: ResourceEntity, state: ImportState, tx: EntityManager): Promise<ResourceEntity> {
    const { kbid, id, slug } = resource;
    const [owner] = await this.rows.resources.findManyBySlug(kbid, [slug], tx);
    if (!owner || owner.id === id) return resource;
    state.note(id, `The slug ${slug} belongs to the resource ${owner.id}; the id is the slug instead.`);
    return { ...resource, slug: id };
  }

  /** @returns keys of blobs of the previous resource with this id */
  private async clear({ kbid, rid }: { kbid: string; rid: string }, tx: EntityManager): Promise<string[]> {
    const fields = await this.rows.content.listFields({ kbid, rid }, tx);
    const pictures = await this.rows.fields.listPictures([{ kbid, rid }], tx);
    await this.rows.fields.deleteAll(kbid, rid, tx);
    const attachments = await this.rows.conversations.removeOfResource(kbid, rid, tx);
    const files = fields.flatMap(({ blobKey }) => (blobKey === null ? [] : [blobKey]));
    return [...files, ...attachments, ...pictures.flatMap(({ keys }) => keys)];
  }
}

function gone(): AppError {
  return new AppError('not_found', 'The import is gone');
}
