import { AppError } from '@lectern/contracts/core';
import type { ExportedMessage } from '@lectern/contracts/knowledge-box';
import { checkFormats, checkIdents, type ConversationKey, newMessage } from '@lectern/resource-store';
import { type StoredMessage } from './transfer-conversation.repository';
import { attachmentUri } from '@lectern/knowledge-box';
import type { ImportedBinary } from './imported-resource';

/**
 * A message from a file, without its position in the conversation.
 *
 * @param take returns each binary once
 * @throws AppError `invalid_request` for a message that no request could append, `bad_request` for a missing file
 */
export function importedMessage(
  { message, deleted, attachments, errors, is_pending: isPending }: ExportedMessage,
  key: ConversationKey,
  take: (binary: number) => ImportedBinary | undefined,
): Omit<StoredMessage, 'position'> {
  if (!message) {
    const ident = deleted ?? '';
    checkIdents([{ ident }]);
    return { ident, value: null, blobKeys: [], errors: [], isPending: false, unindexed: null };
  }
  const { ident, content } = message;
  checkIdents([message]);
  checkFormats([message]);
  if (content.attachments.length > 0) throw new AppError('bad_request', `The message ${ident} has bytes of files`);
  const stored = attachments.map(({ binary: number, filename, content_type }, index) => {
    const binary = take(number);
    if (!binary) throw new AppError('bad_request', `The bytes of a file of the message ${ident} are missing`);
    const { key: blobKey, sizeBytes: size, md5 } = binary;
    return { uri: attachmentUri(key, ident, index), size, content_type, filename, md5, blobKey };
  });
  const { value, blobKeys } = newMessage(message, stored);
  // The whole resource is put into both indexes.
  return { ident, value, blobKeys: [...blobKeys], errors, isPending, unindexed: null };
}
