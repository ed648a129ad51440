import { AppError, type FieldType, letterOfFieldType, type Queued } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FieldRepository } from '../field/field.repository';
import { FieldEnvelope } from '../field/field-envelope';
import { IngestQueue } from '../ingest/ingest-queue';
import type { ResourceEntity } from './resource.entity';
import { type ResourceLocation, ResourceRepository } from './resource.repository';

export interface FieldToReprocess {
  readonly type: FieldType;
  readonly id: string;
  readonly password?: string;
}

/** Has what is stored understood or indexed anew. */
@Injectable()
export class ResourceReprocessor {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
    private readonly envelope: FieldEnvelope,
  ) {}

  /** Index entries only. @throws AppError `not_found` */
  async reindex(location: ResourceLocation): Promise<null> {
    await this.transactions.run(async (tx) => {
      const resource = await this.resources.lock(location, tx);
      await this.resources.update({ ...resource, version: resource.version + 1 }, tx);
      await this.ingest.process(resource.kbid, resource.id, tx);
    });
    return null;
  }

  /** All fields. @throws AppError `not_found` */
  async reprocess(location: ResourceLocation, options: { readonly resetTitle: boolean }): Promise<Queued> {
    await this.ingest.admit();
    return this.transactions.run(async (tx) => {
      const resource = await this.resources.lock(location, tx);
      const fields = await this.fields.list(resource.kbid, [resource.id], tx);
      if (fields.length === 0) return { seqid: null };
      const seqid = await this.queue(resource, options, tx);
      await this.fields.setPending({ kbid: resource.kbid, rid: resource.id }, { seqid }, tx);
      return { seqid };
    });
  }

  /** @throws AppError `not_found`, `invalid_request` for a type that is not processed */
  async reprocessField(
    location: ResourceLocation,
    field: FieldToReprocess,
    options: { readonly resetTitle: boolean },
  ): Promise<Queued> {
    checkReprocessable(field);
    await this.ingest.admit();
    return this.transactions.run(async (tx) => {
      const resource = await this.resources.lock(location, tx);
      const key = { kbid: resource.kbid, rid: resource.id, letter: letterOfFieldType[field.type], id: field.id };
      if (!(await this.fields.find(key, tx))) throw new AppError('not_found', 'Field does not exist');
      const seqid = await this.queue(resource, options, tx);
      const password = field.password && this.envelope.sealPassword(key, field.password);
      await this.fields.setPending(key, { seqid, ...(password && { sealedPassword: password }) }, tx);
      return { seqid };
    });
  }

  private async queue(
    resource: ResourceEntity,
    { resetTitle }: { resetTitle: boolean },
    tx: EntityManager,
  ): Promise<number> {
    const seqid = await this.ingest.nextSeqid(tx);
    await this.resources.update(
      {
        ...resource,
        status: 'PENDING',
        lastSeqid: seqid,
        titleIsProvisional: resetTitle || resource.titleIsProvisional,
        version: resource.version + 1,
      },
      tx,
    );
    await this.ingest.process(resource.kbid, resource.id, tx);
    return seqid;
  }
}

function checkReprocessable({ type, password }: FieldToReprocess): void {
  if (!['file', 'link', 'text', 'conversation'].includes(type)) {
    throw new AppError('invalid_request', 'Only file, link, text and conversation fields can be reprocessed');
  }
  if (password !== undefined && type !== 'file') {
    throw new AppError('invalid_request', 'X-FILE-PASSWORD header is only supported for file fields');
  }
}
