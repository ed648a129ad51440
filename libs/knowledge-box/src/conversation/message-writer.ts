import { BlobStore } from '@lectern/blob-store';
import type { MessagePayload } from '@lectern/contracts/knowledge-box';
import { storable } from '@lectern/database';
import {
  BoxStock,
  checkFormats,
  checkIdents,
  type ConversationKey,
  messageBytes,
  newMessage,
  type NewMessage,
  type StoredAttachment,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { storeBytes } from '../file/inline-file';
import { attachmentUri } from './attachment-uri';

/** Builds messages from payloads. Attachment bytes are written first, so that rows only refer to existing bytes. */
@Injectable()
export class MessageWriter {
  constructor(
    private readonly blobs: BlobStore,
    private readonly stock: BoxStock,
  ) {}

  /** @throws AppError `invalid_request`, `too_large`; nothing is stored in these cases */
  async prepare(key: ConversationKey, sent: readonly MessagePayload[]): Promise<NewMessage[]> {
    const payloads = storable(sent);
    checkIdents(payloads);
    checkFormats(payloads);
    const messages: NewMessage[] = [];
    const attachments: StoredAttachment[] = [];
    try {
      for (const payload of payloads) {
        const first = attachments.length;
        for (const [number, { filename, content_type, payload: bytes, md5 }] of payload.content.attachments.entries()) {
          const stored = await storeBytes(key.kbid, { payload: bytes, md5 }, this.blobs);
          const uri = attachmentUri(key, payload.ident, number);
          const { sizeBytes: size, blobKey } = stored;
          attachments.push({ uri, size, content_type, filename, md5: stored.md5, blobKey });
        }
        messages.push(newMessage(payload, attachments.slice(first)));
      }
      return messages;
    } catch (error) {
      for (const { blobKey } of attachments) await this.blobs.delete(blobKey);
      throw error;
    }
  }

  /** For the transaction that stores them: refuses what passes a limit of the account. */
  async guard(kbid: string, messages: readonly NewMessage[]): Promise<(tx: EntityManager) => Promise<void>> {
    const limits = await this.stock.limitsOf(kbid);
    const adding = { resources: 0, bytes: messageBytes(messages) };
    return async (tx) => limits && this.stock.admit(kbid, { adding, limits }, tx);
  }

  /** Deletes the bytes of messages that will not be stored. */
  async discard(messages: readonly NewMessage[]): Promise<void> {
    for (const key of messages.flatMap(({ blobKeys }) => blobKeys)) await this.blobs.delete(key);
  }
}
