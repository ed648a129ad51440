import { AppError } from '@lectern/contracts/core';
import {
  type ConversationFieldValue,
  type MessagePayload,
  MESSAGES_MAX,
  MESSAGES_PER_PAGE,
  type StrategyNames,
} from '@lectern/contracts/knowledge-box';
import { type NewField, strategiesOf } from './new-fields';
import type { NewMessage } from '../conversation/new-message';
import { isJson } from './is-json';

/**
 * The properties of a conversation besides its messages.
 *
 * @param appended number of messages, including deleted ones
 * @param names strategies; for an existing conversation, its value
 */
export function conversationValue(
  { appended, deleted }: { readonly appended: number; readonly deleted: number },
  names: StrategyNames = {},
): ConversationFieldValue {
  return {
    pages: Math.max(1, Math.ceil(appended / MESSAGES_PER_PAGE)),
    size: MESSAGES_PER_PAGE,
    total: appended - deleted,
    ...strategiesOf(names),
  };
}

/** A conversation with exactly these messages. */
export function newConversationField(id: string, messages: readonly NewMessage[], names: StrategyNames = {}): NewField {
  const value = conversationValue({ appended: messages.length, deleted: 0 }, names);
  return { letter: 'c', id, value, blobKey: null, password: null, messages };
}

/** @throws AppError `invalid_request` when an ident is invalid or duplicated */
export function checkIdents(messages: readonly Pick<MessagePayload, 'ident'>[]): void {
  const known = new Set<string>();
  for (const { ident } of messages) {
    if (ident === '0') throw new AppError('invalid_request', 'Message ident cannot be "0"');
    if (ident.includes('/')) throw new AppError('invalid_request', 'Message ident cannot contain "/"');
    if (known.has(ident)) throw new AppError('invalid_request', `Message ident "${ident}" is not unique`);
    known.add(ident);
  }
}

/** @throws AppError `invalid_request` when a message is declared as JSON but is not valid JSON */
export function checkFormats(messages: readonly MessagePayload[]): void {
  for (const { content } of messages) {
    if (content.format === 'JSON' && !isJson(content.text)) throw new AppError('invalid_request', 'Invalid JSON');
  }
}

/**
 * @param count number of messages of a conversation, including deleted ones
 * @throws AppError `invalid_request`
 */
export function checkMessageCount(count: number): void {
  if (count > MESSAGES_MAX) {
    throw new AppError('invalid_request', `Conversation fields cannot have more than ${MESSAGES_MAX} messages.`);
  }
}
