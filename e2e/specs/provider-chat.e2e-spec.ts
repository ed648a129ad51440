import { type ChatChunk, predictRephrase, predictSummarize } from '@lectern/contracts/understanding';
import type { ScriptedProvider } from '@lectern/testing';
import { type Answer, Client } from '../harness/client';
import { issueNuaKey, nuaKey } from '../harness/credentials';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { startWithProvider } from '../harness/with-provider';

const QUERY = 'When was the lighthouse built?';
const SENTENCE = 'The lighthouse was built in 1874.';

interface Message {
  readonly role: string;
  readonly content: unknown;
}

inStandalone('a model provider, asked by a NUA key, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let nua: Client;

  beforeAll(async () => {
    ({ provider, deployment } = await startWithProvider(mode, { key: 'provider-key', timeoutMs: 1_500 }));
    const root = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    nua = new Client(deployment.origin, nuaKey((await issueNuaKey(await root.createKnowledgeBox())).token));
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });
  beforeEach(() => void provider.calls.splice(0));

  const lastMessage = (call: number) => {
    // As the protocol has them.
    const messages = (provider.calls[call]?.body['messages'] ?? []) as readonly Message[];
    return JSON.stringify(messages.at(-1)?.content);
  };
  const chat = (body: object, headers: Record<string, string> = { accept: 'application/x-ndjson' }) =>
    nua.send('POST', '/predict/chat', { body: { question: QUERY, retrieval: false, ...body }, headers });
  const chunks = (answer: Answer): readonly ChatChunk[] =>
    String(answer.body)
      .trimEnd()
      .split('\n')
      // Written by the product, and checked against its schema.
      .map((line) => (JSON.parse(line) as { chunk: ChatChunk }).chunk);

  it('thinks, and calls functions', async () => {
    const tools = [{ name: 'look_up', description: 'Looks up', parameters: { type: 'object' } }];
    const reasoning = { effort: 'high', budget_tokens: 1 };
    const call = { name: 'look_up', arguments: '{"q":"sea"}' };
    provider.next({ reasoning: ['Hm.'], toolCall: call, usage: { prompt_tokens: 42, completion_tokens: 7 } });
    const said = chunks(await chat({ tools, tool_choice: { type: 'forced', name: 'look_up' }, reasoning, seed: 11 }));
    expect(said).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'tools', tools: { look_up: [{ id: 'call-1', function: call }] } },
      expect.objectContaining({ type: 'meta', input_tokens: 42, output_svc_tokens: 0.007 }),
      { type: 'status', code: '0', details: null },
    ]);
    expect(provider.calls[0]?.body).toMatchObject({
      seed: 11,
      reasoning_effort: 'high',
      tool_choice: { type: 'function', function: { name: 'look_up' } },
    });
    provider.next({ reasoning: ['Hm.'] });
    const hidden = await chat({ reasoning: { display: false } });
    expect(chunks(hidden).map(({ type }) => type)).toEqual(['text', 'meta', 'status']);
  });

  it('gets the conversation and the prompts of the request', async () => {
    const history = [
      { author: 'USER', text: 'Hello' },
      { type: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'look_up', arguments: { q: 1 } } }] },
      { type: 'tool', tool_call_id: 'c1', content: { found: true } },
    ];
    const prompts = { system: 'Be a pirate.', user_prompt: { prompt: 'As it {is}' }, format_prompt: false };
    await chat({ question: '', chat_history: history, ...prompts, max_tokens: 5 });
    expect(provider.calls[0]?.body).toMatchObject({
      max_tokens: 5,
      messages: [
        { role: 'system', content: 'Be a pirate.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'look_up', arguments: '{"q":1}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: '{"found":true}' },
        { role: 'user', content: 'As it {is}' },
      ],
    });
  });

  it('fails with a status before its first word, and with a code after it', async () => {
    provider.next({ raw: { status: 500, body: '{}' } });
    expect(await chat({})).toMatchObject({ status: 512, body: { detail: expect.any(String) } });
    for (const text of [true, false]) {
      provider.next({ pieces: ['The ', 'light'], breakAfter: 1 });
      const answer = await chat({}, text ? {} : undefined);
      if (text) expect([answer.status, answer.body]).toEqual([200, 'The -1']);
      else expect(chunks(answer).at(-1)).toEqual({ type: 'status', code: '-1', details: expect.any(String) });
    }
  });

  it('rewrites and sums up by the prompts of the request', async () => {
    provider.next({ pieces: ['When was the ', 'lighthouse built?'] });
    const question = { question: QUERY, prompt: 'Say it better: {question}' };
    expect((await nua.api.call(predictRephrase, { body: question })).answer).toBe(`${QUERY}0`);
    expect(lastMessage(0)).toContain(`Say it better: ${QUERY}`);
    provider.next({ pieces: ['Built in 1874.'], usage: { prompt_tokens: 42, completion_tokens: 7 } });
    const body = { resources: { a: { fields: { text: SENTENCE } } }, user_prompt: 'Shorten: {text}' };
    expect((await nua.api.call(predictSummarize, { body })).answer).toEqual({
      resources: { a: { summary: 'Built in 1874.', tokens: 7, input_tokens: 42, output_tokens: 7 } },
      summary: 'Built in 1874.',
      consumption: null,
    });
    expect(lastMessage(1)).toContain(`Shorten: ${SENTENCE}`);
    provider.next({ raw: { status: 429, body: '{}', headers: { 'retry-after': '7' } } });
    const refused = await nua.send('POST', '/predict/summarize', { body });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  });
});
