import { AppError, JsonStructure } from '@lectern/contracts/core';
import type { ModuleRun } from '../../engine/module-run';

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 2 * 1024 ** 2;
const bounds = { nodesMax: 100_000, depthMax: 64 };
/** Shorter ones would be found in ordinary words. */
const SECRET_CHARS_MIN = 8;

/** A call of the API of a provider, which has no effect there but its price. */
export interface ProviderCall {
  /** Name of the provider, for people. */
  readonly provider: string;
  readonly url: URL;
  /** Default GET. */
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or a text of the type that the headers name. */
  readonly body?: object | string;
  /** Keys of the call, which are taken out of the answer. */
  readonly secrets: readonly string[];
  readonly timeoutMs?: number;
}

/**
 * The JSON that a provider answers with. Failures that may pass are tried again, as egress does; redirects are not
 * followed, so that keys stay with the provider. Errors contain nothing that the provider wrote.
 *
 * @throws AppError `forbidden` for a wrong key, `rate_limited`, `invalid_request` for a refused request or an address
 * that may not be called, `unavailable`, `deadline_exceeded`, `too_large`, `cancelled`
 */
export async function callProvider(call: ProviderCall, { web, signal }: ModuleRun): Promise<unknown> {
  const { provider, url, method = 'GET', headers, body, secrets, timeoutMs = TIMEOUT_MS } = call;
  const isJson = typeof body === 'object';
  const response = await web.fetch(url, {
    method,
    headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    timeoutMs,
    sizeBytesMax: ANSWER_BYTES_MAX,
    redirectsMax: 0,
    isRepeatable: true,
    signal,
  });
  if (!response.isOk) {
    response.discard();
    throw refusedBy(provider, response.status, response.headers['retry-after']);
  }
  return parsedAnswer(withoutProviderKeys(await response.text(), secrets), provider);
}

/** The same text, in which no key can be read. */
export function withoutProviderKeys(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SECRET_CHARS_MIN)
    .reduce((shown, secret) => shown.replaceAll(secret, '[key]'), text);
}

/** @throws AppError `unavailable` for a text that is not JSON, or JSON with too many or too deep values */
function parsedAnswer(text: string, provider: string): unknown {
  const problem = new JsonStructure(bounds).add(Buffer.from(text));
  if (problem !== undefined)
    throw new AppError('unavailable', `${provider} answered with JSON of too many or too deeply nested values`);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new AppError('unavailable', `${provider} answered with something other than JSON`);
  }
}

/** Never with the text of the provider, which may contain the key. */
function refusedBy(provider: string, status: number, retryAfter: string | undefined): AppError {
  if (status === 401 || status === 403)
    return new AppError('forbidden', `${provider} refuses the key of the driver (${status})`);
  if (status === 402)
    return new AppError('forbidden', `The account of the key has no credit left at ${provider} (402)`);
  if (status === 429) {
    const when = retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? `: try again in ${retryAfter} s` : '';
    return new AppError('rate_limited', `${provider} takes no further requests for now (429)${when}`);
  }
  if (status >= 300 && status < 400)
    return new AppError('unavailable', `${provider} redirects the request (${status}), which is not followed`);
  if (status < 500) return new AppError('invalid_request', `${provider} refuses the request (${status})`);
  return new AppError('unavailable', `${provider} fails (${status})`);
}
