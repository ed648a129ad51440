import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { AppError } from '@lectern/contracts/core';
import type { Egress } from '@lectern/egress';
import { ANSWER_BYTES_MAX, type Fetch } from '../hosted/chat-model';
import { discreetFetch } from '../hosted/discreet-fetch';

/** After decompression, these headers no longer describe the body. */
const untrue = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
const withoutBody = new Set([204, 205, 304]);

/**
 * Sends requests to addresses and with keys of customers: only to the public internet, and without redirects. Answers
 * do not have the keys.
 */
export function egressFetch(egress: Pick<Egress, 'fetch'>, timeoutMs: number): Fetch {
  return discreetFetch(async (input, init = {}) => {
    const response = await reached(
      egress.fetch(input instanceof Request ? input.url : input, {
        method: init.method,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: requestBody(init.body),
        timeoutMs,
        redirectsMax: 0,
        sizeBytesMax: ANSWER_BYTES_MAX,
        signal: init.signal ?? undefined,
      }),
    );
    const { status, body } = response;
    const headers = Object.entries(response.headers).filter(([name]) => !untrue.has(name));
    if (withoutBody.has(status)) {
      response.discard();
      return new Response(null, { status, headers });
    }
    // The two types describe the same streams.
    const stream = Readable.toWeb(body) as NodeStream<Uint8Array> as ReadableStream<Uint8Array>;
    return new Response(stream, { status, headers });
  });
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable')
      throw new AppError('provider_failed', `The model provider failed: ${error.message}`, {}, { cause: error });
    throw error;
  }
}

function requestBody(body: RequestInit['body']): string | Uint8Array | undefined {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body === undefined || body === null) return undefined;
  throw new TypeError('Requests to model providers have texts or bytes');
}
