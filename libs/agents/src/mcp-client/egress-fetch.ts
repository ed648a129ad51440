import { finished, Readable } from 'node:stream';
import { AppError, isObject } from '@lectern/contracts/core';
import type { Certificates, Egress, EgressResponse } from '@lectern/egress';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { checkMessage, EventBounds, MESSAGE_BYTES_MAX } from './event-bounds';
import { signInChallengeOf, needsSignIn, SignInNeeded } from './sign-in-needed';
import type { ConnectionRoom } from './connection-room';

/** Requests of one connection. */
const REQUESTS_MAX = 500;
/** Streams of server-sent events that one connection opens, one after the other. */
const STREAMS_MAX = 10;
/** Bytes that one connection receives. */
const RECEIVED_BYTES_MAX = 64 * 1024 ** 2;
/** A message that its server sends last may arrive after the end of its stream was noticed. */
const GRACE_MS = 200;
const EVENTS = 'text/event-stream';
const NULL_BODY = [101, 204, 205, 304];

/** How a server is asked. */
export interface FetchOptions {
  readonly web: Pick<Egress, 'fetch'>;
  readonly timeoutMs: number;
  readonly silenceMs: number;
  readonly certificates?: Certificates;
  /** Absent: no stream of the server is opened. */
  readonly streams?: ConnectionRoom;
  /** Milliseconds of a stream. */
  readonly streamMs: number;
  /** Gets the headers and certificates, and nobody else. */
  readonly origin: string;
  /** Headers of every request to the origin. */
  readonly headers: Readonly<Record<string, string>>;
  /** Token of the user for the origin; undefined until the user has signed in. */
  readonly token?: () => string | undefined;
}

/** What happens to answers while they are read. */
export interface AnswerWatcher {
  readonly failed: (error: AppError) => void;
  /** The answer to the request of this id is over; it may lack its message. */
  readonly ended: (id: unknown) => void;
}

/** Lets the SDK speak to one server: through egress, bounded, without redirects to elsewhere. */
export class EgressFetch {
  private requests = 0;
  private streams = 0;
  private bytesLeft = RECEIVED_BYTES_MAX;

  constructor(
    private readonly options: FetchOptions,
    private readonly watcher: AnswerWatcher,
  ) {}

  /** As `fetch`. @throws AppError of egress, `too_large` */
  readonly fetch: FetchLike = async (address, init = {}) => {
    const url = new URL(address);
    this.requests += 1;
    if (this.requests > REQUESTS_MAX)
      throw new AppError('quota_exceeded', `The MCP server needs more than ${REQUESTS_MAX} requests`);
    const isOwn = url.origin === this.options.origin;
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...(isOwn && this.ownHeaders()) };
    const method = (init.method ?? 'GET').toUpperCase();
    const isStream = method === 'GET' && (headers.accept ?? '').includes(EVENTS);
    const leave = isStream ? this.enterStream(url) : () => undefined;
    if (!leave) return new Response(null, { status: 405 });
    try {
      const { timeoutMs, streamMs, silenceMs, certificates, web } = this.options;
      const answer = await web.fetch(url, {
        method,
        headers,
        ...(typeof init.body === 'string' && { body: init.body }),
        ...(init.body instanceof URLSearchParams && { body: String(init.body) }),
        timeoutMs: isStream ? streamMs : timeoutMs,
        silenceMs,
        sizeBytesMax: Math.max(0, this.bytesLeft),
        redirectsMax: 0,
        ...(isOwn && certificates && { certificates }),
        ...(init.signal && { signal: init.signal }),
      });
      if (isOwn && this.options.token && needsSignIn(answer)) throw new SignInNeeded(signInChallengeOf(answer));
      return await this.responseOf(answer, { leave, id: isStream ? undefined : idOf(init.body), isStream });
    } catch (error) {
      leave();
      throw error;
    }
  };

  private ownHeaders(): Readonly<Record<string, string>> {
    const token = this.options.token?.();
    return { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...this.options.headers };
  }

  private enterStream({ origin }: URL): (() => void) | undefined {
    this.streams += 1;
    return this.streams > STREAMS_MAX ? undefined : this.options.streams?.enter(origin);
  }

  private async responseOf(
    answer: EgressResponse,
    { leave, id, isStream }: { readonly leave: () => void; readonly id: unknown; readonly isStream: boolean },
  ): Promise<Response> {
    const { status, headers, body } = answer;
    const init = { status, headers: { ...headers } };
    if (NULL_BODY.includes(status)) {
      answer.discard();
      leave();
      return new Response(null, init);
    }
    if (!(headers['content-type'] ?? '').startsWith(EVENTS)) {
      const bytes = await this.wholeOf(body);
      leave();
      return new Response(new Uint8Array(bytes), init);
    }
    const events = body.pipe(new EventBounds((bytes) => (this.bytesLeft -= bytes)));
    // Its reader gets what went wrong; the other end is no longer read.
    body.on('error', (error) => events.destroy(error));
    finished(events, { writable: false }, (error) => {
      body.destroy();
      leave();
      if (error instanceof AppError && !isStream) this.watcher.failed(error);
      else if (id !== undefined) setTimeout(() => this.watcher.ended(id), GRACE_MS).unref();
    });
    // The type of Node's own streams differs from that of browsers in name only.
    const stream = Readable.toWeb(events) as ReadableStream<Uint8Array>;
    return new Response(stream, init);
  }

  private async wholeOf(body: Readable): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    // A body of bytes.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MESSAGE_BYTES_MAX)
        throw new AppError('too_large', `A message of the MCP server has more than ${MESSAGE_BYTES_MAX} bytes`);
      chunks.push(chunk);
    }
    this.bytesLeft -= size;
    const whole = Buffer.concat(chunks);
    checkMessage(whole);
    return whole;
  }
}

/** Of the request in a body; undefined for notifications and answers. */
function idOf(body: unknown): unknown {
  if (typeof body !== 'string') return undefined;
  // The SDK wrote it.
  const message: unknown = JSON.parse(body);
  return isObject(message) && 'method' in message ? message.id : undefined;
}
