import { AppError, type Principal, visibilityOfReads } from '@lectern/contracts/core';
import type { AttachmentTarget, Download } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ConversationRepository, ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';

/** Locates the bytes of attachments. */
@Injectable()
export class AttachmentReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly conversations: ConversationRepository,
  ) {}

  /** @throws AppError `not_found` */
  async download(
    { field_id: id, message_ident: ident, file_num: number, ...location }: AttachmentTarget,
    { inline, principal }: { readonly inline: boolean; readonly principal: Principal },
  ): Promise<Download> {
    return this.transactions.read(async (tx) => {
      const { kbid, id: rid } = await this.resources.get(location, tx, visibilityOfReads(principal));
      const message = await this.conversations.find({ kbid, rid, id }, ident, tx);
      const [file, key] = [message?.value?.content.attachments[number], message?.blobKeys[number]];
      if (!file || key === undefined) throw new AppError('not_found', "Specified file doesn't exist");
      const { size: sizeBytes, content_type: contentType, filename } = file;
      return { key, sizeBytes, contentType, filename: filename || 'file', inline };
    });
  }
}
