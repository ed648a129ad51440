import { AppError } from '../../core/errors';
import {
  above,
  below,
  changed,
  nested,
  required,
  tooDeep,
  tooFew,
  tooLong,
  tooMany,
  unsupported,
  wireOf,
} from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { CompletionRequest, StreamOptions } from './chat-completion.dto';
import { createChatCompletion } from './chat-completion.operations';

const message = { role: 'user', content: 'What pulls the sea?' };
const smallest = { messages: [message] };
const tool = { type: 'function', function: { name: 'tide' } };
const faultsOf = (body: unknown) => faults(createChatCompletion, { body });

describe('completing a chat', () => {
  it('is for NUA keys, which may come as bearer tokens', () => {
    expect(routesOf(createChatCompletion)).toEqual({
      'POST /predict/compat/chat/completions': '200 events; any of nothing; nua',
    });
    expect(conductOf(createChatCompletion)).toEqual({ 'understanding.predict.chat-completion': '120 s, generative' });
    expect(createChatCompletion.policy?.bearer).toBe('nua');
  });

  it('ends a stream with [DONE], and one that failed with a status', () => {
    expect(createChatCompletion.http?.lastEvent).toBe('[DONE]');
    expect(createChatCompletion.http?.failure?.(new AppError('provider_failed', 'Gone'))).toEqual({
      type: 'status',
      code: 'ERROR',
      details: 'Gone',
    });
  });

  it.each([
    [{}, true],
    [{ stream: false }, true],
    [{ stream: true }, false],
  ])('of %j is one document: %s', (members, isDocument) => {
    const { body } = received(createChatCompletion, { body: { ...smallest, ...members } });
    expect(createChatCompletion.http?.collect?.when({ params: {}, query: {}, headers: {}, body })).toBe(isDocument);
  });

  it('refuses in the envelope of the OpenAI API', () => {
    expect(createChatCompletion.http?.refusal?.(new AppError('not_found', 'No such model'))).toEqual({
      body: { error: { message: 'No such model', type: 'not_found_error', code: 'not_found', param: null } },
    });
  });

  it('may be limited by a header', () => {
    const header = (limit: string) =>
      faults(createChatCompletion, { header: { 'x-nua-max-output-tokens': limit }, body: smallest });
    expect(header('1')).toEqual([]);
    expect(header('0')).toEqual([`header.x-nua-max-output-tokens: ${below(1)}`]);
    expect(header('many')).toHaveLength(1);
  });
});

describe('the request of a completion', () => {
  it('has members of these kinds', () => {
    expect(wireOf(CompletionRequest, smallest)).toEqual({
      messages: 'list!',
      model: 'null text',
      stream: 'null flag = false',
      stream_options: 'null object',
      max_tokens: 'null whole',
      max_completion_tokens: 'null whole',
      seed: 'null whole',
      temperature: 'null whole fraction',
      top_p: 'null whole fraction',
      frequency_penalty: 'null whole fraction',
      presence_penalty: 'null whole fraction',
      stop: 'null text list',
      tools: 'null list = []',
      tool_choice: "null object 'none', 'auto' or 'required'",
      parallel_tool_calls: 'null flag',
      response_format: 'null object',
      json_schema: 'null object',
      reasoning_effort: "null 'none', 'minimal', 'low', 'medium', 'high' or 'xhigh'",
      truncate: 'null flag = true',
      n: 'null whole',
      logprobs: 'null flag',
      top_logprobs: 'null whole',
      image_generation: 'nothing',
      functions: 'nothing',
      function_call: 'nothing',
      audio: 'nothing',
    });
    expect(wireOf(StreamOptions, {})).toEqual({ include_usage: 'null flag = false' });
  });

  it('is a message at least', () => {
    expect(received(createChatCompletion, { body: smallest }).body).toEqual({
      messages: [{ ...message, tool_calls: [] }],
      stream: false,
      tools: [],
      truncate: true,
    });
    expect(faultsOf({})).toEqual([`body.messages: ${required}`]);
    expect(faultsOf({ messages: [] })).toEqual([`body.messages: ${tooFew(1)}`]);
  });

  it('leaves out what other servers know', () => {
    const others = { user: 'ada', store: true, metadata: {}, service_tier: 'auto', logit_bias: { 50: 1 } };
    expect(received(createChatCompletion, { body: { ...smallest, ...others } }).body).toEqual(
      received(createChatCompletion, { body: smallest }).body,
    );
  });

  it.each([
    ['messages', list(2_048, () => message), list(2_049, () => message), tooMany(2_048)],
    ['model', text(250), text(251), tooLong(250)],
    ['max_tokens', 1, 0, below(1)],
    ['max_completion_tokens', 1, 0, below(1)],
    ['temperature', 2, 2.1, above(2)],
    ['temperature', 0, -0.1, below(0)],
    ['top_p', 1, 1.1, above(1)],
    ['top_p', 0, -0.1, below(0)],
    ['frequency_penalty', 2, 2.1, above(2)],
    ['frequency_penalty', -2, -2.1, below(-2)],
    ['presence_penalty', 2, 2.1, above(2)],
    ['presence_penalty', -2, -2.1, below(-2)],
    ['tools', list(128, () => tool), list(129, () => tool), tooMany(128)],
    ['n', 8, 9, above(8)],
    ['n', 1, 0, below(1)],
    ['seed', -5, 0.5, 'Input should be a valid integer, got a number with a fractional part'],
    ['json_schema', nested(64), nested(65), tooDeep(64)],
    [
      'stream_options',
      { include_usage: true },
      { include_usage: 'perhaps' },
      'Input should be a valid boolean, unable to interpret input',
      'stream_options.include_usage',
    ],
    ['functions', [], [tool], unsupported('functions')],
    ['function_call', null, 'auto', unsupported('function_call')],
    ['image_generation', false, true, unsupported('image_generation')],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('may end before a text, or before one of at most 16', () => {
    const stopped = (stop: unknown) => faultsOf({ ...smallest, stop });
    expect(['.', list(16, String), text(1_024), []].map(stopped)).toEqual([[], [], [], []]);
    for (const stop of ['', list(17, String), text(1_025), ['']]) expect(stopped(stop).length).toBeGreaterThan(0);
  });

  it.each([
    ['auto', []],
    ['required', []],
    [tool, []],
    [{ type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [tool] } }, []],
  ])('may choose among its tools by %j', (tool_choice, expected) => {
    expect(faultsOf({ ...smallest, tools: [tool], tool_choice })).toEqual(expected);
    expect(faultsOf({ ...smallest, tool_choice })).toEqual([
      'body: Value error, tool_choice is only allowed with tools',
    ]);
  });

  it('may choose none without any tools', () => {
    for (const tool_choice of ['none', null]) expect(faultsOf({ ...smallest, tool_choice })).toEqual([]);
  });

  it.each([
    [{ type: 'text' }, undefined],
    [{ type: 'json_object' }, undefined],
    [{ type: 'json_schema', json_schema: { name: 'tide' } }, undefined],
    [{ type: 'json_schema' }, `json_schema.json_schema: ${required}`],
    [{ type: 'xml' }, 'does not match any of the expected tags'],
    [{}, "Unable to extract tag using discriminator 'type'"],
  ])('may ask for the form %j', (response_format, fault) => {
    const [found] = faultsOf({ ...smallest, response_format });
    expect(found).toEqual(fault === undefined ? undefined : expect.stringContaining(fault));
  });

  it.each([
    [
      { json_schema: {}, response_format: { type: 'json_object' } },
      'json_schema and response_format exclude each other',
    ],
    [{ top_logprobs: 2 }, 'top_logprobs is only allowed with logprobs'],
    [{ logprobs: false, top_logprobs: 1 }, 'top_logprobs is only allowed with logprobs'],
  ])('refuses %j', (members, fault) => {
    expect(faultsOf({ ...smallest, ...members })).toEqual([`body: Value error, ${fault}`]);
  });

  it('may ask for plain text beside a schema, and for probabilities of tokens', () => {
    expect(faultsOf({ ...smallest, json_schema: {}, response_format: { type: 'text' } })).toEqual([]);
    expect(faultsOf({ ...smallest, logprobs: true, top_logprobs: 20 })).toEqual([]);
    expect(faultsOf({ ...smallest, logprobs: true, top_logprobs: 21 })).toEqual([`body.top_logprobs: ${above(20)}`]);
  });
});
