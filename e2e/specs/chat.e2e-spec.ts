import { throughDoor } from '@lectern/contracts/core';
import { type ChatChunk, predictChat, proxyPredictChat, listCompatModels } from '@lectern/contracts/understanding';
import { type Answer, type Client, type KnowledgeBoxClient } from '../harness/client';
import { asCaller, asRole, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const predictChatForKnowledgeBox = throughDoor(predictChat, 'understanding.predict.chat-for-box');
const listPredictModels = throughDoor(listCompatModels, 'understanding.predict.models');

const TIDES = 'The moon pulls the sea.';
const BREAD = 'Bread is baked from flour and water.';
const QUESTION = 'What pulls the sea?';
const asked = { question: QUESTION, query_context: [BREAD, TIDES] };
const lines = { accept: 'application/x-ndjson' };

const chunksOf = (answer: Answer): readonly ChatChunk[] =>
  String(answer.body)
    .trimEnd()
    .split('\n')
    // Written by the product, and checked against its schema.
    .map((line) => (JSON.parse(line) as { chunk: ChatChunk }).chunk);

/** A knowledge box, and the same for a NUA key of its account. */
async function withNuaKey(mode: Parameters<typeof server>[0]): Promise<KnowledgeBoxClient> {
  const kb = await server(mode).createKnowledgeBox();
  return asCaller(kb, nuaKey((await issueNuaKey(kb)).token));
}

inStandalone('chat with a NUA key, %s', (mode) => {
  it('answers readers of a knowledge box, too', async () => {
    const kb = await asRole(await server(mode).createKnowledgeBox(), 'SMEMBER');
    const said: string[] = [];
    for await (const { chunk } of kb.client.api.stream(proxyPredictChat, {
      params: { kbid: kb.id },
      body: asked,
      headers: lines,
    }))
      if (chunk?.type === 'text') said.push(chunk.text);
    expect(said.join('')).toBe(TIDES);
  });

  it('answers from texts of the request, piece by piece, with what supports it', async () => {
    const { client, id: kbid } = await withNuaKey(mode);
    const body = { ...asked, citations: true, rerank_context: true };
    const headers = { ...lines, 'x-show-consumption': true };
    for (const chunks of [
      client.api.stream(predictChat, { body, headers }),
      client.api.stream(predictChatForKnowledgeBox, { params: { kbid }, body, headers }),
    ]) {
      const said: ChatChunk[] = [];
      for await (const { chunk } of chunks) if (chunk) said.push(chunk);
      expect(said.map(({ type }) => type)).toEqual(['rerank', 'text', 'citations', 'meta', 'consumption', 'status']);
      const sources = [{ key: '2', start: 0, end: TIDES.length - 1 }];
      expect(said).toContainEqual({
        type: 'citations',
        citations: { 2: [[0, TIDES.length]] },
        sentences: [{ status: 'exact', start: 0, end: TIDES.length, sources }],
      });
      expect(said.at(-1)).toEqual({ type: 'status', code: '0', details: null });
    }
  });
});

inStandalone('chat with a NUA key, %s', (mode) => {
  let client: Client;
  let kbid: string;
  const chat = (body: object, headers: Record<string, string> = lines) =>
    client.send('POST', '/predict/chat', { body, headers });
  const textOf = (answer: Answer) => answer.body;

  beforeAll(async () => ({ client, id: kbid } = await withNuaKey(mode)));

  it('answers with text and the code of the status when lines are not asked for', async () => {
    const answer = await chat(asked, {});
    expect([answer.status, answer.headers.get('content-type'), textOf(answer)]).toEqual([
      200,
      'text/plain; charset=utf-8',
      `${TIDES}0`,
    ]);
    expect(textOf(await chat({ question: QUESTION, query_context: [BREAD] }, {}))).toMatch(/data.*-2$/);
    for (const name of ['svc-learning-id', 'svc-learning-model', 'svc-learning-trace-id'])
      expect(answer.headers.get(name)).toMatch(/^[\w-]+$/);
  });

  it('answers with lines when the request has a schema, whatever the caller accepts', async () => {
    const parameters = { type: 'object', properties: { cause: { type: 'string', description: 'What pulls the sea' } } };
    const answer = await chat({ ...asked, json_schema: { name: 'tide', parameters } }, {});
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(chunksOf(answer).map(({ type }) => type)).toEqual(['object', 'meta', 'status']);
  });

  it('takes texts by key in the order that is given', async () => {
    const texts = { a: 'The sea is pulled by the sun.', b: 'The sea is pulled by the moon.' };
    const body = { question: 'What pulls the sea?', query_context: texts, citations: 'llm_footnotes' };
    const blocks = async (query_context_order: object) =>
      chunksOf(await chat({ ...body, query_context_order })).find((chunk) => chunk.type === 'footnote_citations');
    const [first, second] = [await blocks({ a: 1, b: 2 }), await blocks({ b: 1 })];
    expect(first?.footnote_to_context['block-AA'] ?? 'a').toBe('a');
    expect(second?.footnote_to_context['block-AA'] ?? 'b').toBe('b');
    expect([first, second]).toEqual([expect.anything(), expect.anything()]);
  });

  it.each([
    ['no question', {}, 'question'],
    ['markdown and an object', { question: '', prefer_markdown: true, json_schema: { a: 1 } }, 'exclude each other'],
    ['citations and an object', { question: '', citations: true, json_schema: { a: 1 } }, 'exclude each other'],
    ['citations and tools', { question: '', citations: true, tools: [{ name: 'f' }] }, 'exclude each other'],
    ['tools and an object', { question: '', tools: [{ name: 'f' }], json_schema: { a: 1 } }, 'exclude each other'],
    ['a tool that is none', { question: '', tool_choice: { type: 'forced', name: 'f' } }, 'must name one of tools'],
    ['a message of nobody', { question: '', chat_history: [{ text: 'Hi' }] }, 'needs its author'],
    ['an image of a model that draws none', { ...asked, image_generation: true }, 'draws no images'],
    ['a threshold above 1', { question: '', citation_threshold: 1.1 }, 'less than or equal to 1'],
    ['too many texts', { question: '', query_context: Array(1_001).fill('') }, 'at most 1000'],
    ['a model that is not here', { ...asked, generative_model: 'other' }, 'model other'],
    ['free chat with the reader', { question: 'Hi', retrieval: false }, 'answers from context only'],
    ['tools of the reader', { ...asked, tools: [{ name: 'f' }] }, 'calls no tools'],
    ['a prompt for the reader', { ...asked, system: 'Be a pirate.' }, 'follows no prompts'],
  ])('refuses %s', async (_, body, reason) => {
    const answer = await chat(body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(reason)]);
  });

  it('refuses what does not fit as clients of models expect, with 400', async () => {
    const { status, body } = await chat({ ...asked, query_context: ['sea '.repeat(30_000)], truncate: false });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('longer than')]);
  });

  it('takes what clients send for members that they do not use', async () => {
    const nulls = { system: null, citations: null, max_tokens: null, json_schema: null, user_prompt: null, seed: null };
    const more = { context: null, truncate: null, reasoning: null, tools: null, tool_choice: null, unknown: 1 };
    const raw = JSON.stringify({ ...asked, ...nulls, ...more });
    const headers = { ...lines, 'content-type': 'application/json; charset=utf-8' };
    expect((await client.send('POST', '/predict/chat', { raw, headers })).status).toBe(200);
  });

  it('may name any model of the list', async () => {
    const { data } = await client.api.call(listPredictModels);
    const [generative, embedding] = ['generative', 'embedding'].map((type) =>
      data.filter(({ model_type }) => model_type === type).map(({ id }) => id),
    );
    expect([generative, embedding]).toEqual([['local'], expect.arrayContaining(['lexical'])]);
    expect((await chat({ ...asked, generative_model: 'local' })).status).toBe(200);
  });

  it('is for NUA keys alone, and for boxes of their account', async () => {
    const send = (path: string, to = client) => to.send('POST', path, { body: asked });
    expect((await send('/predict/chat', server(mode))).status).toBe(403);
    expect((await send(`/predict/chat/${kbid}?model=other`)).status).toBe(200);
    expect((await send('/predict/chat?model=other')).status).toBe(422);
    expect((await send('/predict/chat/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});
