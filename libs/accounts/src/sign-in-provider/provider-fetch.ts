import { AppError } from '@lectern/contracts/core';
import type { Egress } from '@lectern/egress';
import type { CustomFetch } from 'openid-client';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1024 ** 2;

/** Requests of the OpenID Connect client, which leave like all others. */
export function providerFetch(egress: Egress): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await egress.fetch(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: sentBody(body) }),
      ...(signal && { signal }),
      timeoutMs: TIMEOUT_MS,
      sizeBytesMax: ANSWER_BYTES_MAX,
      redirectsMax: 0,
      failsFast: true,
    });
    const text = await answer.text();
    const { 'content-encoding': _, 'content-length': __, ...rest } = answer.headers;
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : text, { status: answer.status, headers: rest });
  };
}

function sentBody(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new AppError('internal', 'The client of a sign-in provider sends an unknown kind of body');
}
