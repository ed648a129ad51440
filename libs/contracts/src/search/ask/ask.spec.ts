import { membersOf } from '../../validation/answers.fixture';
import { changed, extra, nested, required, tooDeep, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { AskRequest, ChatMessage, CustomPrompt, MaxTokens } from './ask.dto';
import { askKnowledgeBox } from './ask.operations';

const smallest = { query: 'What pulls the sea?' };
const turn = { author: 'USER', text: 'Hello' };
const image = { content_type: 'image/png', b64encoded: 'aaaa' };
const placeholder = 'Value error, Rephrase prompt must contain the {question} placeholder';
const faultsOf = (body: unknown) => faults(askKnowledgeBox, { body });
const bodyOf = (body: unknown) => received(askKnowledgeBox, { body }).body;

describe('asking', () => {
  it('is for readers, anyone of a published knowledge box, and temporal keys with groups', () => {
    const answer = '200 ndjson; READER of kb; sa user pat eph none temporal';
    expect(routesOf(askKnowledgeBox)).toEqual({
      'POST /kb/{kbid}/ask': answer,
      'POST /kb/{kbid}/resource/{rid}/ask': answer,
      'POST /kb/{kbid}/slug/{rslug}/ask': answer,
    });
    expect(conductOf(askKnowledgeBox)).toEqual({ 'search.ask.knowledge-box': '120 s, generative, lane ask' });
  });

  it('says with a final dot that the box was not found', () => {
    expect(askKnowledgeBox.http?.unknownBox).toBe('Knowledge Box not found.');
  });

  it('fails before the first item with statuses that clients know', () => {
    expect(Object.keys(askKnowledgeBox.fails ?? {})).toEqual(
      expect.arrayContaining([
        ...['bad_request', 'invalid_search_configuration', 'invalid_query', 'guardrail_blocked', 'rate_limited'],
        ...['provider_failed', 'rephrase_failed', 'retrieval_incomplete', 'unavailable'],
      ]),
    );
  });

  it('is one document where a header asks for it, and a stream otherwise', () => {
    const isDocument = (header: object) => {
      const { header: headers } = received(askKnowledgeBox, { header, body: smallest });
      return askKnowledgeBox.http?.collect?.when({ params: {}, query: {}, headers, body: smallest });
    };
    expect([isDocument({}), isDocument({ 'x-synchronous': 'True' }), isDocument({ 'x-synchronous': '0' })]).toEqual([
      false,
      true,
      false,
    ]);
    expect(askKnowledgeBox.http?.collect?.askedBy).toEqual({ 'x-synchronous': true });
  });

  it('reads headers with these defaults', () => {
    expect(received(askKnowledgeBox, { body: smallest }).header).toEqual({
      'x-kbdb-client': 'api',
      'x-synchronous': false,
      'x-show-consumption': false,
    });
  });
});

describe('a question', () => {
  it('has, besides filters and how to rank, members of these kinds', () => {
    const wire = wireOf(AskRequest, smallest);
    expect(wire).toMatchObject({
      query: 'text!',
      top_k: 'null whole = 20',
      features: 'null list = ["keyword","semantic"]',
      context: 'null list',
      chat_history: 'null list',
      chat_history_relevance_threshold: 'null whole fraction',
      extra_context: 'null list',
      prompt: 'null text object',
      rephrase: 'null flag = false',
      rephrase_prompt: 'null text',
      citations: "null flag true, false, 'none', 'default' or 'llm_footnotes'",
      citation_threshold: 'null whole fraction',
      generative_model_seed: 'null whole',
      max_tokens: 'null whole object',
      prefer_markdown: 'null flag = false',
      answer_json_schema: 'null object',
      graph_query: 'null flag whole fraction text list object',
      generate_answer: 'null flag = true',
      rag_strategies: 'null list = []',
      rag_images_strategies: 'null list = []',
      query_image: 'null object',
      extra_context_images: 'null list',
      reasoning: 'null flag object = false',
    });
    expect(Object.keys(wire)).toHaveLength(20 + 6 + 22);
  });

  it('must be there, and may be empty', () => {
    expect(faultsOf({})).toEqual([`body.query: ${required}`]);
    expect(faultsOf({ query: '' })).toEqual([]);
    expect(bodyOf(smallest)).toMatchObject({ top_k: 20, rephrase: false, generate_answer: true, reasoning: false });
  });

  it('ignores members that nobody knows, but not those like a restriction', () => {
    expect(bodyOf({ ...smallest, stream: true, autofilter: false })).toEqual(bodyOf(smallest));
    expect(faultsOf({ ...smallest, security_groups: ['hr'] })).toEqual([
      `body.security_groups: ${extra}; did you mean security.groups?`,
    ]);
  });

  it.each([
    ['query', text(20_000), text(20_001), tooLong(20_000)],
    ['top_k', 1, 0, 'Input should be greater than or equal to 1'],
    ['top_k', 200, 201, 'Input should be less than or equal to 200'],
    ['chat_history', list(1_000, () => turn), list(1_001, () => turn), tooMany(1_000)],
    ['chat_history', [turn], [{ author: 'USER' }], required, 'chat_history.0.text'],
    ['context', list(1_000, () => turn), list(1_001, () => turn), tooMany(1_000)],
    ['chat_history_relevance_threshold', 1, 1.1, 'Input should be less than or equal to 1'],
    ['chat_history_relevance_threshold', 0, -0.1, 'Input should be greater than or equal to 0'],
    ['extra_context', list(1_000, String), list(1_001, String), tooMany(1_000)],
    ['extra_context', [text(2_097_152)], [text(2_097_153)], tooLong(2_097_152), 'extra_context.0'],
    ['rephrase_prompt', `{question}${text(19_990)}`, `{question}${text(19_991)}`, tooLong(20_000)],
    ['rephrase_prompt', '{question}', 'a', placeholder],
    ['rephrase_prompt', null, '', 'String should have at least 1 character'],
    ['citations', true, 'footnotes', "Input should be true, false, 'none', 'default' or 'llm_footnotes'"],
    ['citation_threshold', 1, 2, 'Input should be less than or equal to 1'],
    ['citation_threshold', 0, -1, 'Input should be greater than or equal to 0'],
    ['generative_model_seed', -1, 0.5, 'Input should be a valid integer, got a number with a fractional part'],
    ['answer_json_schema', nested(64), nested(65), tooDeep(64)],
    ['answer_json_schema', {}, [], 'Input should be a valid dictionary'],
    [
      'graph_query',
      { prop: 'path' },
      { value: text(4_097) },
      'Value error, a text in a filter has at most 4096 characters',
    ],
    [
      'rag_strategies',
      [{ name: 'hierarchy' }],
      [{ name: 'hierarchy' }, { name: 'hierarchy' }],
      'Value error, There must be at most one strategy of each type',
    ],
    [
      'rag_images_strategies',
      [{ name: 'tables' }],
      [{ name: 'tables' }, { name: 'tables' }],
      'Value error, There must be at most one strategy of each type',
    ],
    ['extra_context_images', list(20, () => image), list(21, () => image), tooMany(20)],
    ['query_image', image, { content_type: 'image/png' }, required, 'query_image.b64encoded'],
    ['audit_metadata', { page: 'home' }, { page: 1 }, 'Input should be a valid string', 'audit_metadata.page'],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('has one history: under its name, or under the older one', () => {
    const fault = 'body: Value error, `context` and `chat_history` are the same, please, use the latter';
    expect(faultsOf({ ...smallest, context: [turn] })).toEqual([]);
    expect(faultsOf({ ...smallest, context: [turn], chat_history: null })).toEqual([]);
    expect(faultsOf({ ...smallest, context: [], chat_history: [] })).toEqual([fault]);
    expect(faultsOf({ ...smallest, context: [turn], chat_history: [turn] })).toEqual([fault]);
  });

  it('has a history of turns of two', () => {
    expect(wireOf(ChatMessage, turn)).toEqual({ author: "'USER' or 'SVC'!", text: 'text!' });
    expect(faultsOf({ ...smallest, chat_history: [{ author: 'SVC', text: text(200_000) }] })).toEqual([]);
    expect(faultsOf({ ...smallest, chat_history: [{ author: 'SVC', text: text(200_001) }] })).toEqual([
      `body.chat_history.0.text: ${tooLong(200_000)}`,
    ]);
  });

  it('has at most 6,000,000 characters of images beside it', () => {
    const images = (chars: number) => faultsOf({ ...smallest, extra_context_images: halves(chars) });
    expect(images(6_000_000)).toEqual([]);
    expect(images(6_000_002)).toEqual(['body.extra_context_images: Value error, At most 6000000 characters of images']);
  });
});

describe('the prompt of a question', () => {
  const prompted = (prompt: unknown) => faultsOf({ ...smallest, prompt });

  it('is a text, even an empty one, or an object with texts that are not empty', () => {
    expect(wireOf(CustomPrompt, {})).toEqual({ system: 'null text', user: 'null text', rephrase: 'null text' });
    for (const prompt of ['', text(100_000), {}, { system: 'a', user: null }]) expect(prompted(prompt)).toEqual([]);
    for (const prompt of [text(100_001), { system: '' }, { user: '' }, { user: text(100_001) }, 7])
      expect(prompted(prompt)).not.toEqual([]);
  });

  it('that rewrites the question has a place for it', () => {
    expect(prompted({ rephrase: 'As a search: {question}' })).toEqual([]);
    expect(prompted({ rephrase: 'As a search' })).toContain(`body.prompt.CustomPrompt.rephrase: ${placeholder}`);
  });
});

describe('the tokens of a question', () => {
  const limited = (max_tokens: unknown) => faultsOf({ ...smallest, max_tokens });

  it('are those of the answer, or of the context and of the answer, and at least one', () => {
    expect(wireOf(MaxTokens, {})).toEqual({ context: 'null whole', answer: 'null whole' });
    for (const max_tokens of [1, { context: 1 }, { answer: 1 }, { context: 100_000, answer: null }, {}])
      expect(limited(max_tokens)).toEqual([]);
    for (const max_tokens of [0, -1, 0.5, { context: 0 }, { answer: 0 }, '1.5'])
      expect(limited(max_tokens)).not.toEqual([]);
  });
});

describe('an answer', () => {
  it('as a document leaves out what has no value', () => {
    expect(membersOf(`${__dirname}/../ask-document.ts`, 'AskDocument')).toBe(
      'answer, reasoning?, answer_json?, status, retrieval_results?, retrieval_best_matches, prequeries?, ' +
        'learning_id, relations?, citations, citation_footnote_to_context, citation_sentences, augmented_context?, ' +
        'prompt_context?, predict_request?, metadata?, consumption?, error_details?, debug?',
    );
  });
});

function halves(chars: number): readonly object[] {
  return list(2, () => ({ ...image, b64encoded: text(chars / 2) }));
}
