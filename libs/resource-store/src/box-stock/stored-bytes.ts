import type { NewMessage } from '../conversation/new-message';
import type { NewField } from '../field/new-fields';

/** Bytes of files, texts and messages that fields add to a box, as they are counted against its limit. */
export function storedBytes(fields: readonly NewField[]): number {
  return fields.reduce((sum, field) => sum + bytesOf(field), 0);
}

/** The same of messages with their attachments. */
export function messageBytes(messages: readonly NewMessage[]): number {
  return messages.reduce((sum, { value }) => {
    const attachments = value.content.attachments.reduce((size, attachment) => size + attachment.size, 0);
    return sum + Buffer.byteLength(JSON.stringify(value)) + attachments;
  }, 0);
}

function bytesOf({ value, blobKey, messages = [] }: NewField): number {
  if (typeof value === 'string') return 0;
  if ('file' in value) return blobKey === null ? 0 : value.file.size;
  if ('body' in value) return Buffer.byteLength(value.body);
  return messageBytes(messages);
}
