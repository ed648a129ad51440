import { AppError } from '@lectern/contracts/core';
import {
  type AttachmentField,
  type CloudLink,
  type ConversationFieldValue,
  type ConversationMessage,
  type MessagePayload,
  MESSAGES_MAX,
  MESSAGES_PER_PAGE,
} from '@lectern/contracts/knowledge-box';
import type { NewField } from '../field/new-fields';

/** A message to store, and where the bytes of its attachments are. */
export interface NewMessage {
  readonly value: ConversationMessage;
  /** One for each attachment. */
  readonly blobKeys: readonly string[];
}

/** An attachment whose bytes are stored. */
export interface StoredAttachment extends CloudLink {
  readonly blobKey: string;
}

/** What is known of a conversation besides its messages. @param appended messages, deleted ones included */
export function conversationValue({
  appended,
  deleted,
}: {
  readonly appended: number;
  readonly deleted: number;
}): ConversationFieldValue {
  return {
    pages: Math.max(1, Math.ceil(appended / MESSAGES_PER_PAGE)),
    size: MESSAGES_PER_PAGE,
    total: appended - deleted,
    extract_strategy: '',
    split_strategy: '',
  };
}

/** A conversation that has these messages and no others. */
export function newConversationField(id: string, messages: readonly NewMessage[]): NewField {
  const value = conversationValue({ appended: messages.length, deleted: 0 });
  return { letter: 'c', id, value, blobKey: null, password: null, messages };
}

/** @param attachments those of the payload, stored */
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

/** @throws AppError `invalid_request` when an ident cannot be one, or is there twice */
export function checkIdents(messages: readonly Pick<MessagePayload, 'ident'>[]): void {
  const known = new Set<string>();
  for (const { ident } of messages) {
    if (ident === '0') throw new AppError('invalid_request', 'Message ident cannot be "0"');
    if (ident.includes('/')) throw new AppError('invalid_request', 'Message ident cannot contain "/"');
    if (known.has(ident)) throw new AppError('invalid_request', `Message ident "${ident}" is not unique`);
    known.add(ident);
  }
}

/** @throws AppError `invalid_request` when a message promises JSON and has none */
export function checkFormats(messages: readonly MessagePayload[]): void {
  for (const { content } of messages) {
    if (content.format === 'JSON' && !isJson(content.text)) throw new AppError('invalid_request', 'Invalid JSON');
  }
}

/** @param count messages of a conversation, deleted ones included @throws AppError `invalid_request` */
export function checkMessageCount(count: number): void {
  if (count > MESSAGES_MAX) {
    throw new AppError('invalid_request', `Conversation fields cannot have more than ${MESSAGES_MAX} messages.`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
