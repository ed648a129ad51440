import { AppError, type FieldType, letterOfFieldType } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { IngestQueue } from '../ingest/ingest-queue';
import { resourceStatus } from '../resource/resource-status';
import { type ResourceLocation, ResourceRepository } from '../resource/resource.repository';
import { FieldRepository } from './field.repository';

/** Deletes single fields. */
@Injectable()
export class FieldRemover {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
  ) {}

  /**
   * A field that is not there is no error. @throws AppError `not_found` for the resource, `invalid_request` for title
   * and summary
   */
  async delete(location: ResourceLocation, field: { readonly type: FieldType; readonly id: string }): Promise<null> {
    if (field.type === 'generic') throw new AppError('invalid_request', 'Title and summary cannot be deleted');
    await this.transactions.run(async (tx) => {
      const resource = await this.resources.lock(location, tx);
      const key = { kbid: resource.kbid, rid: resource.id, letter: letterOfFieldType[field.type], id: field.id };
      const stored = await this.fields.find(key, tx);
      if (!stored) return;
      await this.fields.delete(key, tx);
      const rest = await this.fields.list(resource.kbid, [resource.id], tx);
      const status = resourceStatus(rest.map((one) => ({ ...one, empty: false })));
      await this.resources.update({ ...resource, status, version: resource.version + 1, modified: new Date() }, tx);
      await this.ingest.process(resource.kbid, resource.id, tx);
      if (stored.blobKey) {
        // Version 0: only the blob is to go, the resource stays.
        await this.ingest.purge({ kbid: resource.kbid, rid: resource.id, version: 0, blobs: [stored.blobKey] }, tx);
      }
    });
    return null;
  }
}
