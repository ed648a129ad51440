import { validate } from '@lectern/contracts/core';
import { AskRequest } from '@lectern/contracts/search';
import { chatHistory, questionToRephrase } from './chat-history';

const request = (members: object) => validate(AskRequest, { query: 'And the sun?', ...members });
const said = [
  { author: 'USER', text: 'What pulls the sea?' },
  { author: 'SVC', text: 'The moon.' },
];
const turns = [
  { author: 'USER', text: 'What pulls the sea?' },
  { author: 'ASSISTANT', text: 'The moon.' },
];

describe('what was said before', () => {
  it.each(['chat_history', 'context'])('is read from %s, oldest first', (member) => {
    expect(chatHistory(request({ [member]: said }))).toEqual(turns);
  });

  it('is nothing when nothing was said', () => {
    expect(chatHistory(request({}))).toEqual([]);
    expect(chatHistory(request({ chat_history: null, context: said }))).toEqual(turns);
  });
});

describe('a question', () => {
  it('that stands alone is not rewritten', () => {
    expect(questionToRephrase('box', request({}))).toBeUndefined();
    expect(questionToRephrase('box', request({ chat_history: [], extra_context: [] }))).toBeUndefined();
  });

  it('that stands alone is rewritten on request', () => {
    expect(questionToRephrase('box', request({ rephrase: true }))).toMatchObject({ standsAlone: true, history: [] });
  });

  it('is rewritten by what was said before, or given besides', () => {
    expect(questionToRephrase('box', request({ chat_history: said }))).toMatchObject({
      history: turns,
      extraContext: [],
      standsAlone: false,
    });
    expect(questionToRephrase('box', request({ extra_context: ['Tides'] }))).toMatchObject({
      question: 'And the sun?',
      history: [],
      extraContext: ['Tides'],
    });
  });

  it.each([
    [{ prompt: { rephrase: 'A {question}' }, rephrase_prompt: 'B {question}' }, 'A {question}'],
    [{ prompt: { system: 'Be brief' }, rephrase_prompt: 'B {question}' }, 'B {question}'],
    [{ prompt: '{context} {question}', rephrase_prompt: 'B {question}' }, 'B {question}'],
    [{}, undefined],
  ])('is rewritten as %j says', (members, prompt) => {
    expect(questionToRephrase('box', request({ chat_history: said, ...members }))?.prompt).toBe(prompt);
  });

  it('is rewritten by the model, and as readily, as the request says', () => {
    const asked = request({ chat_history: said, generative_model: 'large', chat_history_relevance_threshold: 0 });
    expect(questionToRephrase('box', asked)).toMatchObject({ model: 'large', relevanceThreshold: 0 });
  });
});
