import { servedModels } from './available-models.fixture';
import { chosenRequest, keyFor } from './chosen-request';
import type { ChosenGeneration } from './learning-configurations';

const [reader, served] = servedModels.generators;
const chosen: ChosenGeneration = {
  ...{ generativeModel: 'served', summaryModel: 'served', summary: 'simple', preferMarkdown: true },
  userPrompts: { openai_compat: { system: 'Be brief.', prompt: '{question}!' }, local: { system: 'Be local.' } },
  userKeys: { openai_compat: { key: 'sk' } },
};
const asked = { question: 'Why?', context: [], history: [], citations: 'none' } as const;

describe('a request with what a box has chosen', () => {
  it('has its prompts, its key and its format', () => {
    if (!served) throw new Error('There is a served model');
    expect(chosenRequest({ ...asked, formatPrompt: false }, chosen, served)).toMatchObject({
      ...{ system: 'Be brief.', user: '{question}!', formatPrompt: true, apiKey: 'sk', preferMarkdown: true },
    });
  });

  it('keeps its own prompts, and how they are sent', () => {
    if (!served) throw new Error('There is a served model');
    const own = { ...asked, system: 'Be a pirate.', user: 'As it is', formatPrompt: false };
    expect(chosenRequest(own, chosen, served)).toMatchObject(own);
  });

  it('has none of its prompts where the answer does not come from context, or the model follows none', () => {
    if (!served || !reader) throw new Error('There are two models');
    for (const request of [
      chosenRequest({ ...asked, grounded: false }, chosen, served),
      chosenRequest(asked, chosen, reader),
    ])
      expect([request.system, request.user]).toEqual([undefined, undefined]);
    expect([keyFor(chosen, reader), keyFor(chosen, served)]).toEqual([undefined, 'sk']);
  });
});
