import { throughDoor } from '@lectern/contracts/core';
import {
  predictQuery,
  predictQueryDeprecated,
  predictRephrase,
  predictRerank,
  predictSentence,
  predictSentenceBatch,
  predictSentenceForKnowledgeBox,
  predictSummarize,
  predictTokens,
} from '@lectern/contracts/understanding';
import type { KnowledgeBoxClient } from '../harness/client';
import { asCaller, asRole, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const predictSummarizeForKnowledgeBox = throughDoor(predictSummarize, 'understanding.predict.summarize-for-box');
const proxyPredictSummarize = throughDoor(predictSummarize, 'understanding.proxy.summarize');
const predictRerankForKnowledgeBox = throughDoor(predictRerank, 'understanding.predict.rerank-for-box');
const proxyPredictRerank = throughDoor(predictRerank, 'understanding.proxy.rerank');
const predictRephraseForKnowledgeBox = throughDoor(predictRephrase, 'understanding.predict.rephrase-for-box');
const proxyPredictRephrase = throughDoor(predictRephrase, 'understanding.proxy.rephrase');
const predictTokensForKnowledgeBox = throughDoor(predictTokens, 'understanding.predict.tokens-for-box');
const proxyPredictTokens = throughDoor(predictTokens, 'understanding.proxy.tokens');
const predictQueryForKnowledgeBox = throughDoor(predictQuery, 'understanding.predict.query-for-box');
const predictQueryDeprecatedForKnowledgeBox = throughDoor(
  predictQueryDeprecated,
  'understanding.predict.query-by-query-for-box',
);

const text = 'I love Barcelona';
const barcelona = { text: 'Barcelona', ner: 'GPE', start: 7, end: 16 };
const question = 'What pulls the sea?';
const context = { a: 'Harbours are closed in winter.', b: 'The moon pulls the sea, which makes tides.' };
const history = [
  { author: 'USER' as const, text: 'Who was Ada Lovelace?' },
  { author: 'SVC' as const, text: 'A mathematician.' },
];
const resources = {
  r1: { fields: { 't/a': 'The moon pulls the sea.' } },
  r2: { fields: { 't/a': 'Harbours are cold.' } },
};

const unused = { input: 0, output: 0, image: 0 };

inStandalone('predictions, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: KnowledgeBoxClient;
  let reader: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    [nua, reader] = await Promise.all([
      issueNuaKey(kb).then(({ token }) => asCaller(kb, nuaKey(token))),
      asRole(kb, 'SMEMBER'),
    ]);
  });

  it('recognise names, in code points', async () => {
    const { answer } = await nua.client.api.call(predictTokens, { query: { text: `🌊 ${text}` } });
    expect(answer).toMatchObject({ tokens: [{ ...barcelona, start: 9, end: 18 }], consumption: null });
    for (const one of [
      await nua.api(predictTokensForKnowledgeBox, { query: { text } }),
      await reader.api(proxyPredictTokens, { query: { text } }),
    ])
      expect(one.answer.tokens).toEqual([barcelona]);
  });

  it('turn texts into vectors of unit length', async () => {
    const [one, ofBox] = await Promise.all([
      nua.api(predictSentence, { query: { text } }),
      nua.api(predictSentenceForKnowledgeBox, { query: { text } }),
    ]);
    const [model = ''] = Object.keys(one.answer.vectors);
    expect(one.answer.data).toEqual(one.answer.vectors[model]);
    expect(ofBox.answer.vectors).toEqual(one.answer.vectors);
    expect(Math.hypot(...one.answer.data)).toBeCloseTo(1, 3);
    const { answer } = await nua.api(predictSentenceBatch, { body: { texts: [text, question], model } });
    expect(answer.vectors.map((vector) => vector.length)).toEqual([one.answer.data.length, one.answer.data.length]);
  });

  it('prepare a query', async () => {
    const prepared = await Promise.all([
      nua.api(predictQuery, { body: { text: 'Who lives in Barcelona?', graph_nodes: ['Ada'] } }),
      nua.api(predictQueryForKnowledgeBox, { body: { text: 'Who lives in Barcelona?', graph_edges: ['lives in'] } }),
      nua.client.api.call(predictQueryDeprecated, { query: { text: 'Who lives in Barcelona?', rephrase: true } }),
      nua.api(predictQueryDeprecatedForKnowledgeBox, { query: { text: 'Who lives in Barcelona?' } }),
    ]);
    const [{ answer: first }, { answer: second }, { answer: rephrased }] = prepared;
    for (const { answer } of prepared) {
      expect(answer).toMatchObject({
        language: 'en',
        stop_words: ['who', 'in'],
        query: 'Who lives in Barcelona?',
        entities: { tokens: [{ ...barcelona, start: 13, end: 22 }] },
      });
      const [[model, threshold] = ['', 0]] = Object.entries(answer.semantic_thresholds);
      expect([answer.semantic_threshold, answer.sentence.vectors[model]]).toEqual([threshold, answer.sentence.data]);
      expect([threshold > 0, answer.max_context > 0, answer.sentence.data.length > 128]).toEqual([true, true, true]);
    }
    const [[model = '', named = {}] = []] = Object.entries(first.graph_nodes?.vectors ?? {});
    expect([Object.keys(named), named['Ada']?.length]).toEqual([['Ada'], first.sentence.data.length]);
    expect(Object.keys(second.graph_edges?.vectors[model] ?? {})).toEqual(['lives in']);
    expect([first.graph_edges, first.rephrased_query, rephrased.rephrased_query]).toEqual([
      null,
      '',
      'Who lives in Barcelona?',
    ]);
  });

  it('rewrite a question by what was said before', async () => {
    const body = { question: 'When was she born?', chat_history: history };
    for (const { answer } of [
      await nua.api(predictRephrase, { body }),
      await nua.api(predictRephraseForKnowledgeBox, { body }),
      await reader.api(proxyPredictRephrase, { body }),
    ])
      expect(answer).toMatch(/^When was she born\?.* Lovelace.*0$/);
    const alone = async (asked: string) => (await nua.api(predictRephrase, { body: { question: asked } })).answer;
    expect(await alone('Please tell me who Ada Lovelace was')).toBe('who Ada Lovelace was0');
    expect(await alone('And what about that?')).toBe('And what about that?-2');
  });

  it('score texts by how well they answer', async () => {
    const body = { question, user_id: 'ada', context };
    for (const { answer } of [
      await nua.api(predictRerank, { body }),
      await nua.api(predictRerankForKnowledgeBox, { body }),
      await reader.api(proxyPredictRerank, { body }),
    ])
      expect((answer.context_scores['b'] ?? 0) - (answer.context_scores['a'] ?? 0)).toBeGreaterThan(0);
  });

  it('sum up texts', async () => {
    const headers = { 'x-show-consumption': true };
    for (const { answer } of [
      await nua.api(predictSummarize, { body: { resources }, headers }),
      await nua.api(predictSummarizeForKnowledgeBox, { body: { resources }, headers }),
      await reader.api(proxyPredictSummarize, { body: { resources }, headers }),
    ])
      expect(answer).toMatchObject({
        resources: { r1: { summary: 'The moon pulls the sea.', tokens: 8, input_tokens: 8 } },
        summary: 'The moon pulls the sea. Harbours are cold.',
        consumption: { normalized_tokens: { input: 0.029, output: 0.028, image: 0 }, customer_key_tokens: unused },
      });
  });
});

inStandalone('a prediction, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nua = asCaller(kb, nuaKey((await issueNuaKey(kb)).token));
  });

  const post = (path: string, body: object) => nua.client.send('POST', `/predict/${path}`, { body });

  it('says in headers where it comes from', async () => {
    const headers = { 'x-request-id': 'trace-of-the-test', 'X-Show-Consumption': 'True' };
    const seen = await nua.client.send('GET', `/predict/sentence?text=${text}`, { headers });
    expect(seen.headers.get('svc-learning-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(seen.headers.get('svc-learning-model')).toMatch(/./);
    expect(seen.headers.get('svc-learning-trace-id')).toBe('trace-of-the-test');
    expect(seen.body).toMatchObject({ consumption: { normalized_tokens: { input: 0.006, output: 0 } } });
    const other = await nua.client.send('GET', `/predict/sentence?text=${text}`);
    expect(other.headers.get('svc-learning-id')).not.toBe(seen.headers.get('svc-learning-id'));
    const rephrased = await post('rephrase', { question, chat_history: history, context: [] });
    expect(rephrased.headers.get('svc-learning-chat-history')).toBe('true');
    expect((await post('rephrase', { question })).headers.get('svc-learning-chat-history')).toBe('false');
  });

  it.each([
    ['sentence', 'GET', '?text=a&model=unknown', undefined, /Unknown embedding model unknown; .+ has .*lexical/],
    ['query', 'POST', '', { text: 'a', semantic_models: ['unknown'] }, /Unknown embedding model/],
    ['query', 'POST', '', { text: 'a', semantic_model: 'unknown' }, /Unknown embedding model/],
    ['query', 'POST', '', { text: 'a', token_model: 'unknown' }, /Unknown token model/],
    ['query', 'POST', '', { text: 'a', generative_model: 'unknown' }, /Unknown generative model/],
    ['rephrase', 'POST', '?model=unknown', { question: 'a' }, /Unknown generative model/],
    ['rephrase', 'POST', '', { question: 'a', prompt: 'Rewrite {question}' }, /follows no prompts/],
    ['summarize', 'POST', '', { resources, user_prompt: 'Translate {text}' }, /follows no prompts/],
    ['query', 'POST', '', { image: { content_type: 'image/png', b64encoded: 'aaaa' } }, /does not read images/],
  ])('%s refuses what its models cannot do: %s %s %j', async (endpoint, method, query, body, detail) => {
    const { status, body: refusal } = await nua.client.send(method, `/predict/${endpoint}${query}`, { body });
    expect([status, refusal]).toEqual([422, { detail: expect.stringMatching(detail) }]);
  });

  it.each([
    ['query', {}],
    ['query', { text: 'a', rephrase_prompt: 'Rewrite it' }],
    ['query', { text: 'a', graph_nodes: Array.from({ length: 501 }, String) }],
    ['sentences', {}],
    ['sentences', { texts: Array.from({ length: 501 }, String) }],
    ['rephrase', { question: '' }],
    ['rephrase', { question, prompt: 'Rewrite it' }],
    ['rephrase', { question, chat_history_relevance_threshold: 2 }],
    ['rerank', { question, context }],
    [
      'rerank',
      { question, user_id: 'a', context: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [i, 'a'])) },
    ],
    ['summarize', {}],
    ['summarize', { resources, user_prompt: 'Translate it' }],
    ['summarize', { resources, summary_kind: 'long' }],
  ])('is held to the bounds of a request: %s', async (endpoint, body) => {
    const { status, body: refusal } = await post(endpoint, body);
    expect([status, refusal]).toEqual([422, { detail: [expect.objectContaining({ msg: expect.any(String) })] }]);
  });

  it('finds no names by agents where there are none', async () => {
    const { status, body } = await post('query', { text: 'a', agentic_entities: true });
    expect([status, body]).toEqual([
      422,
      { detail: expect.stringContaining('agentic_entities needs a knowledge box') },
    ]);
  });

  it('takes null for what has a default, and unknown members', async () => {
    const nothing = { chat_history: null, context: null, user_context: null, user_id: null, generative_model: null };
    expect((await post('rephrase', { question, ...nothing, more: 1 })).body).toBe(`${question}0`);
    expect((await post('rerank', { question, user_id: 'ada', context: null })).body).toMatchObject({
      context_scores: {},
    });
    expect((await post('sentences', { texts: [] })).body).toMatchObject({ vectors: [] });
    expect((await post('summarize', { resources: {} })).body).toMatchObject({ resources: {}, summary: '' });
  });

  it('belongs to the account of the key, and to readers of a box', async () => {
    const foreign = await server(mode).createKnowledgeBox();
    const body = { question, user_id: 'ada', context };
    const status = (client: KnowledgeBoxClient, path: string) =>
      client.client.send('POST', path, { body }).then((answer) => answer.status);
    expect(await status(nua, '/predict/rerank/00000000-0000-4000-8000-000000000000')).toBe(404);
    expect(await status(nua, `${kb.path}/predict/rerank`)).toBe(403);
    expect(await status(kb, '/predict/rerank')).toBe(403);
    expect(await status(await asRole(foreign, 'SMEMBER'), `${kb.path}/predict/rerank`)).toBe(403);
  });

  it('of another kind is refused to readers of a box', async () => {
    const refusal = async (method: string, endpoint: string) =>
      (await kb.client.send(method, `${kb.path}/predict/${endpoint}`, method === 'GET' ? {} : { body: {} })).status;
    expect(
      await Promise.all([refusal('POST', 'other'), refusal('GET', 'rephrase'), refusal('POST', 'tokens')]),
    ).toEqual([422, 422, 422]);
  });
});
