import { describeUnless, ScriptedProvider } from '@lectern/testing';
import { existsSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import { Client } from '../harness/client';
import { conformingFetch } from '../harness/conformance';
import { bearer, issueNuaKey } from '../harness/credentials';
import { runningModes } from '../harness/modes';
import { projectRoot } from '../harness/process';
import { Standalone } from '../harness/standalone';

const MODEL = 'acme/small:1';
const QUESTION = 'What pulls the sea?';
const ANSWER = 'The moon pulls the sea.';
const USAGE = { prompt_tokens: 42, completion_tokens: 7 };
const messages = [{ role: 'user' as const, content: QUESTION }];
const tool = {
  type: 'function' as const,
  function: { name: 'look_up', parameters: { type: 'object', properties: { q: { type: 'string' } } } },
};
const pieces = ['The moon ', 'pulls the sea.'];
const python = join(projectRoot, '.cache/python/bin/python');
const standalone = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';
const noPython = existsSync(python) ? undefined : 'no Python tools: run `node tools/python-tools.mjs`';

describeUnless(standalone, 'clients of the OpenAI API', () => {
  let provider: ScriptedProvider;
  let deployment: Standalone;
  let key: string;
  let apiKey: string;
  let client: OpenAI;
  /** The same key without the client: for statuses, and for what it does not show. */
  let plain: Client;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    deployment = await Standalone.start({
      env: {
        GENERATOR: 'openai-compatible',
        OPENAI_BASE_URL: provider.baseUrl,
        OPENAI_MODEL: MODEL,
        OPENAI_VISION: 'true',
      },
    });
    const kb = await new Client(deployment.origin, bearer(deployment.token)).createKnowledgeBox();
    key = (await issueNuaKey(kb)).token;
    apiKey = await kb.key('SMEMBER');
    plain = new Client(deployment.origin, bearer(key));
    client = clientOf(key);
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });
  beforeEach(() => void provider.calls.splice(0));

  const clientOf = (apiKey: string) =>
    new OpenAI({
      apiKey,
      baseURL: `${deployment.origin}/api/v1/predict/compat`,
      maxRetries: 0,
      fetch: conformingFetch,
    });
  const complete = (body: object) => plain.send('POST', '/predict/compat/chat/completions', { body });

  it('complete a chat, with all that was said and how words are to be picked', async () => {
    provider.next({ pieces, reasoning: ['Hm.'], usage: USAGE });
    const conversation = [
      { role: 'developer' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'Hello' },
      { role: 'assistant' as const, content: 'Hi' },
      { role: 'user' as const, content: [{ type: 'text' as const, text: QUESTION }] },
    ];
    const picking = { temperature: 0.2, top_p: 0.5, seed: 7, stop: 'END', max_completion_tokens: 50 };
    const completion = await client.chat.completions.create(
      { model: MODEL, messages: conversation, ...picking, user: 'ada' },
      { headers: { 'X-Nua-Max-Output-Tokens': '20', 'X-Show-Consumption': 'true' } },
    );
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model: MODEL,
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: ANSWER, reasoning_content: 'Hm.' } }],
      usage: { ...USAGE, total_tokens: 49 },
      consumption: { normalized_tokens: { input: 0.042, output: 0.007 } },
    });
    const { max_completion_tokens: _, ...sent } = picking;
    expect(provider.calls[0]?.body).toMatchObject({
      ...sent,
      stop: ['END'],
      max_tokens: 20,
      messages: [{ role: 'system', content: 'Be brief.' }, ...conversation.slice(1, 3), ...messages],
    });
  });

  it('get an answer piece by piece, and at the end what it used', async () => {
    provider.next({ pieces, usage: USAGE });
    const stream = await client.chat.completions.create({
      messages,
      model: MODEL,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content)).toEqual([
      undefined,
      ...pieces,
      undefined,
      undefined,
    ]);
    expect(chunks.at(0)?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 49 } });
  });

  it('call functions, and go on with what they returned', async () => {
    provider.next({ toolCall: { name: 'look_up', arguments: '{"q":"sea"}' } });
    const asked = {
      model: MODEL,
      messages,
      tools: [tool],
      tool_choice: 'required' as const,
      parallel_tool_calls: false,
    };
    const { choices } = await client.chat.completions.stream(asked).finalChatCompletion();
    const call = { id: 'call-1', type: 'function', function: { name: 'look_up', arguments: '{"q":"sea"}' } };
    expect(choices).toMatchObject([{ finish_reason: 'tool_calls', message: { tool_calls: [call] } }]);
    expect(provider.calls[0]?.body).toMatchObject({ tool_choice: 'required', parallel_tool_calls: false });

    provider.next({ pieces });
    const tool_calls = choices[0]?.message.tool_calls;
    const said = [
      ...messages,
      { role: 'assistant' as const, content: null, tool_calls },
      { role: 'tool' as const, tool_call_id: 'call-1', content: 'The moon.' },
    ];
    await client.chat.completions.create({ model: MODEL, messages: said, tools: [tool] });
    expect(provider.calls[1]?.body).toMatchObject({
      tool_choice: 'auto',
      messages: [
        messages[0],
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call-1', content: 'The moon.' },
      ],
    });
  });

  it('get objects after a schema, or any', async () => {
    const schema = { type: 'object', properties: { cause: { type: 'string' } } };
    for (const response_format of [
      { type: 'json_schema' as const, json_schema: { name: 'tide', schema } },
      { type: 'json_object' as const },
    ]) {
      provider.next({ pieces: ['{"cause":', '"moon"}'] });
      const { choices } = await client.chat.completions.create({ model: MODEL, messages, response_format });
      expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ cause: 'moon' });
    }
    expect(provider.calls.map(({ body }) => body['response_format'])).toMatchObject([
      { type: 'json_schema', json_schema: { name: 'tide', schema } },
      { type: 'json_object' },
    ]);
  });

  it('show images to a model that reads them, and are refused by one that does not', async () => {
    const url = 'data:image/png;base64,iVBORw0=';
    const content = [
      { type: 'text' as const, text: QUESTION },
      { type: 'image_url' as const, image_url: { url } },
    ];
    await client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] });
    expect(provider.calls[0]?.body['messages']).toEqual([{ role: 'user', content }]);
    const refused = await complete({ model: 'local', messages: [{ role: 'user', content }] });
    expect(refused).toMatchObject({ status: 422, body: { error: { message: 'The model local reads no images' } } });
  });

  it('are answered by the built-in reader from what the messages say, in one document and piece by piece', async () => {
    const context = 'The moon pulls the sea, which makes the tides.';
    const conversations = [
      [{ role: 'system' as const, content: `Answer from this text:\n\n${context}` }, ...messages],
      [{ role: 'user' as const, content: `Context:\n${context}\n\nQuestion: ${QUESTION}` }],
      [{ role: 'user' as const, content: context }, { role: 'assistant' as const, content: 'I see.' }, ...messages],
    ];
    for (const said of conversations) {
      const { choices } = await client.chat.completions.create({ model: 'local', messages: said });
      expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: expect.stringMatching(/moon/i) } });
      const streamed = client.chat.completions.stream({ model: 'local', messages: said });
      expect(await streamed.finalContent()).toMatch(/moon/i);
    }
    const { choices } = await client.chat.completions.create({ model: 'local', messages });
    expect(choices[0]?.message.content).toContain('Not enough data');
    expect(provider.calls).toEqual([]);
  });

  it('turn tokens into vectors only where they are those of the model', async () => {
    for (const model of ['lexical', undefined]) {
      const { status, body } = await plain.send('POST', '/predict/compat/embeddings', {
        body: { model, input: [[791, 18266, 34145]] },
      });
      const message = expect.stringContaining('check_embedding_ctx_length=False');
      expect([status, body]).toMatchObject([422, { error: { message } }]);
    }
  });

  it('turn texts into vectors', async () => {
    const body = { input: ANSWER, encoding_format: 'base64' };
    const byDefault = await plain.send('POST', '/predict/compat/embeddings', { body });
    expect(byDefault.body).toMatchObject({ object: 'list', data: [{ index: 0, embedding: expect.any(String) }] });
    const { data, model, usage } = await client.embeddings.create({ model: 'lexical', input: [ANSWER, 'Bread'] });
    expect([model, data.map(({ index }) => index), usage.total_tokens > 0]).toEqual(['lexical', [0, 1], true]);
    expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1);
    const standard = String(Object(byDefault.body).model);
    const floats = await client.embeddings.create({ model: standard, input: ANSWER, encoding_format: 'float' });
    expect(Math.hypot(...(floats.data[0]?.embedding ?? []))).toBeCloseTo(1);
    const other = client.embeddings.create({ model: 'lexical', input: ANSWER, dimensions: 3 });
    await expect(other).rejects.toThrow('Vectors of the model lexical have 1024 dimensions');
    const unknown = client.embeddings.create({ model: 'other', input: ANSWER });
    await expect(unknown).rejects.toMatchObject({ status: 422, type: 'invalid_request_error' });
  });

  it('list models, and read one whose id has a slash', async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([MODEL, 'local', 'lexical']));
    expect(await client.models.retrieve(MODEL)).toMatchObject({ id: MODEL, object: 'model' });
    expect((await plain.send('GET', `/predict/compat/models/${MODEL}`)).body).toMatchObject({ id: MODEL });
    await expect(client.models.retrieve('other/model')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('get several answers, and how likely their tokens were', async () => {
    const likely = { token: 'The', logprob: -0.25, bytes: [84, 104, 101], top_logprobs: [] };
    for (const said of ['The moon.', 'The tides.'])
      provider.next({ pieces: [said], usage: USAGE, logprobs: [likely], delayMs: 20 });
    const request = { model: MODEL, messages, n: 2, seed: 7, logprobs: true, top_logprobs: 2 };
    const { choices, usage } = await client.chat.completions.create(request);
    expect(choices.map(({ index }) => index)).toEqual([0, 1]);
    expect(choices.map(({ message }) => message.content).toSorted()).toEqual(['The moon.', 'The tides.']);
    expect(choices.map(({ logprobs }) => logprobs?.content)).toEqual([[likely], [likely]]);
    expect(usage).toMatchObject({ prompt_tokens: 84, completion_tokens: 14, total_tokens: 98 });
    expect(provider.calls.map(({ body }) => body.seed)).toEqual([7, 8]);
    expect(provider.calls[0]?.body).toMatchObject({ logprobs: true, top_logprobs: 2 });

    provider.next({ pieces, logprobs: [likely, likely] }).next({ pieces });
    const streamed = client.chat.completions.stream({ ...request, seed: undefined });
    const whole = (await streamed.finalChatCompletion()).choices;
    expect(whole.map(({ message }) => message.content)).toEqual([ANSWER, ANSWER]);
    expect(whole.map(({ logprobs }) => logprobs?.content?.length ?? 0).toSorted()).toEqual([0, 2]);
  });

  it('get errors that say what is wrong', async () => {
    await expect(clientOf('wrong').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    const request = { model: MODEL, messages };
    await expect(client.chat.completions.create({ ...request, temperature: 3 })).rejects.toMatchObject({
      status: 422,
      param: 'temperature',
      code: 'invalid_request',
    });
    provider.next({ raw: { status: 429, body: '{}', headers: { 'retry-after': '7' } } });
    const limited = client.chat.completions.create(request);
    await expect(limited).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    provider.next({ pieces, breakAfter: 1 });
    await expect(client.chat.completions.create(request)).rejects.toMatchObject({ status: 512, type: 'server_error' });
    provider.next({ pieces, breakAfter: 1 });
    const answer = await complete({ ...request, stream: true });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(String(answer.body)).toMatch(
      /The moon [^]*\n\ndata: \{"type":"status","code":"ERROR","details":".+"\}\n\n$/,
    );
  });

  it.each([
    ['no message', { messages: [] }, 'at least 1'],
    ['an image at a private address', image('http://169.254.169.254/a.png'), 'cannot be fetched'],
    ['an image at no address', image('file:///a.png'), 'data URL'],
    ['sounds without content', sound(undefined), 'Field required'],
    ['sounds of another format', sound({ data: 'UklGRg==', format: 'flac' }), "'wav' or 'mp3'"],
    ['sounds to a model that hears none', sound({ data: 'UklGRg==', format: 'wav' }), 'reads no audio/wav'],
    ['too many answers', { messages, n: 9 }, 'less than or equal to 8'],
    ['probabilities of the reader', { messages, model: 'local', logprobs: true }, 'no probabilities'],
    ['the likeliest tokens alone', { messages, top_logprobs: 2 }, 'only allowed with logprobs'],
    ['a choice without tools', { messages, tool_choice: 'required' }, 'only allowed with tools'],
    ['a result of no call', { messages: [{ role: 'tool', content: 'x' }] }, 'tool_call_id'],
  ])('are refused %s', async (_, body, reason) => {
    const answer = await complete(body);
    expect([answer.status, answer.body]).toMatchObject([422, { error: { message: expect.stringContaining(reason) } }]);
  });

  it('learn that a conversation does not fit the model, from its provider or before it is asked', async () => {
    const said = "This model's maximum context length is 8000 tokens. However, your messages resulted in 9000 tokens.";
    const body = JSON.stringify({ error: { message: said, code: 'context_length_exceeded' } });
    const tooLong = { role: 'user' as const, content: 'tide and moon '.repeat(14_000) };
    for (const stream of [false, true]) {
      // With a member that the protocol of these clients does not have.
      const whole = { model: MODEL, messages: [tooLong], stream, truncate: false };
      provider.next({ raw: { status: 400, body, headers: { 'content-type': 'application/json' } } });
      const refusals = await Promise.allSettled([
        client.chat.completions.create({ model: MODEL, messages, stream }),
        client.chat.completions.create(whole),
      ]);
      for (const refusal of refusals) {
        const { reason } = refusal as PromiseRejectedResult; // The next line says what else it is.
        expect(reason).toBeInstanceOf(OpenAI.BadRequestError);
        expect(reason).toMatchObject({ code: 'context_length_exceeded', type: 'invalid_request_error' });
      }
    }
  });

  it('are not let in without a key, or with one of another kind', async () => {
    const send = (credential: Readonly<Record<string, string>>) =>
      new Client(deployment.origin, credential).send('GET', '/predict/compat/models');
    expect(await send({})).toMatchObject({ status: 401, body: { error: { type: 'authentication_error' } } });
    expect((await send(bearer(deployment.token))).status).toBe(401);
    expect(await send(bearer(apiKey))).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringContaining('NUA key is expected here') } },
    });
    expect((await send({ 'x-svc-nuakey': `Bearer ${key}` })).status).toBe(200);
  });

  describeUnless(noPython, 'in Python', () => {
    it('complete chats, embed texts and list models', async () => {
      for (let i = 0; i < 2; i++) provider.next({ pieces, usage: USAGE });
      const script = join(projectRoot, 'e2e/clients/openai_client.py');
      const { stdout } = await promisify(execFile)(python, [script, client.baseURL, key, MODEL], { timeout: 120_000 });
      expect(JSON.parse(stdout)).toEqual({
        text: ANSWER,
        total_tokens: 49,
        streamed: ANSWER,
        streamed_tokens: 49,
        dimensions: 1_024,
        models: expect.arrayContaining([MODEL, 'lexical']),
        model: MODEL,
        refused: [401, 422],
      });
    });
  });
});

function image(url: string): object {
  return { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] };
}

function sound(input_audio: object | undefined): object {
  return { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio }] }] };
}
