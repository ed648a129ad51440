import { validate } from '@lectern/contracts/core';
import { AskRequest } from '@lectern/contracts/search';
import { answerPrompt, type PromptMaterial, wantedTokens } from './ask-prompts';

const material: PromptMaterial = {
  kbid: 'box',
  entries: [
    { key: 'USER_CONTEXT_0', text: 'One' },
    { key: 'r0/t/a/0-9', text: 'The moon', title: 'Tides', language: 'en', rid: 'r0' },
  ],
  images: [],
  history: [{ author: 'USER', text: 'Hello' }],
};
const request = (members: object) => validate(AskRequest, { query: 'What pulls the sea?', ...members });
const asked = (members: object = {}, of = material) => answerPrompt(request(members), of);
const generator = { id: 'model', contextTokensMax: 50, takesOtherModels: false, vision: false, followsPrompts: false };

describe('what the model gets', () => {
  it('is the question, what was said before, and the context', () => {
    expect(asked()).toEqual(
      expect.objectContaining({
        question: 'What pulls the sea?',
        history: [{ author: 'USER', text: 'Hello' }],
        context: [
          { key: 'USER_CONTEXT_0', text: 'One', title: undefined, language: undefined },
          { key: 'r0/t/a/0-9', text: 'The moon', title: 'Tides', language: 'en' },
        ],
      }),
    );
    expect(asked()).not.toHaveProperty('images');
  });

  it('has images, where there are any', () => {
    const images = [{ key: 'USER_IMAGE_CONTEXT_0', contentType: 'image/png', base64: 'AA==' }];
    expect(asked({}, { ...material, images })).toMatchObject({ images });
  });

  it.each([
    [{}, { system: undefined, user: undefined }],
    [{ prompt: '{context}?' }, { system: undefined, user: '{context}?' }],
    [{ prompt: { system: 'Be brief', user: '{question}!' } }, { system: 'Be brief', user: '{question}!' }],
    [{ prompt: '' }, { system: undefined, user: undefined }],
    [{ max_tokens: 20 }, { answerTokensMax: 20 }],
    [{ max_tokens: { answer: 30, context: 5 } }, { answerTokensMax: 30 }],
    [{ max_tokens: { context: 5 } }, { answerTokensMax: undefined }],
    [{ citations: true }, { citations: 'default' }],
    [{ citations: false }, { citations: 'none' }],
    [{}, { citations: 'none' }],
    [
      { citations: 'llm_footnotes', citation_threshold: 0 },
      { citations: 'llm_footnotes', citationThreshold: 0 },
    ],
    [{ citations: true, answer_json_schema: { type: 'object' } }, { citations: 'none' }],
    [
      { generative_model_seed: 0, generative_model: 'large' },
      { seed: 0, model: 'large' },
    ],
  ])('of %j is %j', (members, expected) => {
    expect(asked(members)).toMatchObject(expected);
  });

  it('has as much context as the request wants, which is no more than the model takes', () => {
    expect(wantedTokens(request({ max_tokens: { context: 50 } }), generator)).toBe(50);
    expect(wantedTokens(request({ max_tokens: 51 }), generator)).toBeUndefined();
    expect(() => wantedTokens(request({ max_tokens: { context: 51 } }), generator)).toThrow(
      expect.objectContaining({
        code: 'invalid_query',
        message:
          "Invalid query. Error in max_tokens.context: Max context tokens is higher than the model's limit of 50",
      }),
    );
  });
});
