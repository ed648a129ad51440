import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { appendMessages, deleteMessage, downloadAttachment, readMessages } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { AttachmentReader } from './attachment-reader';
import { ConversationWriter } from './conversation-writer';
import { MessageReader } from './message-reader';

@Controller()
export class ConversationHandlers {
  constructor(
    private readonly writer: ConversationWriter,
    private readonly attachments: AttachmentReader,
    private readonly messages: MessageReader,
  ) {}

  @Handles(appendMessages)
  append({ params, body, principal }: Request<typeof appendMessages>) {
    return this.writer.append(params, body, principal);
  }

  @Handles(deleteMessage)
  deleteMessage({ params, principal }: Request<typeof deleteMessage>) {
    const { message_ident: ident, ...location } = params;
    return this.writer.deleteMessage(location, ident, principal);
  }

  @Handles(readMessages)
  read({ body }: Request<typeof readMessages>) {
    return this.messages.read(body);
  }

  @Handles(downloadAttachment)
  download({ params, query, principal }: Request<typeof downloadAttachment>) {
    return this.attachments.download(params, { inline: query.inline ?? false, principal });
  }
}
