import type { ChosenGeneration } from '../configuration/learning-configurations';
import { servedModel } from '../configuration/named-generators.fixture';
import { type AnswerWithImages, configuredAnswer, configuredQuestion, usedOf } from './configured-request';

const asked: AnswerWithImages = { kbid: 'kb', question: 'Why?', context: [], history: [], citations: 'none' };
const chosen: ChosenGeneration = {
  generativeModel: 'served',
  summaryModel: 'served',
  summary: 'simple',
  preferMarkdown: true,
  userPrompts: { openai_compat: { system: 'Be brief.', prompt: '{question}!' } },
  userKeys: { openai_compat: { key: 'sk' } },
};
const named = { ...servedModel(), model: 'another', apiKey: 'sk', customerKey: true };

describe('a request to a model', () => {
  it('has the model, the prompts, the key and the format that the box has chosen', () => {
    const request = configuredAnswer(asked, chosen, named);
    expect(request).toMatchObject({ model: 'another', system: 'Be brief.', user: '{question}!', apiKey: 'sk' });
    expect(request.preferMarkdown).toBe(true);
  });

  it('keeps prompts of its own', () => {
    const own = { ...asked, system: 'Be a pirate.', user: 'Only {question}' };
    expect(configuredAnswer(own, chosen, named)).toMatchObject({ system: 'Be a pirate.', user: 'Only {question}' });
  });

  it('to rewrite a question has the model and the key, too', () => {
    const question = { kbid: 'kb', question: 'And there?', history: [], extraContext: [] };
    expect(configuredQuestion(question, named)).toMatchObject({ model: 'another', apiKey: 'sk' });
  });

  it('says with whose key it is sent', () => {
    expect(usedOf(named)).toEqual({ model: 'served', customerKey: true });
    expect(usedOf(servedModel())).toEqual({ model: 'served', customerKey: false });
  });
});
