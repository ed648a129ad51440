import type { ChatCall, ChatModel, Fetch } from '../hosted/chat-model';
import { chatModel, PROVIDER } from '../openai-compatible/server-models';
import type { ProviderKeys } from './provider-keys';

/** How a provider is reached. */
export interface Connection {
  readonly keys: ProviderKeys;
  /** Instead of the address that the driver knows. */
  readonly baseUrl?: string;
  readonly fetch: Fetch;
}

/** The protocol of a provider. */
export interface Driver {
  /** The model, ready to be asked. The SDK is loaded when the first one is wanted. */
  open(connection: Connection, name: string): Promise<ChatModel>;
  /** Members of `providerOptions` that let functions be called one at a time, or several. */
  parallelCalls(areAllowed: boolean): NonNullable<ChatCall['providerOptions']>;
  /** The same, that let it say how likely its tokens are. Absent where it says that in no way that is known here. */
  readonly probabilities?: (likeliest: number) => NonNullable<ChatCall['providerOptions']>;
}

const AZURE_API_VERSION = '2024-10-21';
const BEDROCK_REGION = 'us-east-1';
/** The SDK gives a provider a name of its own, and refuses an address that is undefined. */
const at = (baseURL: string | undefined) => (baseURL === undefined ? {} : { baseURL });
const none = () => ({});

const openai: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const { key: apiKey, org: organization } = keys;
    return wrapped(createOpenAI({ apiKey, organization, fetch, ...at(baseUrl) }).chat(name));
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

const anthropic: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return wrapped(createAnthropic({ apiKey: keys.key, fetch, ...at(baseUrl) })(name));
  },
  parallelCalls: (areAllowed) => ({ anthropic: { disableParallelToolUse: !areAllowed } }),
};

const google: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createGoogle } = await import('@ai-sdk/google');
    return wrapped(createGoogle({ apiKey: keys.gemini_key, fetch, ...at(baseUrl) })(name));
  },
  parallelCalls: none,
};

const mistral: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createMistral } = await import('@ai-sdk/mistral');
    return wrapped(createMistral({ apiKey: keys.key, fetch, ...at(baseUrl) })(name));
  },
  parallelCalls: (parallelToolCalls) => ({ mistral: { parallelToolCalls } }),
};

const cohere: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createCohere } = await import('@ai-sdk/cohere');
    return wrapped(createCohere({ apiKey: keys.key, fetch, ...at(baseUrl) })(name));
  },
  parallelCalls: none,
};

const bedrock: Driver = {
  async open({ keys, baseUrl, fetch }, name) {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    const { region = BEDROCK_REGION, access_key: accessKeyId = '', secret_key: secretAccessKey = '' } = keys;
    const credentials = { accessKeyId, secretAccessKey, sessionToken: keys.session_token };
    return wrapped(createAmazonBedrock({ region, ...credentials, fetch, ...at(baseUrl) })(name));
  },
  parallelCalls: none,
};

/** By name. */
export const drivers = {
  openai,
  openai_compat: openaiCompat,
  azure_openai: azureOpenai,
  anthropic,
  google,
  mistral,
  cohere,
  bedrock,
};

export type DriverName = keyof typeof drivers;

type Unwrapped = Parameters<(typeof import('ai'))['wrapLanguageModel']>[0]['model'];

/** With the type and the errors of the version of the SDK that is used here. */
async function wrapped(model: Unwrapped): Promise<ChatModel> {
  const { wrapLanguageModel } = await import('ai');
  return wrapLanguageModel({ model, middleware: [] });
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
