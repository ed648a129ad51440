import { throughDoor } from '@lectern/contracts/core';
import { predictRemi } from '@lectern/contracts/understanding';
import type { KnowledgeBoxClient } from '../harness/client';
import { asCaller, asRole, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const predictRemiForKnowledgeBox = throughDoor(predictRemi, 'understanding.predict.remi-for-box');
const proxyPredictRemi = throughDoor(predictRemi, 'understanding.proxy.remi');

const body = {
  user_id: 'ada',
  question: 'What is the capital of France?',
  answer: 'Paris is the capital of France!',
  contexts: ['Paris is the capital of France.', 'Berlin is the capital of Germany.'],
};

async function withNuaKey(kb: KnowledgeBoxClient): Promise<KnowledgeBoxClient> {
  return asCaller(kb, nuaKey((await issueNuaKey(kb)).token));
}

inStandalone('answers, %s', (mode) => {
  it('are scored for NUA keys and for readers of a box', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const [nua, reader] = await Promise.all([withNuaKey(kb), asRole(kb, 'SMEMBER')]);
    for (const { answer } of [
      await nua.api(predictRemi, { body }),
      await nua.api(predictRemiForKnowledgeBox, { body }),
      await reader.api(proxyPredictRemi, { body }),
    ]) {
      expect(answer.answer_relevance).toEqual({ score: 5, reason: expect.stringContaining('rules') });
      expect([answer.context_relevance, answer.groundedness].map(([right]) => (right ?? 0) >= 4)).toEqual([true, true]);
      expect([answer.context_relevance, answer.groundedness].map(([, wrong]) => (wrong ?? 9) < 2)).toEqual([
        true,
        true,
      ]);
      expect(answer.consumption).toBeNull();
    }
  });
});

inStandalone('a score of an answer, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nua = await withNuaKey(kb);
  });
  const send = (request: object, headers = {}) => nua.client.send('POST', '/predict/remi', { body: request, headers });

  it('says what scored it, and what that consumed', async () => {
    const { headers, body: answer } = await send(body, { 'X-Show-Consumption': 'true' });
    expect(headers.get('svc-learning-model')).toBe('local-scorer');
    expect(headers.get('svc-learning-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(answer).toMatchObject({ consumption: { normalized_tokens: { input: 0, output: 0, image: 0 } } });
  });

  it('is null where there is nothing to score', async () => {
    const { user_id, question, answer, contexts } = body;
    expect((await send({ user_id, question })).body).toMatchObject({
      answer_relevance: null,
      context_relevance: [],
      groundedness: [],
    });
    expect((await send({ user_id, answer, contexts, question: null })).body).toMatchObject({
      answer_relevance: null,
      context_relevance: [null, null],
      groundedness: [5, expect.any(Number)],
    });
    expect((await send({ user_id, contexts: ['', ...contexts], question, answer: '' })).body).toMatchObject({
      answer_relevance: null,
      context_relevance: [0, 5, expect.any(Number)],
      groundedness: [null, null, null],
    });
  });

  it.each([
    [{}],
    [{ question: 'a' }],
    [{ user_id: 'ada' }],
    [{ user_id: 'ada', question: null, answer: '', contexts: [] }],
    [{ user_id: 'ada', question: 1 }],
    [{ user_id: 'ada', contexts: 'a' }],
    [{ user_id: 'ada', contexts: Array.from({ length: 201 }, () => 'a') }],
  ])('is held to the bounds of a request: %j', async (request) => {
    const { status, body: refusal } = await send(request);
    expect([status, refusal]).toEqual([422, { detail: [expect.objectContaining({ msg: expect.any(String) })] }]);
  });

  it('belongs to the account of the key', async () => {
    const status = async (client: KnowledgeBoxClient, path: string) =>
      (await client.client.send('POST', path, { body })).status;
    expect(await status(nua, '/predict/remi/00000000-0000-4000-8000-000000000000')).toBe(404);
    expect(await status(kb, '/predict/remi')).toBe(403);
  });
});
