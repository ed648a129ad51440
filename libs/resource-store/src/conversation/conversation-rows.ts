import { ConversationMessageEntity } from './conversation-message.entity';
import { ConversationRepository } from './conversation.repository';

/** Messages of conversation fields. */
export const conversationRows = {
  entities: [ConversationMessageEntity],
  providers: [ConversationRepository],
};
