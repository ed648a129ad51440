import type { ChatCall, ChatModel } from '../hosted/chat-model';
import { chatModel, PROVIDER } from '../openai-compatible/server-models';
import type { Connection } from './connection';
import { anthropicOnVertex, vertexConnection } from './vertex';

/** The protocol of a provider. */
export interface Driver {
  /** Opens the model for requests. The SDK is loaded on first use. */
  open(connection: Connection, name: string): Promise<ChatModel>;
  /** Members of `providerOptions` that allow one function call at a time, or several. */
  parallelCalls(areAllowed: boolean): NonNullable<ChatCall['providerOptions']>;
  /** The same, to request probabilities of tokens. Absent if the protocol has no known way. */
  readonly probabilities?: (likeliest: number) => NonNullable<ChatCall['providerOptions']>;
  /** The same, to allow images. Absent if it generates none in a chat. */
  readonly images?: NonNullable<ChatCall['providerOptions']>;
}

const AZURE_API_VERSION = '2024-10-21';
const AZURE_INFERENCE_VERSION = '2024-05-01-preview';
const BEDROCK_REGION = 'us-east-1';
/**
 * Addresses of providers. If not given addresses, keys and tokens, SDKs read them from the environment
 * (`OPENAI_BASE_URL`, `AWS_BEARER_TOKEN_BEDROCK`), which belongs to the operator: therefore they always get all of
 * them.
 */
const OPENAI_URL = 'https://api.openai.com/v1';
const ANTHROPIC_URL = 'https://api.anthropic.com/v1';
const GOOGLE_URL = 'https://generativelanguage.googleapis.com/v1beta';
const MISTRAL_URL = 'https://api.mistral.ai/v1';
const COHERE_URL = 'https://api.cohere.com/v2';
/** Domains of regions that are not in `amazonaws.com`, by the prefix of their names. */
const REGION_DOMAINS = { 'cn-': 'amazonaws.com.cn', 'eusc-': 'amazonaws.eu' };
const none = () => ({});

const openai: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const { key: apiKey = '', org: organization } = keys;
    return wrapped(createOpenAI({ apiKey, organization, fetch, baseURL: baseUrl ?? OPENAI_URL }).chat(name));
  },
  parallelCalls: (parallelToolCalls) => ({ openai: { parallelToolCalls } }),
  probabilities: (logprobs) => ({ openai: { logprobs } }),
};

const openaiCompat: Driver = {
  async open({ keys: { url, key: apiKey, model_id: own }, baseUrl, fetch }, name) {
    return chatModel({ baseUrl: withoutSlash(url ?? baseUrl ?? ''), apiKey, fetch }, own ?? name);
  },
  parallelCalls: (areAllowed) => ({ [PROVIDER]: { parallel_tool_calls: areAllowed } }),
  probabilities: (likeliest) => ({ [PROVIDER]: { logprobs: true, top_logprobs: likeliest } }),
};

const azureOpenai: Driver = {
  async open({ keys: { url = '', key = '', deployment = '' }, fetch }) {
    return chatModel(
      {
        baseUrl: `${withoutSlash(url)}/openai/deployments/${encodeURIComponent(deployment)}`,
        headers: { 'api-key': key },
        query: { 'api-version': AZURE_API_VERSION },
        fetch,
      },
      deployment,
    );
  },
  parallelCalls: openaiCompat.parallelCalls,
  probabilities: openaiCompat.probabilities,
};

const azureInference: Driver = {
  async open({ keys: { url = '', key = '', model = '' }, fetch }) {
    const query = { 'api-version': AZURE_INFERENCE_VERSION };
    return chatModel({ baseUrl: withoutSlash(url), headers: { 'api-key': key }, query, fetch }, String(model));
  },
  parallelCalls: openaiCompat.parallelCalls,
  probabilities: openaiCompat.probabilities,
};

/** A server with one model, whose address lacks the version. */
const chatEndpoint: Driver = {
  async open({ keys: { url = '', key }, fetch }, name) {
    return chatModel({ baseUrl: `${withoutSlash(url).replace(/\/v1$/, '')}/v1`, apiKey: key, fetch }, name);
  },
  parallelCalls: openaiCompat.parallelCalls,
  probabilities: openaiCompat.probabilities,
};

const anthropic: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return wrapped(createAnthropic({ apiKey: keys.key ?? '', fetch, baseURL: baseUrl ?? ANTHROPIC_URL })(name));
  },
  parallelCalls: (areAllowed) => ({ anthropic: { disableParallelToolUse: !areAllowed } }),
};

const anthropicVertex: Driver = {
  async open({ keys, baseUrl, fetch: send }, name) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const { baseURL, fetch } = vertexConnection('anthropic', { keys, baseUrl, fetch: send });
    // No request sends it: the connection replaces it.
    return wrapped(createAnthropic({ apiKey: 'none', baseURL, fetch: anthropicOnVertex(fetch) })(name));
  },
  parallelCalls: anthropic.parallelCalls,
};

const google: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createGoogle } = await import('@ai-sdk/google');
    if (keys.credentials !== undefined) {
      const connection = vertexConnection('google', { keys, baseUrl, fetch });
      return wrapped(createGoogle({ apiKey: 'none', ...connection })(name));
    }
    return wrapped(createGoogle({ apiKey: keys.gemini_key ?? '', fetch, baseURL: baseUrl ?? GOOGLE_URL })(name));
  },
  parallelCalls: none,
  images: { google: { responseModalities: ['TEXT', 'IMAGE'] } },
};

const mistral: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createMistral } = await import('@ai-sdk/mistral');
    return wrapped(createMistral({ apiKey: keys.key ?? '', fetch, baseURL: baseUrl ?? MISTRAL_URL })(name));
  },
  parallelCalls: (parallelToolCalls) => ({ mistral: { parallelToolCalls } }),
};

const cohere: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createCohere } = await import('@ai-sdk/cohere');
    return wrapped(createCohere({ apiKey: keys.key ?? '', fetch, baseURL: baseUrl ?? COHERE_URL })(name));
  },
  parallelCalls: none,
};

const bedrock: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    const { region = BEDROCK_REGION, access_key: accessKeyId = '', secret_key: secretAccessKey = '' } = keys;
    const credentials = { accessKeyId, secretAccessKey, sessionToken: keys.session_token };
    // An empty token: requests are signed with these credentials.
    const connection = { apiKey: '', baseURL: baseUrl ?? bedrockUrl(region), fetch };
    return wrapped(createAmazonBedrock({ region, ...credentials, ...connection })(name));
  },
  parallelCalls: none,
};

/** By name. */
export const drivers = {
  openai,
  openai_compat: openaiCompat,
  azure_openai: azureOpenai,
  azure_inference: azureInference,
  chat_endpoint: chatEndpoint,
  anthropic,
  anthropic_vertex: anthropicVertex,
  google,
  mistral,
  cohere,
  bedrock,
};

export type DriverName = keyof typeof drivers;

type Unwrapped = Parameters<(typeof import('ai'))['wrapLanguageModel']>[0]['model'];

/** Wraps a model with the type and the errors of the SDK version used here. */
async function wrapped(model: Unwrapped): Promise<ChatModel> {
  const { wrapLanguageModel } = await import('ai');
  return wrapLanguageModel({ model, middleware: [] });
}

function bedrockUrl(region: string): string {
  const [, domain = 'amazonaws.com'] = Object.entries(REGION_DOMAINS).find(([start]) => region.startsWith(start)) ?? [];
  return `https://bedrock-runtime.${region}.${domain}`;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
