import { generateKeyPairSync } from 'node:crypto';
import { AllowList, Egress, Guard } from '@lectern/egress';
import type { GenerationRequest, Generator } from '../generator';
import { collect, generatorContract, textOf } from '../generator.contract';
import { HostedGenerator } from '../hosted/hosted-generator';
import { ProviderCatalogue } from './provider-catalogue';
import { egressFetch } from './egress-fetch';
import { ProviderGenerators } from './provider-generators';
import type { ProviderKeys } from './provider-keys';
import { TOKEN, type WireAnswer, type WireCall, type Wire, WireServer } from './wire-server.fixture';
import * as wires from './wires.fixture';

const egress = new Egress(new Guard(new AllowList(['127.0.0.1'])));
const timeouts = { firstChunkMs: 10_000, chunkMs: 10_000, totalMs: 20_000 };
const { signal } = new AbortController();
const request: GenerationRequest = {
  question: 'What pulls the sea?',
  context: [{ key: 'r1/t/body/0-23', title: 'Tides', text: 'The moon pulls the sea.' }],
  history: [],
  citations: 'none',
};

interface Case {
  /** If its name differs. */
  readonly provider?: string;
  /** Id in the catalogue. */
  readonly model: string;
  readonly wire: Wire;
  /** @param origin of the server */
  readonly keys: (origin: string) => ProviderKeys;
  /** Base address of the provider, if keys have none. */
  readonly base?: string;
  /** Expected path of the request. */
  readonly path: RegExp;
  readonly secret: (call: WireCall) => unknown;
  readonly expected: unknown;
  /** The request to the provider. */
  readonly said: (call: WireCall) => unknown;
  /** Its name for the limit of tokens. */
  readonly limit: (call: WireCall) => unknown;
}

const messages = ({ body }: WireCall) => body.messages;
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const credentialsAt = (url: string) =>
  JSON.stringify({
    client_email: 'us@ours.example.org',
    project_id: 'ours',
    private_key: privateKey,
    token_uri: `${url}/token`,
  });
const secretsOfVertex = ({ headers }: WireCall) =>
  ['authorization', 'x-api-key', 'x-goog-api-key'].map((name) => headers[name]);
const bearer = ({ headers }: WireCall) => headers['authorization'];
const compat = {
  wire: wires.chatCompletions,
  path: /^\/v1\/chat\/completions$/,
  secret: bearer,
  expected: 'Bearer sk',
  said: messages,
  limit: ({ body }: WireCall) => body.max_tokens,
};

const cases: Readonly<Record<string, Case>> = {
  openai: {
    ...compat,
    model: 'gpt-4o',
    base: '/v1',
    keys: () => ({ key: 'sk', org: 'org-1' }),
    secret: ({ headers }) => [headers['authorization'], headers['openai-organization']],
    expected: ['Bearer sk', 'org-1'],
  },
  azure_openai: {
    ...compat,
    model: 'azure-openai',
    keys: (url) => ({ key: 'sk', url: `${url}/`, deployment: 'ours' }),
    path: /^\/openai\/deployments\/ours\/chat\/completions\?api-version=\d{4}-\d{2}-\d{2}$/,
    secret: ({ headers }) => headers['api-key'],
    expected: 'sk',
  },
  anthropic: {
    model: 'claude-sonnet-4-5',
    wire: wires.anthropic,
    base: '/v1',
    keys: () => ({ key: 'sk' }),
    path: /^\/v1\/messages$/,
    expected: ['sk', '2023-06-01'],
    secret: ({ headers }) => [headers['x-api-key'], headers['anthropic-version']],
    said: ({ body }) => [body.system, body.messages],
    limit: ({ body }) => body.max_tokens,
  },
  palm: {
    model: 'gemini-2.5-flash',
    wire: wires.google,
    base: '/v1beta',
    keys: () => ({ gemini_key: 'sk' }),
    path: /^\/v1beta\/models\/gemini-2\.5-flash:streamGenerateContent\?alt=sse$/,
    expected: 'sk',
    secret: ({ headers }) => headers['x-goog-api-key'],
    said: ({ body }) => [body.systemInstruction, body.contents],
    limit: ({ body }) => body.generationConfig.maxOutputTokens,
  },
  'palm with a service account': {
    provider: 'palm',
    model: 'gemini-2.5-flash',
    wire: wires.google,
    base: '/v1',
    keys: (url) => ({ credentials: credentialsAt(url), location: 'eu-1' }),
    secret: secretsOfVertex,
    expected: [`Bearer ${TOKEN}`, undefined, undefined],
    path: /^\/v1\/projects\/ours\/locations\/eu-1\/publishers\/google\/models\/gemini-2\.5-flash:streamGenerateContent/,
    said: ({ body }) => [body.systemInstruction, body.contents],
    limit: ({ body }) => body.generationConfig.maxOutputTokens,
  },
  anthropic_vertex: {
    model: 'vertex-claude-haiku-4-5',
    wire: wires.anthropic,
    base: '/v1',
    secret: secretsOfVertex,
    keys: (url) => ({ credentials: Buffer.from(credentialsAt(url)).toString('base64') }),
    expected: [`Bearer ${TOKEN}`, undefined, undefined],
    path: /^\/v1\/projects\/ours\/locations\/global\/publishers\/anthropic\/models\/claude-haiku-4-5%4020251001:streamRawPredict$/,
    said: ({ body }) => [
      body.anthropic_version === 'vertex-2023-10-16',
      body.model === undefined,
      body.system,
      body.messages,
    ],
    limit: ({ body }) => body.max_tokens,
  },
  azure_aii: {
    ...compat,
    model: 'azure-ai-inference',
    secret: ({ headers }) => headers['api-key'],
    expected: 'sk',
    keys: (url) => ({ key: 'sk', url: `${url}/models`, model: 'phi' }),
    path: /^\/models\/chat\/completions\?api-version=\d{4}-\d{2}-\d{2}-preview$/,
  },
  azure_mistral: { ...compat, model: 'azure-mistral', keys: (url) => ({ key: 'sk', url: `${url}/` }) },
  hf_llm: { ...compat, model: 'hf-endpoint', keys: (url) => ({ key: 'sk', url: `${url}/v1`, model: 1 }) },
  mistral: { ...compat, model: 'mistral-small-latest', base: '/v1', keys: () => ({ key: 'sk' }) },
  cohere: {
    ...compat,
    model: 'command-a-03-2025',
    wire: wires.cohere,
    base: '/v2',
    keys: () => ({ key: 'sk' }),
    path: /^\/v2\/chat$/,
  },
  anthropic_bedrock: {
    model: 'bedrock-nova-pro',
    wire: wires.bedrock,
    base: '',
    expected: expect.stringMatching(/AKIA\/\d+\/eu-1\//),
    keys: () => ({ access_key: 'AKIA', secret_key: 'sk', region: 'eu-1' }),
    path: /^\/model\/amazon\.nova-pro-v1%3A0\/converse-stream$/,
    secret: bearer,
    said: ({ body }) => [body.system, body.messages],
    limit: ({ body }) => body.inferenceConfig.maxTokens,
  },
  openai_compat: {
    ...compat,
    model: 'openai_compat',
    keys: (url) => ({ url: `${url}/v1`, model_id: 'small', key: 'sk' }),
  },
};

afterAll(() => egress.onApplicationShutdown());

describe.each(Object.entries(cases))('the provider %s', (name, { model: id, wire, keys, base, ...wanted }) => {
  const { provider = name } = wanted;
  let server: WireServer;
  beforeEach(async () => (server = await WireServer.start(wire)));
  afterEach(() => server.close());

  const generatorOf = (at: WireServer): Generator => {
    const usual = new ProviderCatalogue();
    const own = usual.provider(provider);
    if (!own) throw new Error(`${provider} is not in the catalogue`);
    const providers = [{ ...own, ...(base !== undefined && { baseUrl: `${at.origin}${base}` }) }];
    const catalogue = new ProviderCatalogue({ providers, models: [] });
    const model = catalogue.model(id);
    if (!model) throw new Error(`${id} is not in the catalogue`);
    const fetch = egressFetch(egress, timeouts.totalMs);
    return new ProviderGenerators(catalogue, { timeouts, fetch }).of(model, keys(at.origin));
  };
  const run = (answer: WireAnswer, changes: Partial<GenerationRequest> = {}) =>
    collect(generatorOf(server.next(answer)).generate({ ...request, ...changes }, { signal }));

  generatorContract(async () => {
    const at = await WireServer.start(wire);
    for (let i = 0; i < 2; i++) at.next({ pieces: ['The moon ', 'pulls the sea.'] });
    at.next({ pieces: ['The moon pulls the sea [1].\n\n', '[1]: block-AA'] }).next({});
    at.next({ pieces: ['The moon.'] }).next({ toolCall: { name: 'look_up', arguments: '{"q":"sea"}' } });
    return { generator: generatorOf(at), close: () => at.close() };
  });

  it('is asked where, how and with the key that it documents, and streams its answer with its tokens', async () => {
    const answer = { pieces: ['The ', 'moon.'], usage: { input: 87, output: 3 } };
    const chunks = await run(answer, { system: 'Be brief.', answerTokensMax: 50 });
    expect(generatorOf(server)).toBeInstanceOf(HostedGenerator);
    expect(textOf(chunks)).toBe('The moon.');
    expect(chunks.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
    expect(chunks.at(-2)).toMatchObject({ type: 'meta', inputTokens: 87, outputTokens: 3, finish: 'stop' });
    const [call] = server.calls;
    if (!call) throw new Error('It was not asked');
    expect(call.path).toMatch(wanted.path);
    expect(wanted.secret(call)).toEqual(wanted.expected);
    expect(wanted.limit(call)).toBe(50);
    const said = JSON.stringify(wanted.said(call));
    for (const text of ['Be brief.', 'The moon pulls the sea.', 'What pulls the sea?']) expect(said).toContain(text);
    expect(JSON.stringify(call.body)).not.toContain('"sk"');
  });

  it('gives an object by a schema', async () => {
    const jsonSchema = { name: 'fact', parameters: { type: 'object', properties: { by: { type: 'string' } } } };
    const chunks = await run({ pieces: ['{"by"', ':"moon"}'] }, { jsonSchema });
    expect(chunks[0]).toEqual({ type: 'object', object: { by: 'moon' } });
    expect(JSON.stringify(server.calls[0]?.body)).toContain('"by"');
  });

  it('rewrites a question', async () => {
    server.next({ pieces: ['What pulls the sea?'] });
    const history = [{ author: 'USER' as const, text: 'Tell me about the sea.' }];
    const rephrased = await generatorOf(server).rephrase({ question: 'What?', history, extraContext: [] }, { signal });
    expect(rephrased).toEqual({
      question: 'What pulls the sea?',
      usedHistory: true,
      tokens: { input: expect.any(Number), output: expect.any(Number) },
    });
  });

  it('fails with its words when it refuses a key, and shows no key', async () => {
    const raw = { status: 401, body: '{"error":{"type":"auth","message":"no such key"}}', headers: json };
    const failure = await run({ raw }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'provider_failed', message: expect.stringContaining('(401)') });
    expect(String(failure)).not.toContain('sk');
  });

  it('passes on how long to wait', async () => {
    const raw = { status: 429, body: '{}', headers: { ...json, 'retry-after': '7' } };
    await expect(run({ raw })).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/^Rate limited by \w/),
      details: { headers: { 'Retry-After': '7' } },
    });
  });

  it('ends with an error status when it breaks off midway', async () => {
    const chunks = await run({ pieces: Array<string>(9).fill('The '), breakAfter: 5 });
    expect(textOf(chunks)).toContain('The ');
    expect(chunks.at(-1)).toMatchObject({ type: 'status', code: '-1', details: expect.any(String) });
  });

  it.each([
    ['no JSON', { status: 200, body: 'data: <html>\n\n', headers: { 'content-type': wire.contentType } }],
    [
      'wrong types',
      {
        status: 200,
        body: 'data: {"choices":7,"candidates":7,"type":7}\n\n',
        headers: { 'content-type': wire.contentType },
      },
    ],
    ['nothing', { status: 200, body: '', headers: { 'content-type': wire.contentType } }],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } }],
    ['an error of the server', { status: 500, body: '<html>', headers: {} }],
  ])('fails when it sends %s', async (_, raw) => {
    await expect(run({ raw })).rejects.toMatchObject({ code: 'provider_failed' });
  });
});

const json = { 'content-type': 'application/json' };

describe('a provider at a private address', () => {
  it('is not asked', async () => {
    const strict = new Egress(new Guard(new AllowList([])));
    const server = await WireServer.start(wires.chatCompletions);
    const fetch = egressFetch(strict, 1_000);
    const generators = new ProviderGenerators(new ProviderCatalogue(), { timeouts, fetch });
    const model = generators.catalogue.model('openai_compat');
    if (!model) throw new Error('The catalogue has it');
    const generator = generators.of(model, { url: server.origin, model_id: 'm' });
    await expect(collect(generator.generate(request, { signal }))).rejects.toMatchObject({ code: 'invalid_request' });
    expect(server.calls).toEqual([]);
    await Promise.all([server.close(), strict.onApplicationShutdown()]);
  });
});
