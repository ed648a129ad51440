import { describeUnless } from '@lectern/testing';
import OpenAI from 'openai';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { conformingFetch } from '../harness/conformance';
import { bearer, issueNuaKey } from '../harness/credentials';
import { LlamaServer, noLlama } from '../harness/llama';
import { runningModes } from '../harness/modes';
import { Standalone } from '../harness/standalone';

const MODEL = 'smollm2';
const standalone = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';

/** The content is not judged, since the model is small; only that it arrives piece by piece, and counted. */
describeUnless(standalone ?? noLlama, 'a real model on a server of the chat completions protocol', () => {
  let llama: LlamaServer;
  let deployment: Standalone;
  let kb: KnowledgeBoxClient;
  let client: OpenAI;

  beforeAll(async () => {
    llama = await LlamaServer.start();
    deployment = await Standalone.start({
      env: { GENERATOR: 'openai-compatible', OPENAI_BASE_URL: llama.baseUrl, OPENAI_MODEL: MODEL },
    });
    kb = await new Client(deployment.origin, bearer(deployment.token)).createKnowledgeBox();
    client = new OpenAI({
      apiKey: (await issueNuaKey(kb)).token,
      baseURL: `${deployment.origin}/api/v1/predict/compat`,
      maxRetries: 0,
      fetch: conformingFetch,
    });
  }, 120_000);
  afterAll(async () => {
    await deployment?.stop();
    await llama?.stop();
  });

  it('goes on with a conversation piece by piece, as far as it may', async () => {
    const stream = await client.chat.completions.create({
      messages: [{ role: 'user', content: 'Tell me about the sea.' }],
      model: MODEL,
      stream: true,
      max_tokens: 12,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.content ?? []);
    expect(pieces.length).toBeGreaterThan(3);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('length');
    const { prompt_tokens = 0, completion_tokens = 0 } = chunks.at(-1)?.usage ?? {};
    expect([prompt_tokens > 5, completion_tokens > 3, completion_tokens <= 12]).toEqual([true, true, true]);
  });

  it('is left alone when the caller leaves, and answers the next one', async () => {
    const messages = [{ role: 'user' as const, content: 'Tell a long story.' }];
    // Without the check of answers, which reads all of them.
    const leaving = client.withOptions({ fetch });
    const stream = await leaving.chat.completions.create({ model: MODEL, messages, stream: true, max_tokens: 1_000 });
    for await (const _ of stream) break;
    stream.controller.abort();
    const next = await client.chat.completions.create({ model: MODEL, messages, max_tokens: 3 });
    expect(next.choices[0]?.message.content).toEqual(expect.any(String));
  });

  it('answers a question from a knowledge box', async () => {
    await kb.createResource({ texts: { tides: { body: 'The moon pulls the sea.' } } }, { wait: 'searchable' });
    const items = await kb.ask({ query: 'What pulls the sea?', max_tokens: 30 });
    const text = items.map((item) => (item.type === 'answer' ? item.text : '')).join('');
    expect(text.length).toBeGreaterThan(0);
    expect(items.findLast(({ type }) => type === 'status')).toMatchObject({ code: '0' });
  });
});
