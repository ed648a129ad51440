import { localReader, servedModel } from './named-generators.fixture';
import { chosenRequest } from './chosen-request';
import type { ChosenGeneration } from './learning-configurations';

const chosen: ChosenGeneration = {
  generativeModel: 'served',
  summaryModel: 'served',
  summary: 'simple',
  preferMarkdown: true,
  userPrompts: { openai_compat: { system: 'Be brief.', prompt: '{question}!' }, local: { system: 'Be local.' } },
  userKeys: { openai_compat: { key: 'sk' } },
};
const asked = { question: 'Why?', context: [], history: [], citations: 'none' } as const;
const served = { ...servedModel(), apiKey: 'sk' };

describe('a request with what a box has chosen', () => {
  it('has its prompts, its key and its format', () => {
    expect(chosenRequest({ ...asked, formatPrompt: false }, chosen, served)).toMatchObject({
      system: 'Be brief.',
      user: '{question}!',
      formatPrompt: true,
      apiKey: 'sk',
      preferMarkdown: true,
    });
  });

  it('has the prompts of the configuration of its model before those of the box', () => {
    const prompts = { openai_compat: { system: 'Be long.' } };
    expect(chosenRequest(asked, chosen, { ...served, prompts }).system).toBe('Be long.');
    expect(chosenRequest(asked, chosen, { ...served, prompts: {} }).system).toBe('Be brief.');
  });

  it('keeps its own prompts, and how they are sent', () => {
    const own = { ...asked, system: 'Be a pirate.', user: 'As it is', formatPrompt: false };
    expect(chosenRequest(own, chosen, served)).toMatchObject(own);
  });

  it('has none of its prompts where the answer does not come from context, or the model follows none', () => {
    for (const request of [
      chosenRequest({ ...asked, grounded: false }, chosen, served),
      chosenRequest(asked, chosen, localReader()),
    ])
      expect([request.system, request.user]).toEqual([undefined, undefined]);
  });

  it('leaves the prompts of the product where the chosen ones are empty', () => {
    const userPrompts = { openai_compat: { system: '', prompt: null } };
    const { system, user } = chosenRequest(asked, { ...chosen, userPrompts }, served);
    expect([system, user]).toEqual([undefined, undefined]);
  });
});
