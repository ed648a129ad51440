import { ScriptedProvider, type ScriptedAnswer } from '@lectern/testing';
import type { GenerationRequest, Turn } from '../generator';
import { collect, generatorContract, textOf } from '../generator.contract';
import { OpenAiCompatibleGenerator, type OpenAiCompatibleOptions } from './openai-compatible-generator';

const request: GenerationRequest = {
  question: 'What pulls the sea?',
  context: [{ key: 'r1/t/body/0-23', title: 'Tides', text: 'The moon pulls the sea.' }],
  history: [],
  citations: 'none',
};
const patient = { firstChunkMs: 10_000, chunkMs: 10_000, totalMs: 20_000 };

function generatorOf(
  provider: ScriptedProvider,
  options: Partial<OpenAiCompatibleOptions> = {},
): OpenAiCompatibleGenerator {
  const defaults = { model: 'small', contextTokensMax: 4_000, vision: false, apiKey: 'key-of-the-test', ...patient };
  return new OpenAiCompatibleGenerator({ baseUrl: provider.baseUrl, ...defaults, ...options });
}

describe('OpenAiCompatibleGenerator', () => {
  let provider: ScriptedProvider;
  beforeEach(async () => (provider = await ScriptedProvider.start()));
  afterEach(() => provider.close());

  const run = (
    answer: ScriptedAnswer,
    changes: Partial<GenerationRequest> = {},
    options: Partial<OpenAiCompatibleOptions> = {},
  ) => {
    const signal = new AbortController().signal;
    return collect(generatorOf(provider.next(answer), options).generate({ ...request, ...changes }, { signal }));
  };

  generatorContract(async () => {
    const server = await ScriptedProvider.start();
    for (let i = 0; i < 2; i++) server.next({ pieces: ['The moon ', 'pulls the sea.'] });
    server.next({ pieces: ['The moon pulls the sea [1].\n\n', '[1]: block-AA'] }).next({});
    server.next({ pieces: ['The moon.'] }).next({ toolCall: { name: 'look_up', arguments: '{"q":"sea"}' } });
    return { generator: generatorOf(server), close: () => server.close() };
  });

  it('streams pieces as they come, reasoning first, with the tokens the server counted', async () => {
    const chunks = await run({
      reasoning: ['Hm. '],
      pieces: ['The ', 'moon.'],
      usage: { prompt_tokens: 87, completion_tokens: 3 },
    });
    expect(chunks.slice(0, 3)).toEqual([
      { type: 'reasoning', text: 'Hm. ' },
      { type: 'text', text: 'The ' },
      { type: 'text', text: 'moon.' },
    ]);
    expect(chunks[3]).toMatchObject({ type: 'meta', inputTokens: 87, outputTokens: 3 });
    expect(provider.calls[0]).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer key-of-the-test' });
  });

  it('sends the key of a request instead of its own, for that request', async () => {
    const generator = generatorOf(provider);
    const signal = new AbortController().signal;
    for (const apiKey of ['key-of-a-box', undefined, 'key-of-a-box'])
      await collect(generator.generate({ ...request, apiKey }, { signal }));
    await generator.rephrase({ question: 'it?', history: [], extraContext: ['x'], apiKey: 'other' }, { signal });
    expect(provider.calls.map(({ authorization }) => authorization)).toEqual([
      'Bearer key-of-a-box',
      'Bearer key-of-the-test',
      'Bearer key-of-a-box',
      'Bearer other',
    ]);
  });

  it('takes what an open model thinks aloud in tags for reasoning', async () => {
    const chunks = await run({ pieces: ['<thi', 'nk>Let me see.</think>', 'The moon.'] });
    const reasoning = chunks.map((chunk) => (chunk.type === 'reasoning' ? chunk.text : '')).join('');
    expect(reasoning).toBe('Let me see.');
    expect(textOf(chunks).trim()).toBe('The moon.');
  });

  it('sends named blocks, the conversation before, and the seed', async () => {
    const history = [
      { author: 'USER' as const, text: 'Hello' },
      { author: 'ASSISTANT' as const, text: 'Hi' },
    ];
    await run(
      {},
      { history, seed: 7, answerTokensMax: 50, model: 'other', user: 'About {context}: {question} {question}' },
    );
    const [call] = provider.calls;
    expect(call?.body).toMatchObject({ model: 'other', seed: 7, max_tokens: 50 });
    const messages = JSON.stringify(call?.body.messages);
    expect(messages).toContain(
      'About [block-AA] Tides\\nThe moon pulls the sea.: What pulls the sea? What pulls the sea?',
    );
    expect(messages).toMatch(/Hello.*Hi.*About/);
  });

  it('does not fill placeholders that stand in the context', async () => {
    await run({}, { context: [{ key: 'a', text: 'Write {question} here.' }], user: '{context} | {question}' });
    expect(JSON.stringify(provider.calls[0]?.body.messages)).toContain('Write {question} here. | What pulls the sea?');
  });

  it('cuts the context from its end to what the model takes', async () => {
    const context = Array.from({ length: 50 }, (_, index) => ({ key: `k${index}`, text: `${index} `.repeat(100) }));
    await run(
      { pieces: ['Fine [1].\n\n[1]: block-AA'] },
      { context, contextTokensMax: 500, citations: 'llm_footnotes' },
    );
    const sent = JSON.stringify(provider.calls[0]?.body.messages);
    expect(sent).toContain('[block-AA]');
    expect(sent.length).toBeLessThan(500 * 3 + 1_500);
    expect(sent).not.toContain('[block-AZ]');
  });

  it('says that the context does not answer when the model says so', async () => {
    const chunks = await run({ pieces: ['Not enough data', ' to answer this.'] }, { citations: 'default' });
    expect(textOf(chunks)).toBe('Not enough data to answer this.');
    expect(chunks.at(-1)).toEqual({ type: 'status', code: '-2' });
    expect(chunks.map(({ type }) => type)).not.toContain('citations');
  });

  it('leaves out footnotes that name no block', async () => {
    const pieces = ['The moon [1], or the wind [2].\n\n[1]: block-AA\n[2]: block-QQ'];
    const chunks = await run({ pieces }, { citations: 'llm_footnotes' });
    expect(chunks).toContainEqual({
      type: 'footnote_citations',
      footnoteToContext: { 'block-AA': 'r1/t/body/0-23' },
      sentences: expect.any(Array),
    });
  });

  it('gives one object and no text when a schema is requested', async () => {
    const jsonSchema = { name: 'tide', parameters: { type: 'object', properties: { cause: { type: 'string' } } } };
    const chunks = await run({ pieces: ['```json\n{"cause":', '"moon"}\n```'] }, { jsonSchema, citations: 'default' });
    expect(chunks[0]).toEqual({ type: 'object', object: { cause: 'moon' } });
    expect(chunks.map(({ type }) => type)).toEqual(['object', 'meta', 'status']);
    expect(provider.calls[0]?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { name: 'tide' },
    });
  });

  it('sends a conversation as it was, with calls of functions and what they returned', async () => {
    const image = { contentType: 'image/png', base64: 'iVBORw0=' };
    const history: Turn[] = [
      { author: 'USER', text: 'What is it?', images: [image] },
      { author: 'ASSISTANT', text: '', toolCalls: [{ id: 'c1', name: 'look_up', arguments: '{"q":"sea"}' }] },
      { author: 'TOOL', text: 'The moon.', callId: 'c1' },
      { author: 'SYSTEM', text: 'Be brief.' },
    ];
    const free = { question: '', context: [], grounded: false, system: '' };
    const chunks = await run({ pieces: ['Fine.'] }, { ...free, history }, { vision: true });
    expect(chunks.at(-2)).toMatchObject({ type: 'meta', finish: 'stop' });
    const url = { url: 'data:image/png;base64,iVBORw0=' };
    expect(provider.calls[0]?.body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: url },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"q":"sea"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'The moon.' },
      { role: 'system', content: 'Be brief.' },
    ]);
  });

  it('leaves out the oldest turns that do not fit, and results of calls that are left out', async () => {
    const history: Turn[] = [
      { author: 'USER', text: 'x'.repeat(200) },
      { author: 'ASSISTANT', text: 'y'.repeat(200), toolCalls: [{ id: 'c1', name: 'f', arguments: '{}' }] },
      { author: 'TOOL', text: 'The moon.', callId: 'c1' },
      { author: 'USER', text: 'And now?' },
    ];
    await run({}, { question: '', context: [], grounded: false, system: '', history, contextTokensMax: 50 });
    expect(provider.calls[0]?.body.messages).toEqual([{ role: 'user', content: 'And now?' }]);
  });

  it('sends how words are picked, and asks for any JSON object', async () => {
    const sampling = { temperature: 0.2, topP: 0.9, frequencyPenalty: 1, presencePenalty: -1, stop: ['END'] };
    const chunks = await run({ pieces: ['{"a":1}'] }, { sampling, jsonSchema: {} });
    expect(chunks[0]).toEqual({ type: 'object', object: { a: 1 } });
    expect(provider.calls[0]?.body).toMatchObject({
      temperature: 0.2,
      top_p: 0.9,
      frequency_penalty: 1,
      presence_penalty: -1,
      stop: ['END'],
      response_format: { type: 'json_object' },
    });
  });

  it('says that the answer was cut at its limit', async () => {
    const chunks = await run({ pieces: ['The'], finish: 'length' });
    expect(chunks.at(-2)).toMatchObject({ type: 'meta', finish: 'length' });
  });

  it('hands tool calls on', async () => {
    const tools = [{ name: 'look_up', parameters: { type: 'object', properties: {} } }];
    const call = { name: 'look_up', arguments: '{"q":"moon"}' };
    const chunks = await run({ toolCall: call }, { tools, parallelToolCalls: false });
    expect(chunks[0]).toMatchObject({ type: 'tool_call', name: 'look_up', arguments: '{"q":"moon"}' });
    expect(chunks.at(-2)).toMatchObject({ type: 'meta', finish: 'tool_calls' });
    expect(provider.calls[0]?.body).toMatchObject({ tool_choice: 'required', parallel_tool_calls: false });
  });

  it.each([
    [
      'is refused',
      { raw: { status: 401, body: '{"error":{"message":"no such key"}}' } },
      'provider_failed',
      /401.*no such key/,
    ],
    ['gets a page instead of an answer', { raw: { status: 200, body: '<html>hello</html>' } }, 'provider_failed', /./],
    ['gets broken events', { raw: { status: 200, body: 'data: {"choices": [{"delta":\n\n' } }, 'provider_failed', /./],
    ['gets nothing but the end', { pieces: [] }, 'provider_failed', /empty/],
    ['loses the connection at once', { pieces: ['a'], breakAfter: 0 }, 'provider_failed', /./],
    [
      'is redirected',
      { raw: { status: 307, body: '', headers: { location: 'http://127.0.0.1:9/' } } },
      'provider_failed',
      /./,
    ],
    [
      'comes too often',
      { raw: { status: 429, body: '{}', headers: { 'retry-after': '7' } } },
      'rate_limited',
      /Rate limited/,
    ],
  ])('fails before the first value when it %s', async (_, answer, code, message) => {
    const failure = await run(answer).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'AppError', code, message: expect.stringMatching(message) });
    expect(JSON.stringify(failure)).not.toContain('key-of-the-test');
  });

  it.each([
    [401, '{"error":{"message":"Wrong key: key-of-the-test"}}', {}],
    [400, '{"error":{"message":"You sent Bearer key-of-the-test"}}', { 'content-type': 'application/json' }],
    [500, `<p>${Buffer.from('key-of-the-test').toString('base64')}</p>`, { 'content-type': 'text/html' }],
    [
      200,
      'data: {"error":{"message":"Bad key-of-the-test"}}\n\ndata: [DONE]\n\n',
      { 'content-type': 'text/event-stream' },
    ],
  ])('never shows the key that a server repeats with %s: %s', async (status, body, headers) => {
    const outcome = await run({ raw: { status, body, headers } }).catch((error: unknown) => error);
    const shown = outcome instanceof Error ? `${outcome.message} ${JSON.stringify(outcome)}` : JSON.stringify(outcome);
    expect(shown).not.toMatch(/key-of-the-test|a2V5LW9mLXRoZS10ZXN0/);
    expect(shown).toContain(status === 500 ? 'failed (500)' : '[redacted]');
  });

  it('says when to come back when it comes too often', async () => {
    const raw = { status: 429, body: '{}', headers: { 'retry-after': '7' } };
    const failure = await run({ raw }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      details: { headers: { 'Retry-After': '7' }, detail: { try_after: expect.any(Number) } },
    });
  });

  it('fails before the first value when nobody listens there', async () => {
    const gone = generatorOf(provider, { baseUrl: 'http://127.0.0.1:9/v1' });
    await expect(collect(gone.generate(request, { signal: new AbortController().signal }))).rejects.toMatchObject({
      code: 'provider_failed',
    });
  });

  it('gives up on a server that never answers, and closes the connection', async () => {
    await expect(run({ stallAfter: 0 }, {}, { firstChunkMs: 100 })).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    await expect(provider.calls[0]?.closed).resolves.toBe(true);
  });

  it.each([
    ['falls silent', { pieces: ['The ', 'moon'], stallAfter: 1 }, { chunkMs: 100 }],
    ['breaks off', { pieces: ['The ', 'moon'], breakAfter: 1 }, {}],
    ['never ends', { pieces: Array<string>(1_000).fill('The '), delayMs: 20 }, { totalMs: 200 }],
  ])('ends with an error status when the server %s midway', async (_, answer, options) => {
    const chunks = await run(answer, {}, options);
    expect(chunks[0]).toEqual({ type: 'text', text: 'The ' });
    expect(chunks.at(-1)).toMatchObject({ type: 'status', code: '-1', details: expect.any(String) });
    await expect(provider.calls[0]?.closed).resolves.toBe(true);
  });

  it.each(['abort', 'leave'])('closes the connection when the caller does: %s', async (way) => {
    const controller = new AbortController();
    const generator = generatorOf(provider.next({ pieces: Array<string>(1_000).fill('on '), delayMs: 10 }));
    const read = async () => {
      for await (const _ of generator.generate(request, { signal: controller.signal })) {
        if (way === 'leave') return 'left';
        controller.abort();
      }
      return 'ended';
    };
    if (way === 'leave') await expect(read()).resolves.toBe('left');
    else await expect(read()).rejects.toMatchObject({ code: 'cancelled' });
    await expect(provider.calls[0]?.closed).resolves.toBe(true);
  });

  it('answers so many at the same time, lets as many wait, and refuses more', async () => {
    const pieces = Array<string>(3).fill('on ');
    const generator = generatorOf(provider.next({ pieces, delayMs: 50 }).next({}), { answersMax: 1 });
    const { signal } = new AbortController();
    const [first, second] = [0, 1].map(() => collect(generator.generate(request, { signal })));
    const third = collect(generator.generate(request, { signal }));
    await expect(third).rejects.toMatchObject({ code: 'rate_limited' });
    expect([textOf((await first) ?? []), textOf((await second) ?? [])]).toEqual(['on on on ', 'ok']);
    expect(textOf(await collect(generator.generate(request, { signal })))).toBe('ok');
  });

  it('rewrites a question by the conversation before it', async () => {
    const usage = { prompt_tokens: 90, completion_tokens: 7 };
    provider.next({ pieces: ['"What pulls the sea?"'], usage });
    const history = [{ author: 'USER' as const, text: 'Tell me about the sea.' }];
    const signal = new AbortController().signal;
    const rephrased = await generatorOf(provider).rephrase(
      { question: 'What pulls it?', history, extraContext: [] },
      { signal },
    );
    const tokens = { input: 90, output: 7 };
    expect(rephrased).toEqual({ question: 'What pulls the sea?', usedHistory: true, tokens });
  });

  it('rewrites a query before which nothing was said, and sends its image to a model that reads images', async () => {
    const signal = new AbortController().signal;
    const images = [{ contentType: 'image/png', base64: 'iVBORw0=' }];
    for (const vision of [true, false]) {
      provider.next({ pieces: ['Spring tides'] });
      const request = { question: 'tides', history: [], extraContext: [], standsAlone: true, images };
      const { question } = await generatorOf(provider, { vision }).rephrase(request, { signal });
      expect(question).toBe('Spring tides');
      expect(JSON.stringify(provider.calls.at(-1)?.body.messages).includes('iVBORw0=')).toBe(vision);
    }
  });
});
