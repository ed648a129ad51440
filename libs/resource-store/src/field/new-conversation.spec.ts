import { validate } from '@lectern/contracts/core';
import { ConversationFieldPayload } from '@lectern/contracts/knowledge-box';
import {
  checkFormats,
  checkIdents,
  checkMessageCount,
  conversationValue,
  newConversationField,
} from './new-conversation';
import { newMessage } from '../conversation/new-message';

const messagesOf = (...messages: object[]) => validate(ConversationFieldPayload, { messages }).messages;

describe('a conversation', () => {
  it('has a page for 200 messages that were ever appended, and at least one', () => {
    const pages = (appended: number) => conversationValue({ appended, deleted: 0 }).pages;
    expect([0, 1, 200, 201, 51_200].map(pages)).toEqual([1, 1, 1, 2, 256]);
    expect(conversationValue({ appended: 201, deleted: 3 })).toMatchObject({ pages: 2, size: 200, total: 198 });
  });

  it('fills in what a message does not say', () => {
    const [payload] = messagesOf({ ident: 'a', content: { text: 'x' } });
    expect(payload && newMessage(payload, [])).toEqual({
      value: {
        timestamp: null,
        who: '',
        to: [],
        ident: 'a',
        type: 'UNSET',
        content: { text: 'x', format: 'PLAIN', attachments: [], attachments_fields: [] },
      },
      blobKeys: [],
    });
    expect(newConversationField('chat', [])).toMatchObject({ letter: 'c', id: 'chat', value: { total: 0 } });
  });

  it('shows attachments without their place in the blob store', () => {
    const [payload] = messagesOf({ ident: 'a', content: { text: 'x' } });
    const file = { uri: '/u', size: 1, content_type: 'text/plain', filename: 'a', md5: 'm' };
    const message = payload && newMessage(payload, [{ ...file, blobKey: 'kb/1' }]);
    expect(message?.value.content.attachments).toEqual([file]);
    expect(message?.blobKeys).toEqual(['kb/1']);
  });
});

describe('messages', () => {
  it.each([
    [['a', 'b', 'a'], 'Message ident "a" is not unique'],
    [['0'], 'Message ident cannot be "0"'],
    [['a/b'], 'Message ident cannot contain "/"'],
  ])('with the idents %j are refused', (idents, message) => {
    expect(() => checkIdents(idents.map((ident) => ({ ident })))).toThrow(message);
  });

  it('may have any other idents', () => {
    expect(() => checkIdents(['00', 'a b', '.', '%2F', 'é'].map((ident) => ({ ident })))).not.toThrow();
  });

  it('with the format JSON have JSON', () => {
    const message = (text: string) => messagesOf({ ident: 'a', content: { text, format: 'JSON' } });
    expect(() => checkFormats(message('{'))).toThrow('Invalid JSON');
    expect(() => checkFormats(message('{}'))).not.toThrow();
  });

  it('are at most 51,200', () => {
    expect(() => checkMessageCount(51_200)).not.toThrow();
    expect(() => checkMessageCount(51_201)).toThrow('Conversation fields cannot have more than 51200 messages.');
  });
});
