import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { collect } from '../generator.contract';
import { builtInEmbedders, SERVER_EMBEDDER } from './embedding-catalogue';
import { ProviderCatalogue } from './provider-catalogue';
import { ProviderEmbedders } from './provider-embedders';
import { ProviderGenerators } from './provider-generators';
import type { ProviderKeys } from './provider-keys';
import { WireServer } from './wire-server.fixture';
import { chatCompletions } from './wires.fixture';

const CUSTOMER = 'of-the-customer';
const OPERATOR = 'of-the-operator';
const CUSTOMERS_SERVER = 'https://models.customer.example';
const SDKS = 'node_modules/@ai-sdk';
const timeouts = { firstChunkMs: 5_000, chunkMs: 5_000, totalMs: 5_000 };
const timeoutMs = 5_000;
const { signal } = new AbortController();
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const credentials = JSON.stringify({
  client_email: `${CUSTOMER}@example.org`,
  project_id: CUSTOMER,
  private_key: privateKey,
  token_uri: `${CUSTOMERS_SERVER}/token`,
});
const key = CUSTOMER;
const url = CUSTOMERS_SERVER;

/** Keys of a customer by provider, and the hosts to which they may be sent. */
const customers: Readonly<Record<string, readonly [keys: ProviderKeys, ...hosts: string[]]>> = {
  openai: [{ key }, 'api.openai.com'],
  azure_openai: [{ key, url, deployment: 'ours' }, 'models.customer.example'],
  anthropic: [{ key }, 'api.anthropic.com'],
  palm: [{ gemini_key: key }, 'generativelanguage.googleapis.com'],
  mistral: [{ key }, 'api.mistral.ai'],
  cohere: [{ key }, 'api.cohere.com'],
  anthropic_bedrock: [{ access_key: key, secret_key: 'secret' }, 'bedrock-runtime.us-east-1.amazonaws.com'],
  anthropic_vertex: [{ credentials }, 'models.customer.example', 'aiplatform.googleapis.com'],
  azure_aii: [{ key, url, model: 'phi' }, 'models.customer.example'],
  azure_mistral: [{ key, url }, 'models.customer.example'],
  hf_llm: [{ key, url }, 'models.customer.example'],
  openai_compat: [{ key, url: `${url}/v1`, model_id: 'small' }, 'models.customer.example'],
};

/** Environment variables that the providers' SDKs read. */
function variablesOfSdks(): readonly string[] {
  const found = readdirSync(SDKS).flatMap((sdk) => {
    const code = readFileSync(`${SDKS}/${sdk}/dist/index.js`, 'utf8');
    return [...code.matchAll(/[eE]nvironmentVariableName: "(\w+)"/g)].flatMap(([, name]) => name ?? []);
  });
  return [...new Set([...found, 'OPENAI_ORG_ID', 'OPENAI_PROJECT', 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME'])];
}

describe('keys of a customer', () => {
  const before = { ...process.env };
  let operators: WireServer;
  let asked: { readonly host: string; readonly request: string }[];

  beforeAll(async () => {
    operators = await WireServer.start(chatCompletions);
    for (const name of variablesOfSdks()) process.env[name] = name.includes('URL') ? operators.origin : OPERATOR;
  });
  afterAll(async () => {
    process.env = before;
    await operators.close();
  });
  beforeEach(() => (asked = []));

  /** Replaces the egress for customers' requests; only the token endpoint of service accounts answers. */
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const to = new URL(input instanceof Request ? input.url : input);
    const headers = JSON.stringify([...new Headers(init?.headers)]);
    asked.push({ host: to.host, request: `${to.href} ${headers} ${String(init?.body)}` });
    if (to.pathname === '/token') return Response.json({ access_token: CUSTOMER, expires_in: 3_600 });
    return new Response('{}', { status: 401 });
  };

  function expectOnly(hosts: readonly string[]): void {
    expect([...new Set(asked.map(({ host }) => host))].toSorted()).toEqual([...hosts].toSorted());
    const requests = asked.map(({ request }) => request).join('\n');
    expect(requests).toContain(CUSTOMER);
    expect(requests).not.toContain(OPERATOR);
    expect(operators.calls).toEqual([]);
  }

  it('are in this test for every provider of the catalogue', () => {
    const ids = new ProviderCatalogue().providers.map(({ id }) => id);
    expect(Object.keys(customers).toSorted()).toEqual(ids.toSorted());
    expect(variablesOfSdks()).toEqual(expect.arrayContaining(['OPENAI_BASE_URL', 'AWS_BEARER_TOKEN_BEDROCK']));
  });

  it.each(Object.keys(customers))(
    'of %s go to the address that they name, or to the provider, and nothing of the operator goes with them',
    async (provider) => {
      const [keys = {}, ...hosts] = customers[provider] ?? [];
      const catalogue = new ProviderCatalogue();
      for (const model of catalogue.modelsOf(provider)) {
        asked = [];
        const generator = new ProviderGenerators(catalogue, { timeouts, fetch }).of(model, keys);
        const request = { question: 'Why?', context: [], history: [], citations: 'none' } as const;
        await expect(collect(generator.generate(request, { signal }))).rejects.toMatchObject({
          code: 'provider_failed',
        });
        expectOnly(hosts);
      }
    },
  );

  it.each([...builtInEmbedders.map(({ id }) => id), SERVER_EMBEDDER])(
    'for the embedding model %s go to its server only',
    async (id) => {
      const own = Object.fromEntries(Object.entries(customers).map(([provider, [keys]]) => [provider, keys]));
      const embedder = new ProviderEmbedders({ timeoutMs, fetch }).find(id, {
        ...own,
        [SERVER_EMBEDDER]: { url, key, size: 3 },
      });
      await expect(embedder?.embed(['Why?'], 'query', { signal })).rejects.toMatchObject({ code: 'provider_failed' });
      const { baseUrl = url } = builtInEmbedders.find((one) => one.id === id) ?? {};
      expectOnly([new URL(baseUrl).host]);
    },
  );
});
