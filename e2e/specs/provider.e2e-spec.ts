import { throughDoor } from '@lectern/contracts/core';
import { type AskItem, summarizeResources } from '@lectern/contracts/search';
import {
  getKnowledgeBoxConfiguration,
  setKnowledgeBoxConfiguration,
  updateKnowledgeBoxConfiguration,
  predictSummarize,
} from '@lectern/contracts/understanding';
import { type ScriptedAnswer, ScriptedProvider } from '@lectern/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, answerText, Client, type KnowledgeBoxClient, until } from '../harness/client';
import { asCaller, issueNuaKey, nuaKey } from '../harness/credentials';
import type { Deployment } from '../harness/deployment';
import { inEmbeddedModes } from '../harness/embedded-modes';
import { startWithProvider } from '../harness/with-provider';

const predictSummarizeForKnowledgeBox = throughDoor(predictSummarize, 'understanding.predict.summarize-for-box');

const KEY = 'provider-key-that-nobody-may-see';
const BOX_KEY = 'key-of-a-box-that-nobody-may-see';
const TIMEOUT_MS = 1_500;
const QUERY = 'When was the lighthouse built?';
const SENTENCE = 'The lighthouse was built in 1874.';

interface Message {
  readonly role: string;
  readonly content: unknown;
}

const itemOf = <T extends AskItem['type']>(items: readonly AskItem[], type: T) =>
  items.find((item): item is Extract<AskItem, { type: T }> => item.type === type);

inEmbeddedModes('a model provider, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    ({ provider, deployment } = await startWithProvider(mode, { key: KEY, timeoutMs: TIMEOUT_MS }));
    kb = await new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` }).createKnowledgeBox();
    rid = await kb.createResource({ title: 'Lighthouse', texts: { a: { body: SENTENCE } } }, { wait: 'embedded' });
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });
  beforeEach(() => void provider.calls.splice(0));

  const ask = (answer: ScriptedAnswer, request: object = {}) => {
    provider.next(answer);
    return kb.ask({ query: QUERY, ...request });
  };
  const askWhole = (
    answer: ScriptedAnswer,
    request: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    provider.next(answer);
    return kb.client.send('POST', `${kb.path}/ask`, { body: { query: QUERY, ...request }, headers });
  };
  const messages = (call = 0): readonly Message[] =>
    (provider.calls[call]?.body['messages'] ?? []) as readonly Message[];
  const textOf = ({ content }: Message) => (typeof content === 'string' ? content : JSON.stringify(content));

  it('is given what was found, and its answer is streamed with what it cites', async () => {
    const usage = { prompt_tokens: 42, completion_tokens: 7 };
    const items = await ask(
      { pieces: ['The lighthouse was ', 'built in ', '1874.'], delayMs: 60, usage },
      { citations: true },
    );
    const order = items.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1]);
    expect(order).toEqual(['answer', 'retrieval', 'status', 'augmented_context', 'citations', 'metadata']);
    expect(items.filter(({ type }) => type === 'answer').length).toBeGreaterThan(1);
    expect(answerText(items)).toBe(SENTENCE);
    const [[key, ranges] = []] = Object.entries(itemOf(items, 'citations')?.citations ?? {});
    expect([key, ranges]).toEqual([expect.stringContaining(`${rid}/t/a/`), [[0, [...SENTENCE].length]]]);
    expect(itemOf(items, 'metadata')?.tokens).toMatchObject({ input: 42, output: 7 });

    const [call] = provider.calls;
    expect(call).toMatchObject({
      path: '/v1/chat/completions',
      authorization: `Bearer ${KEY}`,
      body: { model: 'scripted', stream: true },
    });
    const [system, ...rest] = messages();
    expect(system?.role).toBe('system');
    expect(textOf(rest.at(-1) ?? { role: '', content: '' })).toMatch(
      new RegExp(`${SENTENCE}[^]*${QUERY.replace('?', '\\?')}`),
    );
  });

  it('cites by footnotes', async () => {
    const pieces = ['It was built in 1874 [1].', '\n\n[1]: block-AA'];
    const items = await ask({ pieces }, { citations: 'llm_footnotes' });
    expect(itemOf(items, 'footnote_citations')?.footnote_to_context['block-AA']).toContain(`${rid}/t/a/`);
  });

  it('is compared with the context, sentence by sentence, in a stream and in one document', async () => {
    const pieces = [
      'The lighthouse was built in 1874. ',
      'They built the lighthouse of 1874. ',
      'It was not built in 1874.',
    ];
    const place = { resource: rid, field: '/t/a', field_start: 0, field_end: SENTENCE.length - 1 };
    const sentences = [
      { status: 'exact', start: 0, end: 33, sources: [expect.objectContaining(place)] },
      { status: 'repaired', start: 34, end: 68, sources: [expect.objectContaining({ resource: rid })] },
      { status: 'unsupported', start: 69, end: 94, sources: [] },
    ];
    const cited = itemOf(await ask({ pieces }, { citations: true }), 'citations');
    expect(cited?.sentences).toEqual(sentences);
    expect(Object.values(cited?.citations ?? {})).toEqual([[[0, 33], [34, 68]]]); // prettier-ignore
    const whole = await askWhole({ pieces }, { citations: true }, { 'x-synchronous': 'true' });
    expect(whole.body).toMatchObject({ citations: cited?.citations, citation_sentences: sentences });
  });

  it('has its footnotes repaired where the named block does not say it', async () => {
    const extra_context = ['Bread is baked from flour.'];
    const pieces = ['It was built in 1874 [1]. It costs 21 euros [2].', '\n\n[1]: block-AA\n[2]: block-ZZ'];
    provider.next({ pieces: ['When was it built?'] });
    const items = await ask({ pieces }, { citations: 'llm_footnotes', extra_context });
    const cited = itemOf(items, 'footnote_citations');
    expect(cited?.footnote_to_context).toEqual({ 'block-AA': expect.stringContaining(`${rid}/t/a/`) });
    expect(cited?.sentences).toMatchObject([
      { status: 'repaired', sources: [{ resource: rid, field: '/t/a' }] },
      { status: 'unsupported', sources: [] },
    ]);
  });

  it('may say that the context does not answer', async () => {
    const items = await ask({ pieces: ['Not enough data ', 'to answer this.'] });
    expect(itemOf(items, 'status')).toMatchObject({ code: '-2', status: 'no_context' });
  });

  it('answers by a schema', async () => {
    const schema = {
      name: 'built',
      parameters: { type: 'object', properties: { year: { type: 'integer' } }, required: ['year'] },
    };
    const items = await ask({ pieces: ['{"year":', ' 1874}'] }, { answer_json_schema: schema });
    expect(itemOf(items, 'answer_json')).toEqual({ type: 'answer_json', object: { year: 1874 } });
    expect(answerText(items)).toBe('');
  });

  it('gets what the caller wants', async () => {
    await ask({}, { prompt: 'Context {context} then question {question}!', max_tokens: 5, generative_model_seed: 11 });
    expect(provider.calls[0]?.body).toMatchObject({ max_tokens: 5, seed: 11 });
    expect(textOf(messages().at(-1) ?? { role: '', content: '' })).toMatch(
      /Context [^]*1874[^]* then question When was the lighthouse built\?!/,
    );

    await ask(
      {},
      {
        prompt: { system: 'Be a pirate.', user: 'Only {question}' },
        max_tokens: { answer: 6 },
        generative_model: 'other',
      },
    );
    expect(provider.calls[1]?.body).toMatchObject({ max_tokens: 6, model: 'other' });
    expect(textOf(messages(1)[0] ?? { role: '', content: '' })).toContain('Be a pirate.');
    expect(textOf(messages(1).at(-1) ?? { role: '', content: '' })).toContain(`Only ${QUERY}`);
  });

  it('is asked to rephrase first when there is a history, and the answer is to the question as it was', async () => {
    provider.next({ pieces: [QUERY] }).next({ pieces: ['In 1874.'] });
    const items = await kb.ask({
      query: 'When was it built?',
      chat_history: [
        { author: 'USER', text: 'Tell me of the lighthouse' },
        { author: 'SVC', text: 'It is old.' },
      ],
    });
    expect(answerText(items)).toBe('In 1874.');
    expect(itemOf(items, 'retrieval')?.results.rephrased_query).toBe(QUERY);
    expect(provider.calls).toHaveLength(2);
    expect(messages(1).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(textOf(messages(1).at(-1) ?? { role: '', content: '' })).toContain('When was it built?');
  });

  it('is asked as the knowledge box is configured, from the next question on', async () => {
    const user_keys = { openai_compat: { key: BOX_KEY } };
    const user_prompts = { openai_compat: { system: 'Be a pirate.', prompt: 'Only {question}' } };
    const choices = { generative_model: 'chosen', prefer_markdown_generative_response: true };
    await kb.api(updateKnowledgeBoxConfiguration, { body: { ...choices, user_keys, user_prompts } });
    const shown = await kb.api(getKnowledgeBoxConfiguration);
    expect(shown).toMatchObject({ ...choices, user_prompts, user_keys: { openai_compat: { key: '********' } } });
    await kb.api(updateKnowledgeBoxConfiguration, { body: { user_keys: shown.user_keys } });

    provider.next({ pieces: [QUERY] });
    await ask({}, { chat_history: [{ author: 'USER', text: 'Tell me of the lighthouse' }] });
    const asked = provider.calls.map(({ authorization, body }) => [authorization, body['model']]);
    expect(asked).toEqual([
      [`Bearer ${BOX_KEY}`, 'chosen'],
      [`Bearer ${BOX_KEY}`, 'chosen'],
    ]);
    const [system, question] = [messages(1)[0], messages(1).at(-1)].map((one) =>
      textOf(one ?? { role: '', content: '' }),
    );
    expect(system).toMatch(/Be a pirate\.[^]*Markdown/);
    expect(question).toContain(`Only ${QUERY}`);
    await ask({}, { prompt: { system: 'Be a poet.' }, generative_model: 'named' });
    expect(provider.calls[2]?.body['model']).toBe('named');
    expect(textOf(messages(2)[0] ?? { role: '', content: '' })).toContain('Be a poet.');

    const summary = { summary_model: 'brief', summary_prompt: { prompt: 'Shorten: {text}' } };
    await kb.api(updateKnowledgeBoxConfiguration, { body: summary });
    const nua = asCaller(kb, nuaKey((await issueNuaKey(kb)).token));
    const texts = { resources: { a: { fields: { text: SENTENCE } } } };
    await nua.api(predictSummarizeForKnowledgeBox, { body: texts });
    expect(provider.calls[3]).toMatchObject({ authorization: `Bearer ${BOX_KEY}`, body: { model: 'brief' } });
    expect(textOf(messages(3).at(-1) ?? { role: '', content: '' })).toContain(`Shorten: ${SENTENCE}`);

    const summed = await kb.api(summarizeResources, { body: { resources: [rid], generative_model: 'other' } });
    expect(summed.resources).toEqual({ [rid]: { summary: 'ok', tokens: expect.any(Number) } });
    expect(provider.calls[4]).toMatchObject({ authorization: `Bearer ${BOX_KEY}`, body: { model: 'other' } });
    expect(textOf(messages(4).at(-1) ?? { role: '', content: '' })).toContain(`Shorten: ${SENTENCE}`);

    await kb.api(updateKnowledgeBoxConfiguration, { body: { generative_model: 'local' } });
    expect(answerText(await kb.ask({ query: QUERY }))).toBe(SENTENCE);
    expect(provider.calls).toHaveLength(5);
    await kb.api(setKnowledgeBoxConfiguration, { body: {} });
    await ask({});
    expect(provider.calls[5]).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'scripted' } });
    expect(textOf(messages(5)[0] ?? { role: '', content: '' })).not.toContain('pirate');
  });

  it('is asked to rephrase on request, although nothing was said before', async () => {
    provider.next({ pieces: [QUERY] }).next({ pieces: ['In 1874.'] });
    const items = await kb.ask({ query: 'the tall one, how old?', rephrase: true });
    expect([answerText(items), itemOf(items, 'retrieval')?.results.rephrased_query]).toEqual(['In 1874.', QUERY]);
    expect(textOf(messages(1).at(-1) ?? { role: '', content: '' })).toContain('the tall one, how old?');
  });

  it('is left alone when there is nothing to ask', async () => {
    await kb.ask({ query: QUERY, generate_answer: false });
    await kb.ask({ query: QUERY, filter_expression: { field: { prop: 'origin_tag', tag: 'nothing' } } });
    await kb.find({ query: QUERY });
    expect(provider.calls).toEqual([]);
  });

  it('that fails before its first word fails the request', async () => {
    for (const status of [400, 401, 403, 404, 500]) {
      const raw = {
        status,
        body: JSON.stringify({ error: { message: 'no capacity left' } }),
        headers: { 'content-type': 'application/json' },
      };
      const answer = await askWhole({ raw });
      expect([status, answer]).toMatchObject([
        status,
        { status: 512, body: { detail: expect.stringMatching(`${status}.*no capacity left`) } },
      ]);
      expect(JSON.stringify(answer.body)).not.toContain(KEY);
    }
    expect(await askWhole({ breakAfter: 0 })).toMatchObject({ status: 512, body: { detail: expect.any(String) } });
    expect(await askWhole({ pieces: [] })).toMatchObject({ status: 512 });
  });

  it('that is busy is said to be, with when to try again', async () => {
    const raw = { status: 429, body: '{}', headers: { 'retry-after': '7' } };
    const answer = await askWhole({ raw });
    expect(answer).toMatchObject({
      status: 429,
      body: { detail: { message: expect.any(String), try_after: expect.any(Number) } },
    });
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  it('that sends garbage fails the request', async () => {
    const types = { 'content-type': 'text/event-stream' };
    for (const raw of [
      { status: 200, body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } },
      { status: 200, body: 'data: {"nonsense": true}\n\ndata: [DONE]\n\n', headers: types },
      { status: 200, body: 'data: {broken\n\n', headers: types },
    ]) {
      expect([raw.body, await askWhole({ raw })]).toMatchObject([
        raw.body,
        { status: 512, body: { detail: expect.any(String) } },
      ]);
    }
  });

  it('that fails midway ends the answer with an error', async () => {
    const items = await ask({ pieces: ['The lighthouse ', 'was built ', 'in'], breakAfter: 2 });
    expect(answerText(items)).toBe('The lighthouse was built ');
    expect(items.at(-2)?.type).toBe('retrieval');
    expect(items.at(-1)).toEqual({ type: 'status', code: '-1', status: 'error', details: expect.any(String) });

    const whole = await askWhole({ pieces: ['The ', 'light'], breakAfter: 1 }, {}, { 'x-synchronous': 'true' });
    expect(whole).toMatchObject({
      status: 200,
      body: { status: 'error', answer: 'The ', error_details: expect.any(String) },
    });
  });

  it('that never answers is given up', async () => {
    const [first, second] = await Promise.all([
      askWhole({ stallAfter: 0 }),
      sleep(200).then(() => ask({ pieces: ['The light', 'house'], stallAfter: 1 })),
    ]);
    expect(first).toMatchObject({
      status: 504,
      body: { detail: `The model provider did not answer within ${TIMEOUT_MS} ms` },
    });
    expect(second.at(-1)).toMatchObject({
      type: 'status',
      code: '-1',
      details: `The model provider did not answer within ${TIMEOUT_MS} ms`,
    });
    for (const { closed } of provider.calls) expect(await closed).toBe(true);
  });

  it('that cannot rephrase fails the request as such', async () => {
    const history = { chat_history: [{ author: 'USER', text: 'Tell me of the lighthouse' }] };
    const answer = await askWhole({ raw: { status: 500, body: '{}' } }, history);
    expect(answer).toMatchObject({
      status: 529,
      body: {
        detail: expect.stringMatching(/^Temporary error while rephrasing the query\. Please try again later\. Error: /),
      },
    });
  });

  it('is hung up on when the caller hangs up', async () => {
    provider.next({ pieces: Array.from({ length: 100 }, (_, i) => `word${i} `), delayMs: 100 });
    const leaving = new AbortController();
    const body = JSON.stringify({ query: QUERY });
    const headers = { ...kb.client.credential, 'content-type': 'application/json' };
    const answer = await fetch(`${deployment.origin}/api/v1${kb.path}/ask`, {
      method: 'POST',
      body,
      headers,
      signal: leaving.signal,
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    leaving.abort();
    expect(await provider.calls[0]?.closed).toBe(true);

    expect(answerText(await ask({ pieces: ['Still ', 'here.'] }))).toBe('Still here.');
  });

  it('is hung up on when the caller leaves before the first word', async () => {
    provider.next({ stallAfter: 0 });
    const leaving = new AbortController();
    const request = {
      method: 'POST',
      body: JSON.stringify({ query: QUERY }),
      headers: { ...kb.client.credential, 'content-type': 'application/json' },
    };
    const asking = fetch(`${deployment.origin}/api/v1${kb.path}/ask`, { ...request, signal: leaving.signal });
    const refused = expect(asking).rejects.toThrow();
    await until(async () => provider.calls[0], 'the provider is asked', 10_000);
    leaving.abort();
    await refused;
    expect(await provider.calls[0]?.closed).toBe(true);
  });

  it('keeps its key to itself', () => {
    for (const key of [KEY, BOX_KEY]) expect(deployment.printed()).not.toContain(key);
  });
});
