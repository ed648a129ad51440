import { authorOf, type Principal } from '@lectern/contracts/core';
import { ResourceChanges } from '@lectern/indexing';
import { ConversationRepository, FieldRepository, type ResourceLocation } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';

/** Deletes resources: rows at once, what the indexes and the blob store hold by tasks of the same transaction. */
@Injectable()
export class ResourceRemover {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly conversations: ConversationRepository,
  ) {}

  /** @throws AppError `not_found` */
  async delete(location: ResourceLocation, principal: Principal): Promise<null> {
    await this.changes.delete(location, authorOf(principal), async ({ kbid, id: rid }, tx) => {
      const fields = await this.fields.list(kbid, [rid], tx);
      await this.fields.deleteAll(kbid, rid, tx);
      const attachments = await this.conversations.removeOfResource(kbid, rid, tx);
      return [...fields.flatMap(({ blobKey }) => (blobKey ? [blobKey] : [])), ...attachments];
    });
    return null;
  }
}
