import fc from 'fast-check';
import { AppError } from '../../core/errors';
import { changed, nested, tooDeep, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, map, received, routesOf, text } from '../../validation/requests.fixture';
import { ChatRequest } from './chat.dto';
import { predictChat, proxyPredictChat } from './chat.operations';

const smallest = { question: 'What pulls the sea?' };
const tool = { name: 'tide', description: 'Tells the tide.', parameters: { type: 'object' } };
const image = { content_type: 'image/png', b64encoded: 'aaaa' };
const full = {
  question: 'What pulls the sea?',
  retrieval: false,
  user_id: 'ada',
  system: 'You know the sea.',
  chat_history: [
    { type: 'message', author: 'USER', text: 'Hello', tool_calls: [] },
    {
      type: 'assistant',
      author: 'SVC',
      text: '',
      content: { any: ['thing'] },
      tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'tide', arguments: { at: 'noon' } } }],
    },
    { type: 'tool', author: 'USER', text: '', content: 'high', tool_calls: [], tool_call_id: 'call-1', name: null },
  ],
  context: [],
  query_context: { moon: 'The moon pulls the sea.' },
  query_context_order: { moon: -1 },
  truncate: false,
  user_prompt: { prompt: 'Answer {question} from {context}' },
  citations: 'llm_footnotes',
  citation_threshold: 0.5,
  generative_model: 'a/b',
  max_tokens: 1,
  query_context_images: [image],
  prefer_markdown: true,
  json_schema: null,
  format_prompt: false,
  rerank_context: true,
  tools: [tool],
  tool_choice: { type: 'forced', name: 'tide' },
  seed: -7,
  reasoning: { display: false, effort: 'xhigh', budget_tokens: 0 },
  audit_metadata: { page: 'home' },
  image_generation: true,
};
const request = {
  ...smallest,
  tools: [tool],
  user_prompt: { prompt: 'Answer {question}' },
  chat_history: [{ author: 'USER', tool_calls: [{ id: 'a', function: { name: 'b' } }] }],
};
const faultsOf = (body: unknown) => faults(predictChat, { body });
const bodyOf = (body: unknown) => received(predictChat, { body }).body;
const tooMuchJson = 'Value error, longer than 100000 characters of JSON';

describe('a chat', () => {
  it('is at the paths of keys of accounts, and of readers of a knowledge box', () => {
    expect(routesOf(predictChat, proxyPredictChat)).toEqual({
      'POST /predict/chat': '200 ndjson; any of nothing; nua',
      'POST /predict/chat/{kbid}': '200 ndjson; any of kb; nua',
      'POST /kb/{kbid}/predict/chat': '200 ndjson; READER of kb; sa user pat eph',
    });
  });

  it('may take two minutes between two pieces, and is blocked with the feature that generates', () => {
    expect(conductOf(predictChat, proxyPredictChat)).toEqual({
      'understanding.predict.chat': '120 s, generative',
      'understanding.proxy.chat': '120 s, generative',
    });
  });

  it('says for readers that the box was not found in the words of that door', () => {
    expect(proxyPredictChat.http?.unknownBox).toBe('Knowledge Box not found');
  });

  it('takes a model from the query only where no knowledge box chooses one', () => {
    expect(received(predictChat, { query: { model: 'a' }, body: smallest }).query).toEqual({ model: 'a' });
    expect(predictChat.doors?.map(({ query }) => query)).toEqual([undefined]);
    expect(proxyPredictChat.query).toBeUndefined();
  });
});

describe('the request of a chat', () => {
  it('has members of these kinds', () => {
    expect(wireOf(ChatRequest, smallest)).toEqual({
      question: 'text!',
      retrieval: 'null flag = true',
      user_id: 'null text = "system"',
      system: 'null text',
      chat_history: 'null list = []',
      context: 'null list = []',
      query_context: 'null list object = {}',
      query_context_order: 'null object = {}',
      truncate: 'null flag = true',
      user_prompt: 'null object',
      citations: "null flag true, false, 'none', 'default' or 'llm_footnotes'",
      citation_threshold: 'null whole fraction',
      generative_model: 'null text',
      max_tokens: 'null whole',
      query_context_images: 'null list object = {}',
      prefer_markdown: 'null flag = false',
      json_schema: 'null object',
      format_prompt: 'null flag = true',
      rerank_context: 'null flag = false',
      tools: 'null list = []',
      tool_choice: 'null object = {"type":"required"}',
      seed: 'null whole',
      reasoning: 'null flag object = false',
      audit_metadata: 'null object',
      image_generation: 'null flag = false',
    });
  });

  it('needs a question, which may be empty', () => {
    expect(faultsOf({})).toEqual(['body.question: Field required']);
    expect(faultsOf({ question: '' })).toEqual([]);
    expect(faultsOf({ question: null })).toEqual(['body.question: Input should be a valid string']);
  });

  it('with everything in it arrives as it was sent', () => {
    expect(bodyOf(full)).toEqual(full);
  });

  it('leaves out members that nobody knows', () => {
    expect(bodyOf({ ...smallest, temperature: 1, extra: {} })).toEqual(bodyOf(smallest));
  });

  it.each([
    ['question', text(200_000), text(200_001), tooLong(200_000)],
    ['user_id', text(1_024), text(1_025), tooLong(1_024)],
    ['system', text(100_000), text(100_001), tooLong(100_000)],
    ['user_prompt.prompt', text(100_000), text(100_001), tooLong(100_000)],
    ['generative_model', text(250), text(251), tooLong(250)],
    ['citation_threshold', 1, 1.01, 'Input should be less than or equal to 1'],
    ['citation_threshold', 0, -0.01, 'Input should be greater than or equal to 0'],
    ['max_tokens', 1, 0, 'Input should be greater than or equal to 1'],
    ['seed', 2 ** 53 - 1, 2 ** 53, 'Input should be less than or equal to 9007199254740991'],
    ['chat_history', list(1_000, () => ({ author: 'USER' })), list(1_001, () => ({ author: 'USER' })), tooMany(1_000)],
    ['context', list(1_000, () => ({ author: 'SVC' })), list(1_001, () => ({ author: 'SVC' })), tooMany(1_000)],
    ['tools', list(128, () => tool), list(129, () => tool), tooMany(128)],
    ['tools.0.name', text(256), text(257), tooLong(256)],
    ['tools.0.description', text(100_000), text(100_001), tooLong(100_000)],
    ['tools.0.parameters', nested(64), nested(65), tooDeep(64)],
    ['tools.0.parameters', { d: text(100_000 - 8) }, { d: text(100_000 - 7) }, tooMuchJson],
    ['query_context_order', map(1_000, () => 1), map(1_001, () => 1), tooMany(1_000, 'Dictionary')],
    [
      'audit_metadata.a',
      text(10_232),
      text(10_233),
      'Value error, Audit metadata is larger than 10240 bytes',
      'audit_metadata',
    ],
  ])('takes %s up to its bound', (at, most, more, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed(request, at, value));
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it.each([
    ['citations', 'true', "Input should be true, false, 'none', 'default' or 'llm_footnotes'"],
    ['tool_choice.type', 'any', "Input should be 'auto', 'none', 'required' or 'forced'"],
    ['chat_history.0', { author: 'ASSISTANT' }, "Input should be 'USER' or 'SVC'", 'chat_history.0.author'],
    ['chat_history.0', { type: 'system' }, "Input should be 'message', 'assistant' or 'tool'", 'chat_history.0.type'],
    ['chat_history.0', {}, 'Value error, a message needs its author'],
    ['chat_history.0', { type: 'tool' }, 'Value error, what a function returned needs its tool_call_id'],
    ['chat_history.0.tool_calls.0', { function: { name: 'a' } }, 'Field required', 'chat_history.0.tool_calls.0.id'],
    ['user_prompt', {}, 'Field required', 'user_prompt.prompt'],
    ['query_context_order.a', 0.5, 'Input should be a valid integer, got a number with a fractional part'],
    ['max_tokens', true, 'Input should be a valid integer'],
    ['retrieval', 'maybe', 'Input should be a valid boolean, unable to interpret input'],
    ['tools.0', { name: 'a', parameters: [] }, 'Input should be a valid dictionary', 'tools.0.parameters'],
  ])('refuses %s that is %j', (at, value, fault, place = at) => {
    expect(faultsOf(changed(request, at, value))).toEqual([`body.${place}: ${fault}`]);
  });

  it.each([
    [{ prefer_markdown: true, json_schema: {} }, 'prefer_markdown and json_schema exclude each other'],
    [{ citations: true, json_schema: {} }, 'citations and json_schema exclude each other'],
    [{ citations: true, tools: [tool] }, 'citations and tools exclude each other'],
    [{ image_generation: true, json_schema: {} }, 'image_generation and json_schema exclude each other'],
    [{ tools: [tool], json_schema: {} }, 'tools and json_schema exclude each other'],
    [{ tool_choice: { type: 'forced' } }, 'tool_choice must name one of tools'],
    [{ tools: [tool], tool_choice: { type: 'forced', name: 'sea' } }, 'tool_choice must name one of tools'],
  ])('refuses %j', (members, fault) => {
    expect(faultsOf({ ...smallest, ...members })).toEqual([`body: Value error, ${fault}`]);
  });

  it('refuses citations beside a schema or functions only where they are the literal true', () => {
    for (const citations of ['default', 'llm_footnotes', 'none', false, null]) {
      expect(faultsOf({ ...smallest, citations, json_schema: {} })).toEqual([]);
      expect(faultsOf({ ...smallest, citations, tools: [tool] })).toEqual([]);
    }
  });

  it('reports an entry of the context in both of the forms that it may have', () => {
    expect(faultsOf({ ...smallest, query_context: 'x' })).toEqual([
      'body.query_context.list[str]: Input should be a valid list',
      'body.query_context.dict: Input should be a valid dictionary',
    ]);
    expect(faultsOf({ ...smallest, query_context: { [text(1_025)]: '' } }).at(-1)).toMatch(
      /\[key\]: Value error, a key has at most 1024 characters$/,
    );
  });

  it('takes a schema of an answer within the same bounds as those of functions', () => {
    const faultsAt = (schema: object) => faultsOf({ ...smallest, json_schema: schema });
    expect([nested(64), { d: text(100_000 - 8) }].map(faultsAt)).toEqual([[], []]);
    expect(faultsAt(nested(65))).toEqual([`body.json_schema: ${tooDeep(64)}`]);
    expect(faultsAt({ d: text(100_000 - 7) })).toEqual([`body.json_schema: ${tooMuchJson}`]);
  });

  it('takes any number of tokens to think with, as long as it is not negative', () => {
    const reasoned = (budget_tokens: number) => faultsOf({ ...smallest, reasoning: { budget_tokens }, max_tokens: 1 });
    expect([0, 15_000, 10_000_000].map(reasoned)).toEqual([[], [], []]);
    expect(reasoned(-1)).toEqual([
      'body.reasoning.bool: Input should be a valid boolean',
      'body.reasoning.Reasoning.budget_tokens: Input should be greater than or equal to 0',
    ]);
  });

  it('takes at most 20 images, by key or as a list', () => {
    const imagesOf = [list, map].map((many) => [20, 21].map((count) => many(count, () => image)));
    for (const [most, more] of imagesOf) {
      expect(faultsOf({ ...smallest, query_context_images: most })).toEqual([]);
      expect(faultsOf({ ...smallest, query_context_images: more })).not.toEqual([]);
    }
  });

  it('counts characters, not the units that they are made of', () => {
    expect(faultsOf({ question: '🌊'.repeat(200_000) })).toEqual([]);
    expect(faultsOf({ question: '🌊'.repeat(200_001) })).toHaveLength(1);
  });

  it('never accepts a threshold outside of 0 to 1', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (threshold) => {
        const isWithin = threshold >= 0 && threshold <= 1;
        expect(faultsOf({ ...smallest, citation_threshold: threshold })).toHaveLength(isWithin ? 0 : 1);
      }),
    );
  });
});

describe('the answer of a chat', () => {
  it('counts as text without a header, and as lines with it, at every door', () => {
    for (const { http } of [predictChat, proxyPredictChat]) {
      const isText = (accept?: string) =>
        http?.otherReply?.when({ params: {}, query: {}, headers: { accept }, body: smallest });
      expect([isText(), isText('text/plain'), isText('application/x-ndjson')]).toEqual([true, true, false]);
      expect(http?.otherReply?.reply).toBe('text');
    }
  });

  it('ends with its code where the model failed midway', () => {
    const failure = new AppError('provider_failed', 'The model is gone');
    expect(predictChat.http?.failure?.(failure)).toEqual({
      chunk: { type: 'status', code: '-1', details: 'The model is gone' },
    });
    expect(predictChat.http?.otherReply?.failure?.(failure)).toBe('-1');
  });

  it('names the client of a reader, which is api unless it says otherwise', () => {
    const headersOf = (header: object) => received(proxyPredictChat, { header, body: smallest }).header;
    expect(headersOf({})).toEqual({ 'x-show-consumption': false, 'x-kbdb-client': 'api' });
    expect(headersOf({ 'x-kbdb-client': 'widget', 'x-show-consumption': 'True' })).toEqual({
      'x-show-consumption': true,
      'x-kbdb-client': 'widget',
    });
    expect(faults(proxyPredictChat, { header: { 'x-kbdb-client': text(257) }, body: smallest })).toEqual([
      'header.x-kbdb-client: String should have at most 256 characters',
    ]);
  });
});
