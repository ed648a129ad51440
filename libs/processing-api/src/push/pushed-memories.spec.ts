import { validate } from '@lectern/contracts/core';
import { PushPayload } from '@lectern/contracts/understanding';
import { pushedMemory, rememberedConversations } from './pushed-memories';
import { joinedFindings } from '@lectern/augmentation';

const JSON_FORMAT = 5;
const message = (ident: string, text: string, format = 0) => ({ ident, who: 'ann', content: { text, format } });
const fact = (text: string, ...related_entry_ids: string[]) =>
  JSON.stringify({ text, reasoning: '', related_entry_ids });
const payload = validate(PushPayload, {
  conversationfield: { chat: { messages: [message('1', 'I live in Rome.'), message('2', '  ')] } },
  generated_conversationfield: {
    'da-facts-memory-c-chat': {
      source_field_id: 'chat',
      conversationfield: { messages: [message('f1', fact('Ann lives in Oslo.', '0'), 4), message('f2', 'no fact')] },
    },
  },
});

describe('the memory of a pushed conversation', () => {
  it('has its messages as entries, and the facts that come along', () => {
    expect(pushedMemory(payload, { fieldId: 'chat', ident: 'memory' })).toEqual({
      entries: [{ id: '1', who: 'ann', text: 'I live in Rome.', context: [] }],
      facts: [{ id: 'f1', text: 'Ann lives in Oslo.', reasoning: '', entries: ['0'] }],
    });
  });

  it('has no facts of another memory, and does not exist for another field', () => {
    expect(pushedMemory(payload, { fieldId: 'chat', ident: 'other' })?.facts).toEqual([]);
    expect(pushedMemory(payload, { fieldId: 'toString', ident: 'memory' })).toBeUndefined();
  });

  it('is given back as a conversation of JSON messages', () => {
    const conversations = [{ destination: 'facts-memory', messages: [{ ident: 'f1', text: '{}' }] }];
    const [[id, made] = []] = rememberedConversations({ ...joinedFindings([]), conversations }, 'chat');
    expect([id, made?.messages[0]?.content]).toEqual(['da-facts-memory-c-chat', { text: '{}', format: JSON_FORMAT }]);
  });
});
