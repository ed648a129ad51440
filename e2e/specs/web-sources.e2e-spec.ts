import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createAgenticConfig, createAgenticSource, type InteractionFrame } from '@lectern/contracts/agents';
import { type KnownPage, PROVIDER_KEYS, WebProviders } from '@lectern/testing';
import { AgentSocket } from '../harness/agent-socket';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { projectRoot } from '../harness/process';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { TestAgent, workflowOf } from '../harness/test-agent';
import { toolServer } from '../harness/tool-server';

const QUESTION = 'Where does the ibex climb?';
const TRUE = 'The ibex climbs steep rocks in winter.';
const FALSE = 'The ibex climbs lamp posts at night.';
const OLD = 'The ibex climbs the walls of dams.';
const TOLD = 'The ibex climbs ladders, says the keeper.';
const TOOL_KEY = 'key-of-the-tools-77aa';
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const pages: readonly KnownPage[] = [
  { url: 'https://zoo.example.org/ibex', title: 'Ibex', text: TRUE, date: ago(3) },
  { url: 'https://lies.example.com/ibex', title: 'Lies', text: FALSE, date: ago(2) },
  { url: 'https://dams.example.net/ibex', title: 'Dams', text: OLD, date: ago(700) },
];
const sources = {
  perplexity: { type: 'perplexity', key: PROVIDER_KEYS.perplexity, enabled_domains: ['-lies.example.com'] },
  google: {
    type: 'google',
    api_key: PROVIDER_KEYS.gemini,
    time_range: 'past_month',
    exclude_domains: ['lies.example.com'],
  },
} as const;

inStandalone('sources outside of a knowledge box', () => {
  let providers: WebProviders;
  let tools: Awaited<ReturnType<typeof toolServer>>;
  let deployment: Standalone;
  let box: KnowledgeBoxClient;
  let agent: TestAgent;

  beforeAll(async () => {
    providers = await WebProviders.start(pages);
    tools = await toolServer({ name: 'look_up', description: QUESTION, text: TOLD }, ['x-key', TOOL_KEY]);
    const authority = join(await temporaryFolder(), 'authority.pem');
    await writeFile(authority, providers.ca);
    deployment = await Standalone.start({
      env: {
        NODE_OPTIONS: `--require=${join(projectRoot, 'e2e/harness/other-hosts.cjs')}`,
        NODE_EXTRA_CA_CERTS: authority,
        OTHER_HOSTS: JSON.stringify(providers.hosts),
        EGRESS_ALLOW: '127.0.0.0/8',
        EMBEDDER: 'lexical',
      },
    });
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    box = await client.createKnowledgeBox();
    for (const [id, source] of Object.entries(sources)) await addSource(id, source);
    await addSource('tools', { type: 'mcp', uri: tools.uri, headers: { 'x-key': TOOL_KEY } });
    agent = await TestAgent.create(client);
  }, 300_000);
  beforeEach(() => {
    providers.instead = undefined;
    providers.received.length = 0;
  });
  afterAll(async () => {
    await deployment.stop();
    providers.stop();
    tools.stop();
  });

  /** A source, and a configuration with the same id. */
  async function addSource(id: string, source: object): Promise<void> {
    await box.api(createAgenticSource, { params: { id }, body: { description: 'Animals', ...source } });
    const body = { title: id, smart_agent: { sources: [id] } };
    await box.api(createAgenticConfig, { params: { id }, body });
  }

  const open = (id: string) =>
    AgentSocket.open(`${box.client.origin}/api/v1${box.path}/ask`, {
      headers: { ...box.client.credential },
      query: { agentic_config_id: id },
    });
  const asked = async (id: string): Promise<readonly InteractionFrame[]> => {
    const socket = await open(id);
    socket.say({ question: QUESTION });
    return socket.all();
  };
  const answered = (frames: readonly InteractionFrame[]) => frames.findLast(({ answer }) => answer !== null);
  const errorsOf = (frames: readonly InteractionFrame[]) =>
    frames.flatMap(({ step, exception }) => step?.error ?? exception?.detail ?? []);
  const expectNoKeys = (frames: readonly InteractionFrame[]) => {
    const seen = JSON.stringify(frames) + deployment.printed();
    for (const key of [...Object.values(PROVIDER_KEYS), TOOL_KEY]) expect(seen).not.toContain(key);
  };

  it('answers from what Perplexity finds, with the addresses of its pages', async () => {
    const frames = await asked('perplexity');
    const answer = answered(frames);
    expect(answer?.answer).toMatch(/steep rocks|walls of dams/);
    expect(JSON.stringify(frames)).not.toContain('lamp posts');
    expect(answer?.answer_urls).toEqual([
      expect.stringMatching(/^https:\/\/(zoo\.example\.org|dams\.example\.net)\/ibex$/),
    ]);
    expect(JSON.stringify(answer?.answer_citations)).toContain(answer?.answer_urls?.[0]);
    expect(providers.received).toMatchObject([
      { host: 'api.perplexity.ai', path: '/chat/completions', body: { search_domain_filter: ['-lies.example.com'] } },
    ]);
    expectNoKeys(frames);
  });

  it('answers from what Gemini finds within the time, without the domains that are left out', async () => {
    const frames = await asked('google');
    expect(answered(frames)?.answer).toContain('steep rocks');
    expect(JSON.stringify(frames)).not.toMatch(/lamp posts|walls of dams/);
    expect(answered(frames)?.answer_urls).toEqual([expect.stringMatching(/grounding-api-redirect\/0$/)]);
    const [received] = providers.received;
    expect(received).toMatchObject({ path: '/v1beta/models/gemini-2.5-flash:generateContent' });
    expect(JSON.stringify(received?.body)).toContain('timeRangeFilter');
    expectNoKeys(frames);
  });

  it('answers from what a tool of an MCP server says', async () => {
    const frames = await asked('tools');
    expect(answered(frames)?.answer).toContain('climbs ladders');
    expect(tools.questions).toEqual([QUESTION]);
    expect(providers.received).toEqual([]);
    expectNoKeys(frames);
  });

  it('answers in agents from what the search of Perplexity finds', async () => {
    const driver = {
      identifier: 'web',
      name: 'Web',
      provider: 'perplexity',
      config: { key: PROVIDER_KEYS.perplexity },
    };
    await agent.call('POST', '/drivers', driver);
    const search = { module: 'perplexity_search', source: 'web', domain: ['zoo.example.org'], max_results: 3 };
    const workflow = await workflowOf(agent, { context: [search], generation: [{ module: 'summarize' }] });
    const frames = await agent.ask(QUESTION, workflow);
    expect(answered(frames)).toMatchObject({
      answer: expect.stringContaining('steep rocks'),
      answer_urls: ['https://zoo.example.org/ibex'],
    });
    expect(providers.received).toMatchObject([
      { path: '/search', body: { query: QUESTION, max_results: 3, search_domain_filter: ['zoo.example.org'] } },
    ]);
    expectNoKeys(frames);
  });

  const json =
    (status: number, body: object, headers = {}) =>
    (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const faults: Readonly<Record<string, readonly [(response: ServerResponse) => unknown, RegExp]>> = {
    'refuses the key, and repeats it': [
      json(401, { error: { message: Object.values(PROVIDER_KEYS) } }),
      /refuses the key/,
    ],
    'wants money': [json(402, { error: {} }), /no credit/],
    'takes no requests for a minute': [json(429, { error: {} }, { 'retry-after': '60' }), /try again in 60 s/],
    fails: [json(500, { error: {} }), /fails \(500\)/],
    'answers with garbage': [(response) => response.end(Buffer.from([0xff, 0, 0x7b, 0x80])), /other than JSON/],
    'answers with a page': [(response) => response.end('<html><body>Sign in</body></html>'), /other than JSON/],
    'hangs up': [(response) => response.destroy(), /could not be reached|closed|reset|broke/i],
    'sends more than it may': [
      (response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
        };
        response.on('drain', more);
        more();
      },
      /larger than/,
    ],
  };

  it.each(Object.entries(faults))('says so when a provider %s', async (_, [fault, text]) => {
    for (const id of ['perplexity', 'google']) {
      providers.instead = (_received, response) => fault(response);
      const frames = await asked(id);
      expect([id, errorsOf(frames)]).toEqual([id, expect.arrayContaining([expect.stringMatching(text)])]);
      expect(frames.at(-1)).toMatchObject({ operation: 3 });
      expectNoKeys(frames);
    }
  });

  it('waits for answers that come slowly, and calls off those that do not come when the user leaves', async () => {
    providers.instead = (_received, response) => {
      providers.instead = undefined;
      response.writeHead(200, { 'content-type': 'application/json' }).write(' ');
      const body = JSON.stringify({ choices: [{ message: { content: TRUE } }], search_results: [] });
      [...body].forEach((letter, at) => setTimeout(() => response.write(letter), at * 10));
      setTimeout(() => response.end(), body.length * 10 + 50);
    };
    expect(JSON.stringify(await asked('perplexity'))).toContain('steep rocks');
    const left = Promise.withResolvers<void>();
    const came = new Promise<void>((resolve) => {
      providers.instead = (_received, response) => {
        response.once('close', left.resolve);
        resolve();
      };
    });
    const socket = await open('perplexity');
    socket.say({ question: QUESTION });
    await came;
    socket.say({ question: '', operation: 1 });
    await left.promise;
  });
});
