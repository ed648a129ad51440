import type { Constructor } from '../../core/input';
import { operation } from '../../core/operation';
import { failsOfProcessing, FIELD_NOT_FOUND } from '../failures';
import { FieldTarget, resourcePaths } from '../params';
import { readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { Queued } from '../resource/resource.dto';
import { Download, DownloadQuery } from '../upload/upload.dto';
import {
  AppendedMessages,
  AttachmentTarget,
  ConversationFieldPayload,
  type MessagePayload,
  MessageTarget,
} from './conversation.dto';

const INVALID_MESSAGES =
  'The request is not valid; an ident is used twice, is `0` or has a slash; a text with the format JSON is not JSON; ' +
  'or an attachment has no readable content, or another MD5 than it says.';

/** As a plain list for callers. */
const appended: Constructor<MessagePayload[]> = AppendedMessages;

const write = { policy: writesKnowledgeBox, params: FieldTarget, answer: Queued, deadlineMs: WRITE_DEADLINE_MS };

/**
 * A conversation of this id is replaced, with all its messages and their attachments. Reads show the new messages at
 * once; background work then splits and indexes them, each message by itself.
 */
export const putConversationField = operation({
  ...write,
  name: 'kb.field.put-conversation',
  feature: 'upload',
  summary: 'Create or replace a conversation field',
  http: { method: 'PUT', path: resourcePaths('/conversation/{field_id}'), host: 'zone', success: 201 },
  body: ConversationFieldPayload,
  fails: { ...failsOfProcessing, invalid_request: INVALID_MESSAGES },
});

/**
 * The messages follow existing ones; the conversation is created when it does not exist. Only new messages are
 * processed. A conversation has at most 51,200 messages, deleted ones included, whose idents stay taken.
 */
export const appendMessages = operation({
  ...write,
  name: 'kb.conversation.append',
  feature: 'upload',
  summary: 'Append messages to a conversation',
  http: { method: 'PUT', path: resourcePaths('/conversation/{field_id}/messages'), host: 'zone', success: 200 },
  body: appended,
  fails: {
    ...failsOfProcessing,
    invalid_request: `${INVALID_MESSAGES} Or the conversation would have too many messages.`,
  },
});

/**
 * The message and its attachments are gone at once for reads; background work removes them from the indexes and the
 * blob store. Its ident stays taken. A message that does not exist is no error.
 */
export const deleteMessage = operation({
  name: 'kb.conversation.delete-message',
  summary: 'Delete a message of a conversation',
  http: {
    method: 'DELETE',
    path: resourcePaths('/conversation/{field_id}/messages/{message_ident}'),
    host: 'zone',
    success: 204,
    reply: 'empty',
  },
  policy: writesKnowledgeBox,
  params: MessageTarget,
  fails: { ...failsOfProcessing, not_found: FIELD_NOT_FOUND },
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * Returns the bytes of a file that came with a message. `Range` with one range of bytes is answered 206. Where the
 * object store can be reached by clients, 307 sends them there.
 */
export const downloadAttachment = operation({
  name: 'kb.download.attachment',
  summary: 'Download an attachment of a message',
  http: {
    method: 'GET',
    path: resourcePaths('/conversation/{field_id}/download/field/{message_ident}/{file_num}'),
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 307],
  },
  policy: readsKnowledgeBox,
  params: AttachmentTarget,
  query: DownloadQuery,
  answer: Download,
  fails: {
    not_found: 'The knowledge box, the resource, the message or its file does not exist, or the caller may not know.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});
