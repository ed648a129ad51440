import { type ConversationMessage, letterOfFieldType, type MessagesQuery } from '@lectern/contracts/knowledge-box';
import { AUGMENTED_MESSAGES_MAX, type FieldAugment } from '@lectern/contracts/search';

type Wanted = Pick<
  FieldAugment,
  'full_conversation' | 'max_conversation_messages' | 'conversation_answer_or_messages_after'
>;

/** Default number of messages. */
const MESSAGES_DEFAULT = 15;

/** Selects messages of a field or around a message; undefined for none. */
export function messagesAround(
  id: string,
  { full_conversation: full, max_conversation_messages: max, conversation_answer_or_messages_after: answer }: Wanted,
): Pick<MessagesQuery, 'ident' | 'before' | 'after'> | undefined {
  const [, letter, , ident] = id.split('/');
  if (letter !== 'c') return undefined;
  if (full) return { before: 0, after: max ?? AUGMENTED_MESSAGES_MAX };
  const count = max ?? MESSAGES_DEFAULT;
  if (ident === undefined) return max ? { before: 0, after: count } : undefined;
  if (answer) return { ident, before: 0, after: count };
  if (!max) return undefined;
  const before = (count - 1) >> 1;
  return { ident, before, after: count - 1 - before };
}

/** A question with its first answer; other messages unchanged. */
export function answeredMessages(
  messages: readonly ConversationMessage[],
  ident: string | undefined,
): readonly ConversationMessage[] {
  const [first] = messages;
  if (!first || first.ident !== ident || first.type !== 'QUESTION') return messages;
  const answer = messages.find(({ type }) => type === 'ANSWER');
  return answer ? [first, answer] : messages;
}

/** Ids of the fields attached to a message. */
export function attachedFields({ content }: Pick<ConversationMessage, 'content'>, rid: string): readonly string[] {
  return content.attachments_fields.map(({ field_type: type, field_id: id, split }) => {
    const field = `${rid}/${letterOfFieldType[type]}/${id}`;
    return split ? `${field}/${split}` : field;
  });
}
