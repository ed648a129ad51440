import type { AttachmentField, CloudLink, ConversationMessage, MessagePayload } from '@lectern/contracts/knowledge-box';

/** A message to store, with the locations of its attachments' bytes. */
export interface NewMessage {
  readonly value: ConversationMessage;
  /** One key per attachment. */
  readonly blobKeys: readonly string[];
}

/** An attachment whose bytes are stored. */
export interface StoredAttachment extends CloudLink {
  readonly blobKey: string;
}

/** @param attachments the stored attachments of the payload */
export function newMessage(
  { timestamp, who, to, content, ident, type }: MessagePayload,
  attachments: readonly StoredAttachment[],
): NewMessage {
  const value: ConversationMessage = {
    timestamp: timestamp ?? null,
    who: who ?? '',
    to,
    content: {
      text: content.text,
      format: content.format,
      attachments: attachments.map(({ blobKey: _, ...shown }) => shown),
      attachments_fields: content.attachments_fields.map(shownReference),
    },
    ident,
    type: type ?? 'UNSET',
  };
  return { value, blobKeys: attachments.map(({ blobKey }) => blobKey) };
}

function shownReference({ field_type, field_id, split }: AttachmentField) {
  return { field_type, field_id, split: split ?? null };
}
