import { type ChatModel, type Fetch, operatorFetch } from '../hosted/chat-model';

export interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** How requests are sent; `operatorFetch` when absent. */
  readonly fetch?: Fetch;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with every request. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The name under which options are passed through unchanged. */
export const PROVIDER = 'openai-compatible';

/** Opens a chat model of the server. The SDK is loaded on first use. */
export async function chatModel(server: ModelServer, modelId: string): Promise<ChatModel> {
  const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai');
  const model = (await providerOf(server))(modelId);
  // Open models write their thoughts into the answer itself.
  return wrapLanguageModel({ model, middleware: extractReasoningMiddleware({ tagName: 'think' }) });
}

export async function embeddingModel(server: ModelServer, modelId: string) {
  return (await providerOf(server)).embeddingModel(modelId);
}

async function providerOf({ baseUrl, apiKey, headers, query, fetch = operatorFetch }: ModelServer) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: PROVIDER,
    baseURL: baseUrl,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(headers && { headers: { ...headers } }),
    ...(query && { queryParams: { ...query } }),
    fetch,
  });
}

export type EmbeddingModel = Awaited<ReturnType<typeof embeddingModel>>;
