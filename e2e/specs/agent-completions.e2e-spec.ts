import {
  contextOperations,
  createAgentCompletion,
  createSession,
  generationOperations,
  getSession,
  listAgentModels,
} from '@lectern/contracts/agents';
import { createKnowledgeBoxEphemeralToken } from '@lectern/contracts/knowledge-box';
import OpenAI from 'openai';
import { conformingFetch } from '../harness/conformance';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
const QUESTION = 'Where does the ibex climb?';
const messages = [{ role: 'user' as const, content: QUESTION }];

inStandalone('an agent as a model of the OpenAI API', (mode) => {
  let agent: TestAgent;
  let key: string;
  let client: OpenAI;

  beforeAll(async () => {
    const source = await server(mode).createKnowledgeBox();
    const origin = { url: 'https://example.org/ibex' };
    await source.createResource({ title: 'Ibex', origin, texts: { body: { body: FACT } } }, { wait: 'embedded' });
    agent = await TestAgent.create(source.client, { animals: source });
    await agent.api(contextOperations.add, { body: { module: 'basic_ask', sources: ['animals'] } });
    await agent.api(generationOperations.add, { body: { module: 'summarize' } });
    key = await agent.box.key('SMEMBER');
    client = clientOf(key);
  });

  const clientOf = (apiKey: string, path = '/compat') =>
    new OpenAI({
      apiKey,
      baseURL: `${agent.box.client.origin}/api/v1/agent/${agent.id}${path}`,
      maxRetries: 0,
      fetch: conformingFetch,
    });
  const complete = (body: object, path = '/compat') => agent.send('POST', `${path}/chat/completions`, body);

  it('has its workflows as models', async () => {
    const { data } = await client.models.list();
    expect(data).toMatchObject([{ id: 'default', object: 'model', owned_by: agent.id }]);
    expect((await agent.api(listAgentModels)).data).toHaveLength(1);
  });

  it('answers with the text, its sources as annotations, and the tokens that were used', async () => {
    const { choices, usage, model } = await client.chat.completions.create({ model: 'default', messages });
    const [choice] = choices;
    expect(model).toBe('default');
    expect(choice).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant' } });
    const { content, annotations = [] } = choice?.message ?? {};
    expect(content).toContain('steep rocks');
    expect(content).not.toContain('block-');
    expect(annotations.map(({ url_citation: { url, title } }) => [url, title])).toEqual([
      ['https://example.org/ibex', 'Ibex'],
    ]);
    const { start_index: from = 0, end_index: to = 0 } = annotations[0]?.url_citation ?? {};
    expect(content?.slice(from, to)).toBe('[1]');
    expect(usage).toMatchObject({ total_tokens: expect.any(Number) });
    expect(await agent.api(createAgentCompletion, { body: { messages } })).toMatchObject({ model: 'default' });
  });

  it('answers piece by piece, with the same text', async () => {
    const request = { model: 'default', messages, stream: true as const, stream_options: { include_usage: true } };
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of await client.chat.completions.create(request)) chunks.push(chunk);
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    const whole = await client.chat.completions.create({ model: 'default', messages });
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant' });
    expect(chunks.filter(({ choices }) => choices[0] && 'annotations' in choices[0].delta)).toHaveLength(1);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it('takes what a chat application sends: its history, instructions, options, and requests for titles', async () => {
    const conversation = [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: [{ type: 'text', text: 'What is an ibex?' }] },
      { role: 'assistant', content: 'A goat.' },
      ...messages,
    ];
    const ofOpenWebUi = { model: 'default', messages: conversation, stream: true, temperature: 0.7, top_p: 1 };
    const streamed = await complete({ ...ofOpenWebUi, stream_options: { include_usage: true }, chat_id: 'c', id: 'm' });
    expect(streamed.status).toBe(200);
    expect(String(streamed.body).trimEnd()).toMatch(/data: \[DONE\]$/);
    const task = '### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.';
    const title = { model: 'default', messages: [{ role: 'user', content: task }], stream: false, max_tokens: 1_000 };
    expect((await complete({ ...title, metadata: { task: 'title_generation' } })).status).toBe(200);
    const ofLibreChat = { model: 'default', messages: conversation, user: '65f0', stream: true, tools: [] };
    expect((await complete({ ...ofLibreChat, presence_penalty: 0, frequency_penalty: 0 })).status).toBe(200);
  });

  it('keeps question and answer in the session that the request or the base URL names', async () => {
    await client.chat.completions.create({ model: 'default', messages, metadata: { session: 'chat-1' }, user: 'ada' });
    const body = { slug: 'chat-2', name: 'Chat', summary: '', data: '', format: 'PLAIN' as const };
    await agent.api(createSession, { body });
    const { token } = await agent.box.api(createKnowledgeBoxEphemeralToken, { body: { agent_session: 'chat-2' } });
    const visitor = clientOf(token, '/session/chat-2/compat');
    await visitor.chat.completions.create({ model: 'default', messages });
    expect((await visitor.models.list()).data).toHaveLength(1);
    for (const slug of ['chat-1', 'chat-2']) {
      const { id } = await agent.api(getSession, { params: { session: slug } });
      const field = await agent.box.client.send('GET', `/kb/${agent.id}/resource/${id}/conversation/qas`);
      expect([slug, field.body]).toMatchObject([slug, { value: { total: 2 } }]);
    }
    await expect(clientOf(token).models.list()).rejects.toMatchObject({ status: 403 });
    await expect(clientOf(token, '/session/chat-1/compat').models.list()).rejects.toMatchObject({ status: 403 });
  });

  it.each([
    ['a model that it does not have', { messages, model: 'gpt-5' }, 404, 'not_found'],
    ['no question at the end', { messages: [{ role: 'assistant', content: 'Hi' }] }, 422, 'invalid_request'],
    ['an empty question', { messages: [{ role: 'user', content: ' ' }] }, 422, 'invalid_request'],
    ['a question that is too long', { messages: [{ role: 'user', content: 'x'.repeat(20_001) }] }, 422, undefined],
    ['an image', { messages: [{ role: 'user', content: [imagePart()] }] }, 422, 'invalid_request'],
    ['tools of its own', { messages, tools: [{ type: 'function', function: { name: 'f' } }] }, 422, undefined],
    ['an object as the answer', { messages, response_format: { type: 'json_object' } }, 422, undefined],
    ['several answers', { messages, n: 2 }, 422, undefined],
  ])('refuses %s in the envelope of the OpenAI API', async (_, body, status, code) => {
    const refused = await complete(body);
    expect(refused).toMatchObject({
      status,
      body: { error: { message: expect.any(String), type: expect.any(String) } },
    });
    if (code !== undefined) expect(refused.body).toMatchObject({ error: { code } });
  });

  it('refuses keys that do not open it, and says why an agent fails', async () => {
    await expect(clientOf('nonsense').models.list()).rejects.toMatchObject({ status: 401 });
    const other = await TestAgent.create(agent.box.client);
    await expect(clientOf(await other.box.key('SOWNER')).models.list()).rejects.toMatchObject({ status: 403 });
    await other.call('POST', '/context', { module: 'basic_ask', sources: ['nothing'] });
    const failed = await other.send('POST', '/compat/chat/completions', { messages, stream: true });
    expect(failed).toMatchObject({ status: 512, body: { error: { type: 'server_error' } } });
    expect(JSON.stringify(failed.body)).toMatch(/no driver with the identifier nothing/);
  });
});

function imagePart(): object {
  return { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
}
