import type { AskItem } from '@lectern/contracts/search';
import type { ScriptedAnswer, ScriptedProvider } from '@lectern/testing';
import { type Answer, answerText, Client, type KnowledgeBoxClient } from '../harness/client';
import { bearer, issueNuaKey } from '../harness/credentials';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { startWithProvider } from '../harness/with-provider';

/** Longer than a stream waits until it opens, and then until it says that nothing comes. */
const SILENT_MS = 18_000;
const QUERY = 'When was the lighthouse built?';
const ANSWER = 'The lighthouse was built in 1874.';

const itemOf = <T extends AskItem['type']>(items: readonly AskItem[], type: T) =>
  items.find((item): item is Extract<AskItem, { type: T }> => item.type === type);

inStandalone('a model that does not simply answer, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let kb: KnowledgeBoxClient;
  let key: string;

  beforeAll(async () => {
    ({ provider, deployment } = await startWithProvider(mode, { key: 'key', timeoutMs: 60_000 }));
    kb = await new Client(deployment.origin, bearer(deployment.token)).createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: ANSWER } } }, { wait: 'embedded' });
    key = (await issueNuaKey(kb)).token;
    // Loads code for the first question.
    await kb.ask({ query: 'Who built it?' });
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });

  beforeEach(() => void provider.calls.splice(0));

  /** A request that streams, and whether its head came before the model had ended. */
  const stream = async (path: string, credential: Readonly<Record<string, string>>, body: object) => {
    const headers = { ...credential, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${deployment.origin}/api/v1${path}`, request);
    const [call] = provider.calls;
    const isEarly = await Promise.race([call?.closed.then(() => false) ?? true, Promise.resolve(true)]);
    return { isEarly, status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('and is silent for long has answers that open with their names, and carry blanks until it speaks', async () => {
    provider.next({ pieces: [ANSWER], delayMs: SILENT_MS });
    const { isEarly, status, headers, text } = await stream(`${kb.path}/ask`, kb.client.credential, {
      query: QUERY,
    });
    expect([isEarly, status, headers.get('content-type')]).toEqual([true, 200, 'application/x-ndjson']);
    expect(headers.get('svc-learning-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(text).toMatch(/^ +\{/);
    const items = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).item);
    expect(items[0]).toEqual({ type: 'answer', text: ANSWER });
  }, 60_000);

  it('and is silent for long has completions that open, and carry comments until it speaks', async () => {
    provider.next({ pieces: [ANSWER], delayMs: SILENT_MS });
    const messages = [{ role: 'user', content: QUERY }];
    const body = { model: 'scripted', messages, stream: true };
    const { isEarly, status, text } = await stream('/predict/compat/chat/completions', bearer(key), body);
    expect([isEarly, status]).toEqual([true, 200]);
    expect(text).toMatch(/^: .*\n\n(: .*\n\n)*data: \{[^]*data: \[DONE\]\n\n$/);
  }, 60_000);

  const ask = (answer: ScriptedAnswer, request: object = {}) => {
    provider.next(answer);
    return kb.ask({ query: QUERY, ...request });
  };
  const askWhole = (answer: ScriptedAnswer, request: object = {}, headers = {}): Promise<Answer> => {
    provider.next(answer);
    return kb.client.send('POST', `${kb.path}/ask`, { body: { query: QUERY, ...request }, headers });
  };

  it('that is cut off by its provider says so, and one that a filter stopped failed', async () => {
    const cut = { pieces: ['The lighthouse was bui'], finish: 'length' as const };
    const filtered = { pieces: ['The light'], finish: 'content_filter' as const };
    expect(itemOf(await ask(cut), 'status')).toMatchObject({
      status: 'success',
      details: expect.stringContaining('length'),
    });
    expect((await ask(filtered)).at(-1)).toMatchObject({
      status: 'error',
      details: expect.stringContaining('content_filter'),
    });
    expect(itemOf(await ask({ pieces: [], finish: 'content_filter' }), 'status')).toMatchObject({
      status: 'error',
      details: expect.stringContaining('content_filter'),
    });
    const synchronous = { 'x-synchronous': 'true' };
    expect((await askWhole(cut, {}, synchronous)).body).toMatchObject({
      status: 'success',
      answer: cut.pieces[0],
      error_details: expect.stringContaining('length'),
    });
    expect((await askWhole(filtered, {}, synchronous)).body).toMatchObject({
      status: 'error',
      answer: filtered.pieces[0],
      error_details: expect.stringContaining('content_filter'),
    });
    const cutObject = { pieces: ['{"year": 18'], finish: 'length' as const };
    const schema = { name: 'built', parameters: { type: 'object', properties: { year: { type: 'integer' } } } };
    const refused = await askWhole(cutObject, { answer_json_schema: schema }, synchronous);
    expect([refused.status, refused.body]).toEqual([512, { detail: expect.stringContaining('length') }]);
  });

  it('that says its thoughts and no answer has failed', async () => {
    const items = await ask({ reasoning: ['When was it built?'], pieces: [], finish: 'length' });
    expect(items.at(-1)).toMatchObject({ status: 'error', details: expect.stringContaining('length') });
  });

  it('that marks only the end of its thoughts shows none of them, in answers, rewritten questions and objects', async () => {
    const pieces = ['I recall 1874.\n', '</thi', 'nk>', '\n\nIt was built ', 'in 1874.'];
    // After plain answers nothing is held back, until one fails.
    for (let i = 0; i < 3; i += 1) await ask({ pieces: [ANSWER] });
    const unexpected = await ask({ pieces });
    expect(answerText(unexpected)).not.toContain('</');
    expect(unexpected.at(-1)).toMatchObject({ status: 'error', details: expect.stringContaining('ask again') });
    expect(answerText(await ask({ pieces }))).toBe('It was built in 1874.');
    const object = { pieces: ['I recall {"year": 1}', '</think>', '{"year": 1874}'] };
    const schema = { name: 'built', parameters: { type: 'object', properties: { year: { type: 'integer' } } } };
    const items = await ask(object, { answer_json_schema: schema });
    expect(itemOf(items, 'answer_json')?.object).toEqual({ year: 1874 });
    provider.next({ pieces: ['They mean the lighthouse.</think>When was the lighthouse built?'] });
    const chat_history = [{ author: 'USER', text: 'Tell me of the lighthouse' }];
    const followed = await ask({ pieces: ['In 1874.'] }, { query: 'When was it built?', chat_history });
    expect(itemOf(followed, 'retrieval')?.results.rephrased_query).toBe('When was the lighthouse built?');
  });

  it('that finds the prompt too long is not at fault', async () => {
    const body = JSON.stringify({ error: { message: 'the request exceeds the available context size' } });
    const answer = await askWhole({ raw: { status: 400, body, headers: { 'content-type': 'application/json' } } });
    expect([answer.status, answer.body]).toEqual([400, { detail: expect.stringContaining('does not fit') }]);
  });
});
