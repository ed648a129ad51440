import { AppError, type Principal } from '@lectern/contracts/core';
import { type FieldType, letterOfFieldType, type Queued } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { changeBy, type Changed, IngestQueue, ResourceChanges } from '@lectern/indexing';
import {
  FieldEnvelope,
  FieldRepository,
  isProcessable,
  type ResourceEntity,
  type ResourceLocation,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface FieldToReprocess {
  readonly type: FieldType;
  readonly id: string;
  readonly password?: string;
}

/** The caller and options of a reprocessing request. */
export interface Reprocessing {
  readonly resetTitle: boolean;
  readonly principal: Principal;
}

/** Reprocesses or reindexes stored content. */
@Injectable()
export class ResourceReprocessor {
  constructor(
    private readonly transactions: Transactions,
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
    private readonly envelope: FieldEnvelope,
  ) {}

  /** Rebuilds index entries only, from the stored texts and vectors. @throws AppError `not_found` */
  async reindex(location: ResourceLocation): Promise<null> {
    const reference = await this.changes.locate(location);
    await this.transactions.run((tx) => this.ingest.process([reference], tx));
    return null;
  }

  /** Reprocesses all fields that processing applies to. @throws AppError `not_found`, `rate_limited` */
  async reprocess(location: ResourceLocation, reprocessing: Reprocessing): Promise<Queued> {
    return this.queue(location, reprocessing, async (resource, tx) => {
      const fields = await this.fields.list(resource.kbid, [resource.id], tx);
      return fields.some(isProcessable) ? { kbid: resource.kbid, rid: resource.id } : undefined;
    });
  }

  /** @throws AppError `not_found`, `rate_limited`, `invalid_request` for a type that is not processed */
  async reprocessField(
    location: ResourceLocation,
    field: FieldToReprocess,
    reprocessing: Reprocessing,
  ): Promise<Queued> {
    checkReprocessable(field);
    return this.queue(location, reprocessing, async (resource, tx) => {
      const key = { kbid: resource.kbid, rid: resource.id, letter: letterOfFieldType[field.type], id: field.id };
      const found = await this.fields.find(key, tx);
      if (!found) throw new AppError('not_found', 'Field does not exist');
      if (!isProcessable(found))
        throw new AppError('invalid_request', 'The file was not stored and cannot be processed again');
      return { ...key, ...(field.password && { sealedPassword: this.envelope.sealPassword(key, field.password) }) };
    });
  }

  /** @param choose selects the fields to make pending; undefined for none */
  private async queue(
    location: ResourceLocation,
    { resetTitle, principal }: Reprocessing,
    choose: (resource: ResourceEntity, tx: EntityManager) => Promise<PendingFields | undefined>,
  ): Promise<Queued> {
    await this.ingest.admit();
    let seqid: number | null = null;
    const authorship = { kind: 'reprocessed', ...changeBy(principal) } as const;
    await this.changes.apply(location, authorship, async (resource, tx): Promise<Changed | undefined> => {
      const chosen = await choose(resource, tx);
      if (!chosen) return undefined;
      seqid = await this.ingest.nextSeqid(tx);
      const { sealedPassword, ...key } = chosen;
      const fields = await this.fields.setPendingWhole(key, { seqid, ...(sealedPassword && { sealedPassword }) }, tx);
      await this.ingest.understand({ kbid: resource.kbid, rid: resource.id }, fields, { tx });
      const titleIsProvisional = resetTitle || resource.titleIsProvisional;
      return { resource: { ...resource, status: 'PENDING', lastSeqid: seqid, titleIsProvisional }, toIndex: 'content' };
    });
    return { seqid };
  }
}

type PendingFields = Parameters<FieldRepository['setPending']>[0] & { readonly sealedPassword?: string };

function checkReprocessable({ type, password }: FieldToReprocess): void {
  if (!['file', 'link', 'text', 'conversation'].includes(type)) {
    throw new AppError('invalid_request', 'Only file, link, text and conversation fields can be reprocessed');
  }
  if (password !== undefined && type !== 'file') {
    throw new AppError('invalid_request', 'X-FILE-PASSWORD header is only supported for file fields');
  }
}
