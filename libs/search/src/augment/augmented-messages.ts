import { Bus } from '@lectern/bus';
import { resourceOf, systemPrincipal } from '@lectern/contracts/core';
import { type ConversationMessage, readMessages } from '@lectern/contracts/knowledge-box';
import { AUGMENTED_MESSAGES_MAX, type AugmentedMessage, type FieldAugment } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { VisibleScope } from '../hydrate/named-paragraphs';
import type { CallContext } from '../query/retrieval-query';
import { answeredMessages, attachedFields, messagesAround } from './messages-wanted';

/** Which messages to read, and whether to include their pictures. */
export type MessagesWanted = Pick<
  FieldAugment,
  | 'full_conversation'
  | 'max_conversation_messages'
  | 'conversation_answer_or_messages_after'
  | 'conversation_image_attachments'
>;

/** Reads messages of conversations. */
@Injectable()
export class AugmentedMessages {
  constructor(private readonly bus: Bus) {}

  /**
   * Messages by id of the field or message, without fields that have no matching messages.
   *
   * @param ids of fields and messages
   * @throws AppError `too_large`, `unavailable`
   */
  async read(
    { kbid, visibility }: VisibleScope,
    ids: readonly string[],
    wanted: MessagesWanted,
    { signal, requestId }: CallContext,
  ): Promise<ReadonlyMap<string, readonly AugmentedMessage[]>> {
    const found = new Map<string, readonly AugmentedMessage[]>();
    for (const id of ids) {
      const around = messagesAround(id, wanted);
      if (!around) continue;
      const [, , fieldId = ''] = id.split('/');
      const body = { kbid, rid: resourceOf(id), visibility, fieldId, ...around };
      const { messages } = await this.bus.request(
        readMessages,
        { body },
        { principal: systemPrincipal, signal, requestId },
      );
      const shown = wanted.conversation_answer_or_messages_after ? answeredMessages(messages, around.ident) : messages;
      found.set(
        id,
        shown.slice(0, AUGMENTED_MESSAGES_MAX).map((message) => shownMessage(message, id, wanted)),
      );
    }
    return found;
  }
}

function shownMessage(
  message: ConversationMessage,
  id: string,
  { conversation_image_attachments: hasImages }: MessagesWanted,
): AugmentedMessage {
  const { ident, who, type, content } = message;
  const pictures = content.attachments.filter((file) => file.content_type.startsWith('image/'));
  return {
    ident,
    who,
    type,
    text: content.text,
    attachments: attachedFields(message, resourceOf(id)),
    ...(hasImages && { images: pictures.map(({ uri }) => uri) }),
  };
}
