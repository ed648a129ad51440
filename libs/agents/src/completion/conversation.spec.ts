import type { CompletionMessage } from '@lectern/contracts/understanding';
import { conversationOf } from './conversation';

const said = (role: CompletionMessage['role'], content: CompletionMessage['content']): CompletionMessage => ({
  role,
  content,
  tool_calls: [],
});
const question = said('user', 'Where?');

describe('a conversation', () => {
  it('is a question after its history, with the instructions of the client apart', () => {
    const messages = [
      said('system', 'Be brief.'),
      said('user', 'What is an ibex?'),
      said('assistant', 'A goat.'),
      said('developer', 'Be kind.'),
      question,
    ];
    expect(conversationOf({ messages })).toEqual({
      question: 'Where?',
      history: [{ question: 'What is an ibex?', answer: 'A goat.' }],
      instructions: ['Be brief.', 'Be kind.'],
    });
  });

  it('joins what one side says in turn, and keeps what tools of the client returned', () => {
    const calls = { ...said('assistant', null), tool_calls: [] };
    const messages = [said('user', 'A'), said('user', 'B'), calls, said('tool', '7'), said('assistant', 'C'), question];
    expect(conversationOf({ messages }).history).toEqual([{ question: 'A\n\nB', answer: '7\n\nC' }]);
  });

  it('keeps the latest turns of a long one', () => {
    const turns = Array.from({ length: 500 }, (_, at) => [said('user', `q${at}`), said('assistant', `a${at}`)]).flat();
    const { history } = conversationOf({ messages: [...turns, question] });
    expect(history).toHaveLength(200);
    expect(history.at(-1)).toEqual({ question: 'q499', answer: 'a499' });
    const long = [said('user', 'x'.repeat(200_000)), said('assistant', 'y'.repeat(200_000))];
    expect(conversationOf({ messages: [...long, ...long, ...long, question] }).history).toHaveLength(2);
  });

  it.each([
    ['ends with an answer', [said('assistant', 'Hi')], /role `user`/],
    ['has instructions only', [said('system', 'Hi')], /role `user`/],
    [
      'has an image',
      [said('user', [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }])],
      /image_url/,
    ],
    ['has long instructions', [said('system', 'x'.repeat(10_001)), question], /10000 characters/],
  ])('that %s is refused', (_, messages, problem) => {
    expect(() => conversationOf({ messages })).toThrow(problem);
  });
});
