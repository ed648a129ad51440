import {
  type AnyOperation,
  type Constructor,
  endpointsOf,
  type HttpBinding,
  type InputOf,
  type ValueOf,
} from '@lectern/contracts/core';
import type { SmallFile } from '@lectern/contracts/accounts';
import type { Download, StoredBlob } from '@lectern/contracts/knowledge-box';
import { bodyLines } from './lines';
import { pathFor } from './path-for';
import { mayRepeat, pause, pauseMsOf } from './repeats';
import { requestUrl } from './request-url';

export interface ApiClientOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The header that identifies the caller; absent for operations that need no credential. */
  readonly credential?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /**
   * How often a call that only reads is repeated when the server asks for it with `Retry-After`: 2 by default.
   */
  readonly repeatsMax?: number;
}

const REPEATS_MAX = 2;

/** Members that have defaults need not be sent. */
export type Sent<T> = T extends readonly unknown[]
  ? { readonly [K in keyof T]: Sent<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]?: Sent<T[K]> }
    : T;

/** Input of a call: path parameters, query, headers and body, as far as the operation has them. */
export type Given<O> = Partial<Sent<InputOf<O>>> & { readonly signal?: AbortSignal };

/** The same without a body. */
export type GivenBesideBody<O> = Partial<Omit<Sent<InputOf<O>>, 'body'>> & { readonly signal?: AbortSignal };

/** Type of the document that an operation answers with. */
export type DocumentOf<O> = O extends { document: Constructor<infer D> } ? D : never;

/** Bytes to upload. */
export type Content = Uint8Array | ReadableStream<Uint8Array>;

/** An operation whose body is the bytes of a file, or a form with one. */
export type UploadOperation = AnyOperation & {
  readonly stream?: false;
  readonly body?: Constructor<StoredBlob> | Constructor<{ readonly file: StoredBlob }>;
};

/** An operation that answers with the bytes of a file. */
export type DownloadOperation = AnyOperation & {
  readonly stream?: false;
  readonly answer?: Constructor<Download> | Constructor<SmallFile>;
};

/** An answer whose status says that the call failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** `POST /api/v1/kb/…` */
    readonly request: string,
    readonly status: number,
    /** Parsed if it is JSON. */
    readonly body: unknown,
  ) {
    super(`${request} answered ${status}: ${JSON.stringify(body)?.slice(0, 2_000)}`);
  }
}

/** Calls operations over HTTP. */
export class ApiClient {
  constructor(private readonly options: ApiClientOptions) {}

  /** @throws ApiError @throws TypeError when the server cannot be reached */
  async call<O extends AnyOperation & { readonly stream?: false }>(
    operation: O,
    given: Given<O> = {},
  ): Promise<ValueOf<O>> {
    return valueOf(await this.send(operation, given));
  }

  /** Uploads the bytes of a file unchanged. @throws ApiError */
  async upload<O extends UploadOperation>(
    operation: O,
    content: Content,
    given: GivenBesideBody<O> = {},
  ): Promise<ValueOf<O>> {
    return valueOf(await this.send(operation, given, content));
  }

  /** A file with its media type, for browsers; redirects are followed. @throws ApiError */
  async file<O extends DownloadOperation>(operation: O, given: Given<O> = {}): Promise<Blob> {
    const { answer } = await this.send(operation, given);
    return answer.blob();
  }

  /** The bytes of a file, in memory, for Node; redirects are followed. @throws ApiError */
  async download<O extends DownloadOperation>(operation: O, given: Given<O> = {}): Promise<Buffer> {
    const { answer } = await this.send(operation, given);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** The bytes of a file as they arrive, for files that memory does not hold. @throws ApiError */
  async pieces<O extends DownloadOperation>(operation: O, given: Given<O> = {}): Promise<ReadableStream<Uint8Array>> {
    const { answer } = await this.send(operation, given);
    return answer.body ?? new Blob([]).stream();
  }

  /** An operation whose answer is one JSON object of any size. @throws ApiError */
  async document<O extends AnyOperation & { readonly stream: true }>(
    operation: O,
    given: Given<O> = {},
  ): Promise<DocumentOf<O>> {
    const { answer } = await this.send(operation, given);
    return (await answer.json()) as DocumentOf<O>; // by its contract
  }

  /** @throws ApiError before the first value; the connection's error between values */
  async *stream<O extends AnyOperation & { readonly stream: true }>(
    operation: O,
    given: Given<O> = {},
  ): AsyncIterable<ValueOf<O>> {
    const { answer, http } = await this.send(operation, given);
    for await (const line of bodyLines(answer.body)) {
      const value: unknown = JSON.parse(line);
      yield (http.read ? http.read(value, answer.status) : value) as ValueOf<O>; // by its contract
    }
  }

  private async send(operation: AnyOperation, given: object, content?: Content): Promise<Answered> {
    const { http, name } = operation;
    if (!http) throw new Error(`${name} is not for clients`);
    const { params, query, headers, body, signal } = given as GivenParts; // of any operation
    const path = requestUrl(pathFor(endpointsOf(operation), params), params, query);
    const { origin, credential } = this.options;
    const sent = Object.entries(headers ?? {}).filter(([, value]) => value !== undefined);
    const answer = await this.answerOf(operation, `${origin}${path}`, {
      method: http.method,
      headers: {
        ...credential,
        ...(!content && body !== undefined && { 'content-type': 'application/json' }),
        ...Object.fromEntries(sent.map(([header, value]) => [header, String(value)])),
      },
      ...payloadOf(body, content),
      ...(signal && { signal }),
    });
    if (answer.ok) return { http, answer };
    throw new ApiError(`${http.method} ${path}`, answer.status, await answerBody(answer));
  }

  private async answerOf(operation: AnyOperation, url: string, init: RequestInit): Promise<Response> {
    const { fetch: call = fetch, repeatsMax = REPEATS_MAX } = this.options;
    const repeats = mayRepeat(operation) ? repeatsMax : 0;
    for (let sent = 0; ; sent += 1) {
      const answer = await call(url, init);
      const pauseMs = sent < repeats ? pauseMsOf(answer) : undefined;
      if (pauseMs === undefined) return answer;
      await answer.body?.cancel();
      await pause(pauseMs, init.signal ?? undefined);
    }
  }
}

/** A successful answer and the HTTP binding of its operation. */
interface Answered {
  readonly http: HttpBinding;
  readonly answer: Response;
}

/** `Given` for any operation. */
interface GivenParts {
  readonly params?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

function payloadOf(body: unknown, content: Content | undefined) {
  // The type of `fetch` excludes shared memory, which it refuses itself; and it requires half duplex for streams.
  if (content) return { body: content as RequestInit['body'], duplex: 'half' as const };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

async function valueOf<O>({ http: { member, read }, answer }: Answered): Promise<ValueOf<O>> {
  const text = await answer.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  const value = read ? read(body, answer.status) : member === undefined ? body : { [member]: body };
  // The answer of the operation, by its contract.
  return value as ValueOf<O>;
}

async function answerBody(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (!/\bjson\b/.test(answer.headers.get('content-type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
