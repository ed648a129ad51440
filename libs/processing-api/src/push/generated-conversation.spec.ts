import { PushedConversation, PushedMessage } from '@lectern/contracts/understanding';
import { writeMessage } from '@lectern/contracts/messages';
import { generatedConversation } from './generated-conversation';

const message = (members: object, content: object = {}) => {
  const one = Object.assign(new PushedMessage(), { ident: 'm', ...members });
  Object.assign(one.content, content);
  return one;
};
const made = (messages: readonly PushedMessage[], members: object = {}) =>
  generatedConversation(Object.assign(new PushedConversation(), { messages, ...members }));

describe('A conversation that was made of another one', () => {
  it('has the messages in their order, without attachments', () => {
    const { messages } = made([
      message({ ident: 'b', who: 'Ada', to: ['Bob'] }, { text: 'Hello', attachments: ['token'] }),
      message({ ident: 'a' }),
    ]);
    expect(messages).toEqual([
      { who: 'Ada', to: ['Bob'], ident: 'b', content: { text: 'Hello', format: 0 } },
      { who: '', to: [], ident: 'a', content: { text: '', format: 0 } },
    ]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 5],
    [5, 4],
    [6, 0],
    [7, 0],
    [99, 0],
  ])('has the format %i of pushes as the format %i of stored messages', (pushed, stored) => {
    expect(made([message({}, { format: pushed })]).messages[0]?.content.format).toBe(stored);
  });

  it('has the time of a message in seconds and nanoseconds, also before 1970', () => {
    const at = (timestamp: string | null) => made([message({ timestamp })]).messages[0]?.timestamp;
    expect(at('2026-01-02T03:04:05.678Z')).toEqual({ seconds: 1_767_323_045, nanos: 678_000_000 });
    expect(at('2026-01-02T05:04:05+02:00')).toEqual({ seconds: 1_767_323_045, nanos: 0 });
    expect(at(null)).toBeUndefined();
    const early = at('1969-12-31T23:59:58.250Z');
    expect(early).toEqual({ seconds: -2, nanos: 250_000_000 });
  });

  it('says that agents made it, and names the strategies that it was pushed with', () => {
    expect(made([], { extract_strategy: 'e', split_strategy: null })).toEqual({
      messages: [],
      extract_strategy: 'e',
      split_strategy: '',
      generated_by: { data_augmentation: {} },
    });
  });

  it('can be written into a message', () => {
    const conversation = made([message({ timestamp: '1969-12-31T23:59:58.250Z' }, { text: 'héllo 🦊' })]);
    expect(writeMessage('Conversation', conversation).byteLength).toBeGreaterThan(0);
  });
});
