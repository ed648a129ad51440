import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { appendMessages, deleteMessage, downloadAttachment } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { AttachmentReader } from './attachment-reader';
import { ConversationWriter } from './conversation-writer';

@Controller()
export class ConversationHandlers {
  constructor(
    private readonly writer: ConversationWriter,
    private readonly attachments: AttachmentReader,
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

  @Handles(downloadAttachment)
  download({ params, query, principal }: Request<typeof downloadAttachment>) {
    return this.attachments.download(params, { inline: query.inline ?? false, principal });
  }
}
