import type { GenerationRequest } from '@lectern/models';
import { conversationQuestion } from './conversation-context';

const read = (question: string, { system = '', history = [] }: Partial<GenerationRequest> = {}) => {
  const { context, ...rest } = conversationQuestion({ question, system, history, context: [], citations: 'none' });
  return { ...rest, texts: context.map(({ text }) => text) };
};

describe('a conversation that is read as a question', () => {
  it('has what the system and the user said before as its context', () => {
    const history = [
      { author: 'USER' as const, text: 'Bread is baked.' },
      { author: 'ASSISTANT' as const, text: 'The sun pulls the sea.' },
    ];
    expect(read('What pulls the sea?', { system: 'Be brief.\n\nThe moon pulls the sea.', history })).toEqual({
      question: 'What pulls the sea?',
      texts: ['Be brief.', 'The moon pulls the sea.', 'Bread is baked.'],
      history,
    });
  });

  it.each([
    ['Context:\nThe moon pulls the sea.\n\nQuestion: What pulls the sea?'],
    ['Question: What pulls the sea?\n\nContext:\nThe moon pulls the sea.\n\nAnswer:'],
    ['## Question:\nWhat pulls the sea?\nContext:\nThe moon pulls the sea.'],
    ['What pulls the sea?\n\nContext:\nThe moon pulls the sea.'],
    ['Context:\nThe moon pulls the sea.\nWhat pulls the sea?'],
    ['Context: The moon pulls the sea. What pulls the sea?'],
  ])('finds the question in a message that brings its context: %s', (message) => {
    const { question, texts } = read(message);
    expect(question).toBe('What pulls the sea?');
    expect(texts.join('\n')).toContain('The moon pulls the sea.');
    expect(texts.join('\n')).not.toContain('What pulls');
  });

  it('is asked all of a message that is no question', () => {
    expect(read('Sum up the report of May.')).toMatchObject({ question: 'Sum up the report of May.', texts: [] });
    expect(read('Write a poem.\nOf the sea.')).toMatchObject({ question: 'Write a poem.\nOf the sea.', texts: [] });
  });
});
