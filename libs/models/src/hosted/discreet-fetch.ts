import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { bytesWithoutSecrets, secretsSent } from '@lectern/egress';

type Fetch = typeof fetch;

/** Answers that people may be shown. Others, such as binary streams of events, are passed through. */
const TEXT = /^\s*(text\/|application\/(.*\+)?(json|xml|x-ndjson))/i;

/** Sends requests, and takes the keys of each out of its answer: some servers repeat them in their errors. */
export function discreetFetch(send: Fetch): Fetch {
  return async (input, init = {}) => {
    const response = await send(input, init);
    const secrets = secretsSent(Object.fromEntries(new Headers(init.headers)), requestAddressOf(input));
    const isText = TEXT.test(response.headers.get('content-type') ?? 'text/plain');
    if (!response.body || !isText || secrets.length === 0) return response;
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(streamOf(bytesWithoutSecrets(response.body, secrets)), { status, statusText, headers });
  };
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  // The two types describe the same streams.
  return Readable.toWeb(Readable.from(pieces)) as NodeStream<Uint8Array> as ReadableStream<Uint8Array>;
}

function requestAddressOf(input: Parameters<Fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}
