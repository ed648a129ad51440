import { finished, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/core';
import { Agent, type Dispatcher } from 'undici';
import { CertificateAgents, type Certificates } from './certificates';
import { deadline, type Deadline } from './deadline';
import { EgressResponse } from './egress-response';
import type { Guard, Target } from './guard';
import { isTransient, networkError } from './network-errors';
import { Origins } from './origins';
import { ACCEPTED_CODINGS, receivedBody } from './received-body';
import { type Hop, isRedirect, nextHop } from './redirect';
import { isWorthRetrying, pauseMs, retriesMax } from './retry';

const CONNECTIONS_PER_ORIGIN_MAX = 16;
const WAITING_PER_ORIGIN_MAX = 1_000;
const IDLE_CONNECTION_MS = 10_000;
const SILENCE_MS = 60_000;
const HEADER_BYTES_MAX = 64 * 1024;
const DUMP_BYTES_MAX = 64 * 1024;
const agentOptions = {
  allowH2: false,
  connections: CONNECTIONS_PER_ORIGIN_MAX,
  keepAliveTimeout: IDLE_CONNECTION_MS,
  keepAliveMaxTimeout: IDLE_CONNECTION_MS,
  headersTimeout: SILENCE_MS,
  bodyTimeout: SILENCE_MS,
  maxHeaderSize: HEADER_BYTES_MAX,
};
const defaults = { method: 'GET', timeoutMs: 30_000, sizeBytesMax: 16 * 1024 * 1024, redirectsMax: 5 };

export interface EgressRequest {
  /** Default GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream can be sent only once, so the request is neither retried nor redirected with its body. */
  readonly body?: string | Uint8Array | Readable;
  /** Limit from name resolution to the last byte of the answer, without the time in the queue. Default 30 s. */
  readonly timeoutMs?: number;
  /** Longest wait in the queue of the origin. Default: `timeoutMs`. */
  readonly waitMs?: number;
  /** Fails at once while requests to the origin are paused because it did not answer earlier ones with this flag. */
  readonly failsFast?: boolean;
  /** Limit of the answer's body after decoding. Default 16 MiB. */
  readonly sizeBytesMax?: number;
  /** Whether the request has no effect, so that it is retried whatever its method. */
  readonly isRepeatable?: boolean;
  /** Default 5; with 0, a redirect is returned like any other answer. */
  readonly redirectsMax?: number;
  /** Longest time without a byte of the answer. Default 60 s. */
  readonly silenceMs?: number;
  /** Certificates of this request; its connections are shared with none that has others. */
  readonly certificates?: Certificates;
  readonly signal?: AbortSignal;
}

/**
 * The only way out: calls URLs from users. It never calls an address outside the public internet, unless the operator
 * allowed it.
 */
export class Egress {
  private readonly agent: Agent;
  private readonly others: CertificateAgents;
  private readonly origins = new Origins({ askingMax: CONNECTIONS_PER_ORIGIN_MAX, waitingMax: WAITING_PER_ORIGIN_MAX });

  constructor(private readonly guard: Guard) {
    this.agent = new Agent({ ...agentOptions, connect: guard.connector() });
    this.others = new CertificateAgents(
      (certificates) => new Agent({ ...agentOptions, connect: guard.connector(certificates) }),
    );
  }

  /**
   * Sends the request and follows redirects, each checked like the first URL. Any status is an answer, even 404.
   * Idempotent requests (GET, HEAD, OPTIONS, PUT, DELETE), and those that `isRepeatable` marks, are retried twice after
   * network failures and 429, 502, 503, 504.
   *
   * @throws AppError `invalid_request` for a forbidden URL, or certificates that cannot be read, `unavailable`,
   * `deadline_exceeded`, `cancelled`, `too_large`; reading the body may fail with the last four, too. An error with a
   * `retry-after` header is not about this request: requests to the origin are paused, or its queue is full
   */
  async fetch(url: string | URL, request: EgressRequest = {}): Promise<EgressResponse> {
    const target = URL.parse(String(url));
    if (!target) throw new AppError('invalid_request', `${String(url).slice(0, 200)} is no URL`);
    const { method = defaults.method, headers = {}, body } = request;
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const limit = deadline(request.timeoutMs ?? defaults.timeoutMs, request.signal);
    const first = { url: target, method: method.toUpperCase(), headers: lower, hasBody: body !== undefined };
    try {
      return await this.follow(first, request, limit);
    } catch (error) {
      limit.clear();
      if (body instanceof Readable) body.destroy();
      throw limit.signal.aborted ? limit.signal.reason : error;
    }
  }

  /**
   * The addresses of a server that speaks another protocol than HTTP, such as a database, checked as those of URLs are.
   * Connect to one of them, not to the name, which may resolve differently a moment later.
   *
   * @throws AppError `invalid_request` for an address that is not on the public internet and that the operator did not
   * allow, or an unknown name; `unavailable` when it cannot be resolved
   */
  addressesFor(target: Target): Promise<readonly string[]> {
    return this.guard.addressesFor(target);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.agent.destroy(), this.others.destroy()]);
  }

  private async follow(first: Hop, request: EgressRequest, limit: Deadline): Promise<EgressResponse> {
    const { redirectsMax = defaults.redirectsMax } = request;
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.exchange(hop, request, limit);
      const location = answer.headers['location'];
      if (redirectsMax === 0 || !isRedirect(answer.statusCode) || typeof location !== 'string') {
        return responseOf(hop, answer, { ...request, limit });
      }
      await answer.body.dump({ limit: DUMP_BYTES_MAX }).catch(() => undefined);
      if (redirects === redirectsMax) throw new AppError('unavailable', `${first.url.host} redirects too often`);
      hop = nextHop(hop, { status: answer.statusCode, url: redirected(hop.url, location) });
      if (hop.hasBody && request.body instanceof Readable) {
        throw new AppError('unavailable', `${first.url.host} redirects a request whose body was sent already`);
      }
    }
  }

  /** Sends one hop when its turn comes. */
  private async exchange(hop: Hop, request: EgressRequest, limit: Deadline): Promise<Dispatcher.ResponseData> {
    this.guard.check(hop.url);
    const { timeoutMs = defaults.timeoutMs, waitMs = timeoutMs, failsFast = false } = request;
    limit.pause();
    return this.origins.ask(hop.url, { waitMs, failsFast, signal: limit.signal }, async () => {
      limit.resume();
      const answer = await this.ask(hop, request, limit.signal);
      return { answer, isOver: isOver(answer.body, hop.url, limit.signal) };
    });
  }

  /** Sends the request, with retries. */
  private async ask(hop: Hop, request: EgressRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { body, isRepeatable = false } = request;
    const retries = body instanceof Readable ? 0 : retriesMax(hop.method, isRepeatable);
    for (let attempt = 0; ; attempt++) {
      let retryAfter: string | undefined;
      try {
        const answer = await this.send(hop, request, signal);
        if (attempt === retries || !isWorthRetrying(answer.statusCode)) return answer;
        retryAfter = headerText(answer.headers['retry-after']);
        const pause = pauseMs(attempt, retryAfter);
        if (pause === undefined) return answer;
        await answer.body.dump({ limit: DUMP_BYTES_MAX }).catch(() => undefined);
      } catch (error) {
        if (attempt === retries || !isTransient(error) || signal.aborted) throw networkError(error, hop.url);
      }
      await sleep(pauseMs(attempt, retryAfter), undefined, { signal });
    }
  }

  private send(hop: Hop, request: EgressRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { url, method, headers } = hop;
    const { body, silenceMs, certificates } = request;
    const agent = certificates ? this.others.of(certificates) : this.agent;
    const coding = 'range' in headers ? 'identity' : ACCEPTED_CODINGS;
    return agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      // undici accepts any token as a method; its type lists only the usual ones.
      method: method as Dispatcher.HttpMethod,
      headers: { 'user-agent': 'Lectern', 'accept-encoding': coding, ...headers },
      body: (hop.hasBody ? body : undefined) ?? null,
      ...(silenceMs !== undefined && { headersTimeout: silenceMs, bodyTimeout: silenceMs }),
      signal,
    });
  }
}

/** Resolves when the body was read or discarded; rejects when the server broke off or took too long. */
function isOver(body: Readable, url: URL, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    finished(body, { writable: false }, (error) => {
      if (signal.aborted) reject(signal.reason);
      else if (isTransient(error)) reject(networkError(error, url));
      else resolve();
    });
  });
}

function redirected(from: URL, location: string): URL {
  const url = URL.parse(location, from.href);
  if (!url) throw new AppError('unavailable', `${from.host} redirects to an invalid URL`);
  if (url.hash === '') url.hash = from.hash;
  return url;
}

function responseOf(
  { url, method }: Hop,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { limit, sizeBytesMax = defaults.sizeBytesMax }: EgressRequest & { readonly limit: Deadline },
): EgressResponse {
  const isEmpty = method === 'HEAD' || statusCode === 204 || statusCode === 304;
  const encoding = isEmpty ? undefined : headerText(headers['content-encoding']);
  const announced = isEmpty ? 0 : Number(headers['content-length'] ?? 0);
  const translate = (error: unknown) => (limit.signal.aborted ? limit.signal.reason : networkError(error, url));
  try {
    if (announced > sizeBytesMax) throw new AppError('too_large', `The answer is larger than ${sizeBytesMax} bytes`);
    const content = receivedBody(body, { encoding, sizeBytesMax, translate });
    content.once('close', () => limit.clear());
    return new EgressResponse(statusCode, flat(headers), content, url.href);
  } catch (error) {
    body.on('error', () => undefined).destroy();
    throw error;
  }
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value) ?? '']));
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
