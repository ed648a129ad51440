import type { AnswerToGenerate } from '@lectern/contracts/understanding';
import { Generator, type GeneratorDescription, Generators, type Rephrased } from '@lectern/models';
import type { ChosenGeneration } from '../configuration/learning-configurations';
import { configuredAnswer, configuredQuestion } from './configured-request';

class Named extends Generator {
  constructor(readonly description: GeneratorDescription) {
    super();
  }

  async *generate() {
    yield { type: 'status', code: '0' } as const;
  }

  async rephrase(): Promise<Rephrased> {
    return { question: '', usedHistory: false };
  }
}

const named = (id: string, takesOtherModels: boolean) =>
  new Named({
    id,
    languages: ['*'],
    contextTokensMax: 1_000,
    vision: false,
    followsPrompts: takesOtherModels,
    takesOtherModels,
  });
const generators = new Generators([named('local', false), named('served', true)], 'served');
const asked: AnswerToGenerate = { kbid: 'kb', question: 'Why?', context: [], history: [], citations: 'none' };
const chosen: ChosenGeneration = {
  generativeModel: 'served',
  summaryModel: 'served',
  summary: 'simple',
  userPrompts: { openai_compat: { system: 'Be brief.', prompt: '{question}!' }, other: { system: 'Be long.' } },
  userKeys: { openai_compat: { key: 'sk' } },
  preferMarkdown: true,
};

describe('a request to a model', () => {
  it('has the model, the prompts, the key and the format that the box has chosen', () => {
    const { request, generator } = configuredAnswer(asked, chosen, generators);
    expect(request).toMatchObject({ model: 'served', system: 'Be brief.', user: '{question}!', apiKey: 'sk' });
    expect([request.preferMarkdown, generator.description.id]).toEqual([true, 'served']);
  });

  it('says with whose key it is sent', () => {
    const usedFor = (more: object) => configuredAnswer(asked, { ...chosen, ...more }, generators).used;
    expect(usedFor({})).toEqual({ model: 'served', customerKey: true });
    expect(usedFor({ userKeys: {} })).toEqual({ model: 'served', customerKey: false });
    expect(usedFor({ generativeModel: 'local' })).toEqual({ model: 'local', customerKey: false });
  });

  it('keeps what it says itself', () => {
    const own = { ...asked, model: 'another', system: 'Be a pirate.', user: 'Only {question}' };
    const { request, generator } = configuredAnswer(own, chosen, generators);
    expect(request).toMatchObject({ model: 'another', system: 'Be a pirate.', user: 'Only {question}' });
    expect(generator.description.id).toBe('served');
  });

  it('has prompts of the provider of its model only', () => {
    const { request, generator } = configuredAnswer({ ...asked, model: 'local' }, chosen, generators);
    expect(generator.description.id).toBe('local');
    expect([request.system, request.user, request.apiKey]).toEqual([undefined, undefined, undefined]);
  });

  it('leaves the prompts of the product where the chosen ones are empty', () => {
    const userPrompts = { openai_compat: { system: '', prompt: null } };
    const { request } = configuredAnswer(asked, { ...chosen, userPrompts }, generators);
    expect([request.system, request.user]).toEqual([undefined, undefined]);
  });

  it('to rewrite a question has the chosen model, too', () => {
    const question = { kbid: 'kb', question: 'And there?', history: [], extraContext: [] };
    const { request, generator } = configuredQuestion(question, { ...chosen, generativeModel: 'local' }, generators);
    expect([request.model, generator.description.id]).toEqual(['local', 'local']);
  });

  it('for a model that is not here any more says so', () => {
    const local = new Generators([named('local', false)], 'local');
    expect(() => configuredAnswer(asked, chosen, local)).toThrow('served is not available');
  });
});
