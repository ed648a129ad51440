import { type StoredParagraph, validate } from '@lectern/contracts/core';
import { AskRequest } from '@lectern/contracts/search';
import fc from 'fast-check';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import { answerPrompt, type PromptMaterial } from './answer-prompt';

const paragraph = (n: number, text: string): RankedParagraph => {
  const stored: StoredParagraph = {
    ...{ id: `r${n}/t/a/0-9`, rid: `r${n}`, field: 't/a', text, language: 'en', kind: 'TEXT', labels: [] },
    ...{ index: 0, start: 0, end: 9, page: 0, resourceLabels: [], resourceTitle: '' },
  };
  return { paragraph: stored, score: 1, type: 'BOTH', retrieved: { score: 1, legs: [] } };
};
const material = (texts: readonly string[], contextTokensMax = 1_000): PromptMaterial => ({
  kbid: 'box',
  matches: texts.map((text, n) => paragraph(n, text)),
  resources: { r0: { id: 'r0', title: 'Tides' } },
  generator: { id: 'model', contextTokensMax, takesOtherModels: false, vision: false, followsPrompts: false },
  history: [{ author: 'USER', text: 'Hello' }],
});
const asked = (members: object = {}, of = material(['The moon', 'The sea'])) =>
  answerPrompt(validate(AskRequest, { query: 'What pulls the sea?', ...members }), of);

describe('what the model gets', () => {
  it('is the question, what was said before, and what was found, best first', () => {
    expect(asked()).toMatchObject({
      question: 'What pulls the sea?',
      history: [{ author: 'USER', text: 'Hello' }],
      context: [
        { key: 'r0/t/a/0-9', text: 'The moon', title: 'Tides', language: 'en' },
        { key: 'r1/t/a/0-9', text: 'The sea', title: undefined, language: 'en' },
      ],
    });
  });

  it('begins with what the caller gave', () => {
    const keys = asked({ extra_context: ['One', 'Two'] }).context.map(({ key }) => key);
    expect(keys).toEqual(['USER_CONTEXT_0', 'USER_CONTEXT_1', 'r0/t/a/0-9', 'r1/t/a/0-9']);
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

  it('is no more than the model takes: what was found last is cut first', () => {
    const texts = fc.array(fc.string({ maxLength: 40 }), { maxLength: 6 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (found, tokens) => {
        const { context } = asked({}, material(found, tokens));
        const kept = context.map(({ text }) => text).join('');
        expect(found.join('').startsWith(kept)).toBe(true);
        expect(kept.length).toBe(Math.min(found.join('').length, tokens * 3));
      }),
    );
  });

  it('is as little as the caller wants, and never more than the model takes', () => {
    const long = material(['x'.repeat(100), 'y'.repeat(100)], 50);
    expect(asked({ max_tokens: { context: 10 } }, long).context).toMatchObject([{ text: 'x'.repeat(30) }]);
    expect(() => asked({ max_tokens: { context: 51 } }, long)).toThrow(
      expect.objectContaining({ code: 'invalid_query', message: expect.stringContaining("the model's limit of 50") }),
    );
  });
});
