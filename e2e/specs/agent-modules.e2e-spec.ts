import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type AgentSchema, type InteractionFrame, moduleKinds } from '@lectern/contracts/agents';
import type { ScriptedProvider } from '@lectern/testing';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent, type Workflow, workflowOf } from '../harness/test-agent';
import { startWithProvider } from '../harness/with-provider';

const FACT = 'The ibex climbs steep rocks in winter.';
const HERDS = '| Region | Herd |\n| ------ | ---- |\n| Uri | 12 |\n| Valais | 40 |';
const ASKED = 'Where does the ibex climb?';

const stepsOf = (frames: readonly InteractionFrame[]) => frames.flatMap(({ step }) => step ?? []);
const modulesOf = (frames: readonly InteractionFrame[]) => stepsOf(frames).map(({ module }) => module);
const answerOf = (frames: readonly InteractionFrame[]) => frames.at(-2)?.answer;

async function sourceOf(client: Client): Promise<KnowledgeBoxClient> {
  const source = await client.createKnowledgeBox();
  const synonyms = { animal: ['ibex'] };
  expect((await source.client.send('PUT', `/kb/${source.id}/custom-synonyms`, { body: { synonyms } })).status).toBe(
    204,
  );
  await source.createResource({ title: 'Ibex', texts: { body: { body: FACT } } }, { wait: 'embedded' });
  return source;
}

inStandalone('modules of an agent with the built-in reader', (mode) => {
  let agent: TestAgent;

  beforeAll(async () => {
    const { client } = await server(mode).createKnowledgeBox();
    agent = await TestAgent.create(client, { kb: await sourceOf(client) });
  });

  const kb = { module: 'basic_ask', sources: ['kb'] };
  const herds = { module: 'static_string', context: HERDS };
  const ask = async (modules: Workflow, more: object = {}, question = ASKED) =>
    agent.ask(question, await workflowOf(agent, modules), more);

  it('split a question, each part with an id of its own, and add synonyms of the knowledge box', async () => {
    const rephrase = { module: 'rephrase', kb: 'kb', split_question: true };
    const question = 'Where does the animal climb, and when does it climb?';
    const frames = await ask(
      { preprocess: [rephrase], context: [kb], generation: [{ module: 'summarize' }] },
      {},
      question,
    );
    expect(modulesOf(frames)).toEqual(['rephrase', 'basic_ask', 'basic_ask', 'summarize']);
    expect(stepsOf(frames)[0]?.metadata).toEqual({
      questions: ['Where does the animal climb (ibex)', 'when does it climb?'],
    });
    const asked = stepsOf(frames).slice(1, 3);
    expect(new Set(asked.map(({ actual_question_uuid: id }) => id)).size).toBe(2);
    expect(new Set(asked.map(({ original_question_uuid: id }) => id)).size).toBe(1);
    expect(answerOf(frames)).toContain('steep rocks');
  });

  it('answer from earlier turns of the session', async () => {
    const modules = { preprocess: [{ module: 'historical', all: true }], generation: [{ module: 'summarize' }] };
    const chat_history = [{ question: 'Who feeds the ibex?', answer: 'The warden Tobias feeds the ibex.' }];
    const frames = await ask(modules, { chat_history }, 'Who feeds the ibex?');
    expect(frames[2]?.context).toMatchObject({ agent: 'historical', chunks: [{ title: 'Who feeds the ibex?' }] });
    expect(answerOf(frames)).toContain('Tobias');
  });

  it('rewrite the question by the data of the session', async () => {
    const session = { slug: 'climbs', name: 's', summary: '', data: 'The ibex of the Alps', format: 'PLAIN' };
    const { uuid } = (await agent.call('POST', '/sessions', session)) as { readonly uuid: string }; // By its contract.
    const workflow = await workflowOf(agent, { preprocess: [{ module: 'rephrase', session_info: true }] });
    const lines = await agent.call('POST', `/workflow/${workflow}/session/${uuid}`, {
      question: 'Where does it climb?',
    });
    const frames = String(lines).trimEnd().split('\n');
    const [step] = stepsOf(frames.map((line): InteractionFrame => JSON.parse(line)));
    expect(step).toMatchObject({ module: 'rephrase', value: expect.stringMatching(/climb.*ibex/) });
  });

  it('run one branch of a condition, in each kind', async () => {
    const on = (then: object, else_: object) => ({ has_keywords: ['ibex'], then: [then], else_: [else_] });
    const modules = (keyword: string): Workflow => ({
      preprocess: [
        {
          ...on({ module: 'rephrase' }, { module: 'historical', all: false }),
          module: 'preprocess_conditional',
          has_keywords: [keyword],
        },
      ],
      context: [kb],
      generation: [
        {
          ...on({ module: 'passthrough' }, { module: 'summarize' }),
          module: 'generation_conditional',
          on: 'CONTEXT',
          has_keywords: [keyword],
        },
      ],
      postprocess: [
        {
          ...on({ module: 'remi' }, { module: 'related' }),
          module: 'postprocess_conditional',
          on: 'ANSWER',
          has_keywords: [keyword],
        },
      ],
    });
    const found = modulesOf(await ask(modules('ibex')));
    expect(found).toEqual([
      ...['pre_conditional', 'rephrase', 'basic_ask', 'generation_conditional', 'passthrough'],
      ...['post_conditional', 'remi'],
    ]);
    const other = await ask(modules('whale'));
    expect(modulesOf(other)).toEqual([
      ...['pre_conditional', 'historical', 'basic_ask', 'generation_conditional', 'summarize'],
      ...['post_conditional', 'related'],
    ]);
    const paths = stepsOf(other).map(({ agent_path: path }) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*'));
    expect(paths[1]).toBe('/preprocess/*/else_/*');
  });

  it('give every text with a citation', async () => {
    const frames = await ask({ context: [kb], generation: [{ module: 'passthrough', rich_context: true }] });
    const [context] = frames.flatMap((frame) => frame.context ?? []);
    expect(answerOf(frames)).toContain(`${FACT} [1]`);
    expect(frames.at(-2)?.answer_citations).toMatchObject({
      metadata: { 'block-AA': { context_id: context?.id, chunk_index: 0 } },
    });
  });

  it('draw charts of tables, beside the answer of another module', async () => {
    const generation = [{ module: 'summarize' }, { module: 'data_viz' }, { module: 'passthrough' }];
    const frames = await ask({ context: [kb, herds], generation });
    expect(modulesOf(frames)).toEqual(['basic_ask', 'static_string', 'summarize', 'data_viz']);
    const chart = { type: 'vega_lite', vega_lite_obj: { encoding: { x: { field: 'Region' }, y: { field: 'Herd' } } } };
    const [possible] = frames.flatMap(({ possible_answer: one }) => (one?.module === 'data_viz' ? [one] : []));
    expect(possible).toMatchObject({ data_visualizations: [chart] });
    expect(frames.at(-2)).toMatchObject({
      answer: expect.stringContaining('steep rocks'),
      data_visualizations: [chart],
    });
  });

  it.each([['full'], ['partial_answers']])('score the answer as a step and as a context: %s', async (granularity) => {
    const remi = { module: 'remi', context_granularity: granularity };
    const frames = await ask({ context: [kb], generation: [{ module: 'summarize' }], postprocess: [remi] });
    const scores = { groundedness: expect.arrayContaining([expect.any(Number)]) };
    expect(stepsOf(frames).at(-1)).toMatchObject({ module: 'remi', metadata: scores });
    const [scored] = frames.flatMap(({ context }) => (context?.agent === 'remi' ? [context] : []));
    expect(scored?.json_objects).toMatchObject([{ answer_relevance: { score: expect.any(Number) } }]);
  });

  it('suggest what may be asked next', async () => {
    const chapter = { module: 'static_string', context: 'Ada Lovelace met Charles Babbage. Ada Lovelace wrote.' };
    const frames = await ask({ context: [chapter], postprocess: [{ module: 'related' }] });
    const question = 'What do the sources say about Ada Lovelace?';
    expect(stepsOf(frames).at(-1)?.metadata).toMatchObject({ questions: expect.arrayContaining([question]) });
    expect(frames.flatMap(({ generated_text: said }) => said ?? [])).toEqual([expect.stringContaining(question)]);
  });

  it('say that nothing judges whether rules are kept, and do not run again', async () => {
    const restart = { module: 'restart', prompt: 'Answer in German.' };
    const frames = await ask({ context: [kb], generation: [{ module: 'summarize' }], postprocess: [restart] });
    expect(modulesOf(frames)).toEqual(['basic_ask', 'summarize', 'restart']);
    expect(stepsOf(frames).at(-1)).toMatchObject({
      value: 'Not checked',
      reason: expect.stringMatching(/cannot judge/),
    });
  });

  it('say which address they may not call', async () => {
    const external = { module: 'external', url: 'http://127.0.0.1:9/hook', max_retries: 0 };
    const frames = await ask({ context: [kb], generation: [{ module: 'summarize' }], postprocess: [external] });
    expect(stepsOf(frames).at(-1)).toMatchObject({ module: 'external', error: expect.stringContaining('127.0.0.1') });
    expect(frames.slice(-2)).toMatchObject([{ operation: 4, exception: { extra: null } }, { operation: 3 }]);
  });

  it('end a streamed answer with its last piece, and stream one that was not made in pieces at once', async () => {
    const piecesOf = async (module: string) => {
      const frames = await ask({ context: [kb], generation: [{ module }] }, { streaming: true });
      const pieces = frames.flatMap(({ streaming_response_chunk: piece }) => piece ?? []);
      expect(pieces.map(({ last }) => last)).toEqual(pieces.map((_, place) => place === pieces.length - 1));
      return [pieces.map(({ text: piece }) => piece).join(''), answerOf(frames)];
    };
    for (const module of ['summarize', 'passthrough']) {
      const [streamed, answer] = await piecesOf(module);
      expect(streamed).toBe(answer);
    }
  });

  it.each([
    ['preprocess', { module: 'preprocess_alinia', preconfig: 'CUSTOM' }, /needs detection_config/],
    ['postprocess', { module: 'postprocess_alinia', preconfig: 'COMPLIANCE' }, /not supported/],
    ['preprocess', { module: 'summarize' }, /summarize/],
    ['preprocess', { module: 'rephrase', rids: ['a'] }, /rids/],
    ['preprocess', { module: 'pre_conditional', then: [{ module: 'rephrase' }] }, /needs prompt/],
    ['generation', { module: 'summarize', include_mcp_prompts: true }, /include_mcp_prompts/],
    ['postprocess', { module: 'remi', then: [{ module: 'related' }] }, /then/],
    ['postprocess', { module: 'external', url: 'https://a.example', call_obj: { a: 1 }, context: true }, /exclude/],
    ['postprocess', { module: 'external', url: 'ftp://a.example' }, /url/],
  ])('are refused with a 422 that says why: %s %j', async (kind, module, problem) => {
    const { status, body } = await agent.send('POST', `/${kind}`, module);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(problem)]);
  });

  it('are described, each with its schema', async () => {
    const { agents, drivers } = (await agent.call('GET', '/schema')) as AgentSchema; // By its contract.
    expect(Object.keys(agents)).toEqual([...moduleKinds]);
    expect(agents.preprocess['rephrase']).toMatchObject({ id: 'rephrase', agent_type: 'preprocess' });
    expect(drivers['kbdb']?.config_schema).toMatchObject({ properties: { provider: { const: 'kbdb' } } });
    const full = await agent.call('GET', '/fullschema');
    expect(full).toMatchObject({ title: 'Agent', properties: { context: { items: { discriminator: {} } } } });
    expect((await agent.box.client.send('GET', `/agent/${'0'.repeat(32)}/schema`)).status).toBe(404);
  });
});

inStandalone('modules of an agent with a language model', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let agent: TestAgent;
  let hook: Server;
  const received: string[] = [];

  beforeAll(async () => {
    hook = createServer(async (request, response) => {
      received.push(await text(request));
      response.end('ok');
    }).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    ({ provider, deployment } = await startWithProvider(mode, {
      key: 'provider-key',
      timeoutMs: 5_000,
      env: { EGRESS_ALLOW: '127.0.0.1' },
    }));
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    agent = await TestAgent.create(client, {});
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
    hook.close();
  });
  beforeEach(() => void provider.calls.splice(0));

  const context = [{ module: 'static_string', context: FACT, prune_context: false }];
  /** The whole text of a call. */
  const promptOf = (call: number) => JSON.stringify(provider.calls[call]?.body['messages']);

  it('run the workflow again with the broken rule, as often as they may', async () => {
    const modules = {
      context,
      generation: [{ module: 'summarize', rules: ['Be brief.'] }],
      postprocess: [{ module: 'restart', retries: 1, prompt: 'Name the season.' }],
    };
    const verdict = { pieces: [JSON.stringify({ broken: [2], reason: 'No season' })] };
    provider.answerWith(({ messages }) =>
      /broken/.test(JSON.stringify(messages)) ? verdict : { pieces: ['On rocks.'] },
    );
    const frames = await agent.ask(ASKED, await workflowOf(agent, modules, ['Speak English.']));
    expect(modulesOf(frames)).toEqual([
      ...['static_string', 'summarize', 'restart', 'static_string', 'summarize', 'restart'],
    ]);
    expect(stepsOf(frames).at(-1)).toMatchObject({
      value: 'The answer breaks rules after 1 restarts',
      reason: 'No season',
    });
    expect(answerOf(frames)).toBe('On rocks.');
    const summaries = provider.calls.map((_, call) => promptOf(call)).filter((prompt) => prompt.includes('Be brief.'));
    expect(summaries).toHaveLength(2);
    expect(summaries[0]).toMatch(/Speak English\..*Be brief\./);
    expect(summaries[1]).toContain('keep them this time: Name the season.');
  });

  it('send the answer to an address', async () => {
    provider.answerWith(() => ({ pieces: ['On rocks.'] }));
    // A TCP server's address is an object.
    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
    const external = { module: 'external', url, call_obj: { said: '{answer}', city: '{city}' } };
    const modules = { context, generation: [{ module: 'summarize' }], postprocess: [external] };
    const frames = await agent.ask(ASKED, await workflowOf(agent, modules), { arguments: { city: 'Zug' } });
    expect(received.map((body): unknown => JSON.parse(body))).toEqual([{ said: 'On rocks.', city: 'Zug' }]);
    expect(stepsOf(frames).at(-1)).toMatchObject({ metadata: { status: 200, reply: 'ok' } });
  });

  it('never put what was found into a system prompt', async () => {
    const modules = {
      context,
      generation: [{ module: 'data_viz' }, { module: 'generate', prompt: 'Write about {context}.' }],
      postprocess: [{ module: 'related' }, { module: 'restart', prompt: 'Be brief.' }],
    };
    const objects = { charts: [], questions: ['Why?'], broken: [] };
    provider.answerWith(({ messages }) => {
      const isObject = JSON.stringify(messages).includes('JSON Schema');
      return { pieces: [isObject ? JSON.stringify(objects) : 'On rocks.'] };
    });
    const frames = await agent.ask(ASKED, await workflowOf(agent, modules));
    expect(modulesOf(frames)).toEqual(['static_string', 'data_viz', 'generate', 'related', 'restart']);
    expect(provider.calls.length).toBeGreaterThanOrEqual(4);
    for (const { body } of provider.calls) {
      // As the protocol has them.
      const messages = body['messages'] as readonly { readonly role: string; readonly content: unknown }[];
      const system = messages.filter(({ role }) => role === 'system');
      expect(JSON.stringify(system)).not.toContain('steep rocks');
    }
  });
});
