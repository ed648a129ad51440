import { SendMessageRequest } from '@a2a-js/sdk';
import { answerOfMessage, taskMessage, UnreadableParts } from './task-message';

const read = (message: object, more: object = {}) =>
  taskMessage(SendMessageRequest.fromJSON({ message: { messageId: '1', ...message }, ...more }));

describe('a message of another agent', () => {
  it('asks with its texts, of the default workflow in a new context', () => {
    expect(read({ parts: [{ text: 'Who' }, { data: { a: 1 } }, { text: 'is it?' }] })).toEqual({
      text: 'Who\nis it?',
      data: [{ a: 1 }],
      workflow: 'default',
      arguments: {},
      isDetached: false,
    });
  });

  it('names its context, its task and its workflow', () => {
    const metadata = { workflow_id: 'w', arguments: { city: 'Bern' } };
    const configuration = { returnImmediately: true };
    const parts = [{ text: 'a' }];
    expect(read({ parts, contextId: 'c', taskId: 't', metadata }, { configuration })).toMatchObject({
      contextId: 'c',
      taskId: 't',
      workflow: 'w',
      arguments: { city: 'Bern' },
      isDetached: true,
    });
    expect(read({ parts }, { metadata })).toMatchObject({ workflow: 'w' });
  });

  it('answers with its text, or with its data as JSON', () => {
    expect(answerOfMessage(read({ parts: [{ text: 'Yes' }, { data: 1 }] }))).toBe('Yes');
    expect(answerOfMessage(read({ parts: [{ data: { call_tool: true } }] }))).toBe('{"call_tool":true}');
  });

  it.each([
    ['no parts', { parts: [] }, /has a text/],
    ['an empty text', { parts: [{ text: ' ' }] }, /has a text/],
    ['no id', { messageId: '', parts: [{ text: 'a' }] }, /messageId/],
    ['101 parts', { parts: Array.from({ length: 101 }, () => ({ text: 'a' })) }, /at most 100 parts/],
    ['a long text', { parts: [{ text: 'x'.repeat(1_000_000) }] }, /at most \d+ characters/],
    ['an odd workflow', { parts: [{ text: 'a' }], metadata: { workflow_id: 7 } }, /workflow_id/],
    ['odd arguments', { parts: [{ text: 'a' }], metadata: { arguments: [] } }, /arguments/],
  ])('is refused with %s', (_, message, reason) => {
    expect(() => read(message)).toThrow(reason);
  });

  it('is refused with files', () => {
    expect(() => read({ parts: [{ url: 'https://a.example/' }] })).toThrow(UnreadableParts);
    expect(() => taskMessage(SendMessageRequest.fromJSON({}))).toThrow('messageId');
  });
});
