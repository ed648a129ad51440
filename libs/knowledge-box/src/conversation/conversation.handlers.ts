import { handlersOf } from '@lectern/bus';
import { appendMessages, deleteMessage, downloadAttachment, readMessages } from '@lectern/contracts/knowledge-box';
import { AttachmentReader } from './attachment-reader';
import { ConversationWriter } from './conversation-writer';
import { MessageReader } from './message-reader';

export const ConversationHandlers = handlersOf(ConversationWriter)
  .answer(appendMessages, (writer, { params, body, principal }) => writer.append(params, body, principal))
  .answer(deleteMessage, (writer, { params: { message_ident: ident, ...location }, principal }) =>
    writer.deleteMessage(location, ident, principal),
  )
  .of(MessageReader)
  .answer(readMessages, (messages, { body }) => messages.read(body))
  .of(AttachmentReader)
  .answer(downloadAttachment, (attachments, { params, query, principal }) =>
    attachments.download(params, { inline: query.inline ?? false, principal }),
  );
