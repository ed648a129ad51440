import type { ConversationMessage, MessageType } from '@lectern/contracts/knowledge-box';
import { answeredMessages, attachedFields, messagesAround } from './messages-wanted';

const chat = `${'a'.repeat(32)}/c/chat`;
const nothing = { full_conversation: false, conversation_answer_or_messages_after: false };

function message(ident: string, type: MessageType = 'UNSET'): ConversationMessage {
  const content = { text: ident, format: 'PLAIN' as const, attachments: [], attachments_fields: [] };
  return { ident, type, timestamp: null, who: '', to: [], content };
}

describe('messages that are wanted', () => {
  it('are none of other fields, and none unless some are requested', () => {
    expect(messagesAround(`${'a'.repeat(32)}/t/body`, { ...nothing, full_conversation: true })).toBeUndefined();
    expect(messagesAround(chat, nothing)).toBeUndefined();
    expect(messagesAround(`${chat}/m1`, nothing)).toBeUndefined();
  });

  it('are the first ones of a conversation, and those around a message', () => {
    expect(messagesAround(chat, { ...nothing, full_conversation: true })).toEqual({ before: 0, after: 200 });
    expect(messagesAround(chat, { ...nothing, max_conversation_messages: 3 })).toEqual({ before: 0, after: 3 });
    const around = { ident: 'm1', before: 1, after: 2 };
    expect(messagesAround(`${chat}/m1`, { ...nothing, max_conversation_messages: 4 })).toEqual(around);
    expect(messagesAround(`${chat}/m1`, { ...nothing, max_conversation_messages: 1 })).toEqual({
      ident: 'm1',
      before: 0,
      after: 0,
    });
  });

  it('are a question and its answer, or what follows where nothing answers', () => {
    const [question, other, answer] = [message('a', 'QUESTION'), message('b'), message('c', 'ANSWER')];
    expect(answeredMessages([question, other, answer], 'a')).toEqual([question, answer]);
    expect(answeredMessages([question, other], 'a')).toEqual([question, other]);
    expect(answeredMessages([other, answer], 'b')).toEqual([other, answer]);
    expect(answeredMessages([], 'a')).toEqual([]);
  });
});

it('fields that belong to a message have whole ids', () => {
  const content = {
    ...message('a').content,
    attachments_fields: [
      { field_type: 'link' as const, field_id: 'page', split: null },
      { field_type: 'conversation' as const, field_id: 'other', split: 'm7' },
    ],
  };
  expect(attachedFields({ content }, 'rid')).toEqual(['rid/u/page', 'rid/c/other/m7']);
});
