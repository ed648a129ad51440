import { AppError } from '@lectern/contracts/core';

export interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** Under which name options reach the protocol as they are. */
export const PROVIDER = 'openai-compatible';
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** A chat model of the server, ready to be asked. The SDK is loaded when the first one is wanted. */
export async function chatModel(server: ModelServer, modelId: string) {
  const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai');
  const model = (await providerOf(server))(modelId);
  // Open models write what they think into the answer itself.
  return wrapLanguageModel({ model, middleware: extractReasoningMiddleware({ tagName: 'think' }) });
}

export async function embeddingModel(server: ModelServer, modelId: string) {
  return (await providerOf(server)).embeddingModel(modelId);
}

async function providerOf({ baseUrl, apiKey }: ModelServer) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: PROVIDER,
    baseURL: baseUrl,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: boundedFetch,
  });
}

export type EmbeddingModel = Awaited<ReturnType<typeof embeddingModel>>;
export type ChatModel = Awaited<ReturnType<typeof chatModel>>;
export type ChatCall = Parameters<ChatModel['doStream']>[0];
export type ChatPrompt = ChatCall['prompt'];
export type ChatPart = Awaited<ReturnType<ChatModel['doStream']>>['stream'] extends ReadableStream<infer T> ? T : never;

/** Follows no redirect, which would carry the key elsewhere, and reads no more than an answer can be. */
async function boundedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  let left = ANSWER_BYTES_MAX;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new AppError('provider_failed', 'The model provider sends without end'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}
