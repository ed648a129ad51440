import { AttachmentReader } from './attachment-reader';
import { ConversationReader } from './conversation-reader';
import { ConversationHandlers } from './conversation.handlers';
import { ConversationWriter } from './conversation-writer';
import { MessageReader } from './message-reader';
import { MessageWriter } from './message-writer';

/** Conversations and their messages. */
export const conversationParts = {
  controllers: [ConversationHandlers],
  providers: [AttachmentReader, ConversationReader, ConversationWriter, MessageReader, MessageWriter],
};
