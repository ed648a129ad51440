import { ScriptedProvider } from '@lectern/testing';
import { answerScorerContract } from '../answer-scorer.contract';
import { OpenAiCompatibleGenerator } from '../openai-compatible/openai-compatible-generator';
import { GenerativeAnswerScorer } from './generative-answer-scorer';

const scores = {
  answer_relevance: { reason: 'It says what pulls the sea.', score: 5 },
  contexts: [
    { relevance: 5, groundedness: 4 },
    { relevance: 0, groundedness: 1 },
  ],
};
const request = { question: 'What pulls the sea?', answer: 'The moon.', contexts: ['The moon pulls it.', 'Bread.'] };

describe('GenerativeAnswerScorer', () => {
  const start = async (reply: unknown, contextTokensMax = 32_000) => {
    const provider = await ScriptedProvider.start();
    provider.next({ pieces: [JSON.stringify(reply)], usage: { prompt_tokens: 90, completion_tokens: 30 } });
    const generator = new OpenAiCompatibleGenerator({
      baseUrl: provider.baseUrl,
      model: 'judge',
      contextTokensMax,
      vision: false,
      firstChunkMs: 5_000,
      chunkMs: 5_000,
      totalMs: 10_000,
    });
    const scorer = new GenerativeAnswerScorer(generator);
    const score = () => scorer.score(request, { signal: new AbortController().signal });
    return { provider, generator, scorer, score, close: () => provider.close() };
  };

  answerScorerContract(() => start(scores));

  it('asks for an object of scores, with question, answer and contexts as material', async () => {
    const { provider, score, scorer, close } = await start(scores);
    await expect(score()).resolves.toEqual({
      answerRelevance: scores.answer_relevance,
      contextRelevance: [5, 0],
      groundedness: [4, 1],
      inputTokens: 90,
      outputTokens: 30,
    });
    expect(scorer.description.id).toBe('judge');
    const [call] = provider.calls;
    expect(JSON.stringify(call?.body)).toContain(JSON.stringify(JSON.stringify(request)).slice(1, -1));
    expect(JSON.stringify(call?.body)).toContain('groundedness');
    await close();
  });

  it.each([
    ['too few contexts', { ...scores, contexts: scores.contexts.slice(1) }],
    ['a score above 5', { ...scores, answer_relevance: { reason: '', score: 6 } }],
    ['a score that is no integer', { ...scores, contexts: [{ relevance: 4.5, groundedness: 1 }, scores.contexts[1]] }],
    ['no scores', { verdict: 'good' }],
  ])('fails when the model gives %s', async (_, reply) => {
    const { score, close } = await start(reply);
    await expect(score()).rejects.toMatchObject({ code: 'provider_failed' });
    await close();
  });

  it('fails when the provider does', async () => {
    const { generator, close } = await start(scores);
    await close();
    const scoring = new GenerativeAnswerScorer(generator).score(request, { signal: new AbortController().signal });
    await expect(scoring).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('refuses what does not fit the model instead of cutting it', async () => {
    const { provider, score, close } = await start(scores, 4_010);
    await expect(score()).rejects.toMatchObject({ code: 'invalid_request' });
    expect(provider.calls).toEqual([]);
    await close();
  });
});
