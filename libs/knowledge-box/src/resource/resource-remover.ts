import { type Principal } from '@lectern/contracts/core';
import { changeBy, ResourceChanges, DeletionReceiptRepository } from '@lectern/indexing';
import { ConversationRepository, FieldRepository, type ResourceLocation } from '@lectern/resource-store';
import { ResourceRowCount } from '../deletion/resource-row-count';
import { Injectable } from '@nestjs/common';

/** Deletes resources: rows at once; tasks of the same transaction remove their index entries and blobs. */
@Injectable()
export class ResourceRemover {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly conversations: ConversationRepository,
    private readonly rows: ResourceRowCount,
    private readonly receipts: DeletionReceiptRepository,
  ) {}

  /** @throws AppError `not_found` */
  async delete(location: ResourceLocation, principal: Principal): Promise<null> {
    const author = changeBy(principal);
    const { by } = author;
    await this.changes.delete(location, author, async ({ kbid, id: rid, version }, tx) => {
      const rows = await this.rows.of({ kbid, rid }, tx);
      const fields = await this.fields.list(kbid, [rid], tx);
      const pictures = await this.fields.listPictures([{ kbid, rid }], tx);
      await this.fields.deleteAll(kbid, rid, tx);
      const attachments = await this.conversations.removeOfResource(kbid, rid, tx);
      const files = fields.flatMap(({ blobKey }) => (blobKey ? [blobKey] : []));
      const blobKeys = [...files, ...pictures.flatMap(({ keys }) => keys), ...attachments];
      // The subsequent purge has the next version.
      const receipt = { kbid, rid, version: String(version + 1), by, deletedAt: new Date(), rows, blobKeys };
      await this.receipts.write(receipt, tx);
      return blobKeys;
    });
    return null;
  }
}
