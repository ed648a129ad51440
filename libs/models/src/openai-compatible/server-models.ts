import { type ChatModel, type Fetch, operatorFetch } from '../hosted/chat-model';

export interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** How it is asked; as servers of the operator are when absent. */
  readonly fetch?: Fetch;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with every request. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Under which name options reach the protocol as they are. */
export const PROVIDER = 'openai-compatible';

/** A chat model of the server, ready to be asked. The SDK is loaded when the first one is wanted. */
export async function chatModel(server: ModelServer, modelId: string): Promise<ChatModel> {
  const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai');
  const model = (await providerOf(server))(modelId);
  // Open models write what they think into the answer itself.
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
