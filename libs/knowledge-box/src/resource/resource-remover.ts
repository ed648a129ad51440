import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { FieldRepository } from '../field/field.repository';
import { IngestQueue } from '../ingest/ingest-queue';
import { type ResourceLocation, ResourceRepository } from './resource.repository';

/** Deletes resources: rows at once, what the indexes and the blob store hold by a task of the same transaction. */
@Injectable()
export class ResourceRemover {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
  ) {}

  /** @throws AppError `not_found` */
  async delete(location: ResourceLocation): Promise<null> {
    await this.transactions.run(async (tx) => {
      const { kbid, id: rid, version } = await this.resources.lock(location, tx);
      const fields = await this.fields.list(kbid, [rid], tx);
      const blobs = fields.flatMap(({ blobKey }) => (blobKey ? [blobKey] : []));
      await this.fields.deleteAll(kbid, rid, tx);
      await this.resources.delete(kbid, rid, tx);
      await this.ingest.purge({ kbid, rid, version: version + 1, blobs }, tx);
    });
    return null;
  }
}
