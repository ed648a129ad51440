import { AppError } from '@lectern/contracts/core';
import type { wrapLanguageModel } from 'ai';
import { discreetFetch } from './discreet-fetch';

/** A chat model of a provider, ready for requests. */
export type ChatModel = ReturnType<typeof wrapLanguageModel>;
export type ChatCall = Parameters<ChatModel['doStream']>[0];
export type ChatPrompt = ChatCall['prompt'];
export type ChatPart = Awaited<ReturnType<ChatModel['doStream']>>['stream'] extends ReadableStream<infer T> ? T : never;

/** How requests are sent. */
export type Fetch = typeof fetch;

export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Sends requests to servers of the operator. Follows no redirects, which would send the key elsewhere; limits the size
 * of answers, and takes the key out of them.
 */
export const operatorFetch: Fetch = discreetFetch(async (input, init) => {
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
});
