import {
  ApiClient,
  ApiError,
  type Content,
  type DocumentOf,
  type DownloadOperation,
  type Given,
  type GivenBesideBody,
  type UploadOperation,
} from '@lectern/client';
import type { AnyOperation, ValueOf } from '@lectern/contracts/core';
import { CommandError, exitCodes } from './exit-code';
import type { Connection } from './profile/connection';

const TIMEOUT_MS = 60_000;
/** Of an error that the server describes. */
const DETAIL_CHARS_MAX = 500;

/** The server is unavailable or busy: retrying later may help. */
export class UnreachableError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.refused);
  }
}

/** The server refuses. */
export class RefusedError extends CommandError {
  constructor(
    message: string,
    readonly status: number,
    /** Parsed if it is JSON. */
    readonly body: unknown,
  ) {
    super(message, exitCodes.refused);
  }
}

type Unary = AnyOperation & { readonly stream?: false };
type Stream = AnyOperation & { readonly stream: true };

/** The interface of a running Lectern, as one caller. Errors say what the server says, and what to do. */
export class Api {
  constructor(
    private readonly connection: Connection,
    private readonly signal?: AbortSignal,
  ) {}

  get origin(): string {
    return this.connection.origin;
  }

  /** Headers that identify the caller. */
  credential(): Promise<Readonly<Record<string, string>>> {
    return this.connection.credential();
  }

  /** @throws UnreachableError; RefusedError with what the server says */
  async call<O extends Unary>(operation: O, given: Given<O> = {}, timeoutMs = TIMEOUT_MS): Promise<ValueOf<O>> {
    const client = await this.client();
    return this.explained(() => client.call(operation, { ...given, signal: this.until(timeoutMs) }));
  }

  /** Sends the bytes of a file. @throws as `call` */
  async upload<O extends UploadOperation>(
    operation: O,
    content: Content,
    given: GivenBesideBody<O> = {},
  ): Promise<ValueOf<O>> {
    const client = await this.client();
    return this.explained(() => client.upload(operation, content, { ...given, signal: this.signal }));
  }

  /** The bytes of a file as they arrive. @throws as `call` */
  async pieces<O extends DownloadOperation>(operation: O, given: Given<O> = {}): Promise<ReadableStream<Uint8Array>> {
    const client = await this.client();
    return this.explained(() => client.pieces(operation, { ...given, signal: this.signal }));
  }

  /** An answer that is one JSON object of any size. @throws as `call` */
  async document<O extends Stream>(operation: O, given: Given<O> = {}): Promise<DocumentOf<O>> {
    const client = await this.client();
    return this.explained(() => client.document(operation, { ...given, signal: this.until(TIMEOUT_MS) }));
  }

  /** Values as they arrive. @throws as `call` */
  async *stream<O extends Stream>(operation: O, given: Given<O> = {}): AsyncIterable<ValueOf<O>> {
    const client = await this.client();
    try {
      yield* client.stream(operation, { ...given, signal: this.signal });
    } catch (error) {
      throw this.explanation(error);
    }
  }

  private async client(): Promise<ApiClient> {
    return new ApiClient({ origin: this.origin, credential: await this.connection.credential() });
  }

  private until(timeoutMs: number): AbortSignal {
    const timeout = AbortSignal.timeout(timeoutMs);
    return this.signal ? AbortSignal.any([this.signal, timeout]) : timeout;
  }

  private async explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.explanation(error);
    }
  }

  private explanation(error: unknown): unknown {
    if (this.signal?.aborted) return this.signal.reason;
    if (error instanceof ApiError) return this.refusal(error);
    return new UnreachableError(`${this.origin} cannot be reached: ${reasonOf(error)}`);
  }

  private refusal({ status, body }: ApiError): CommandError {
    const detail = detailOf(body);
    if (status >= 500 || status === 429) return new UnreachableError(`${this.origin} answered ${status}: ${detail}`);
    const hints: Readonly<Record<number, string>> = {
      401: 'The token is not accepted. Sign in with "lectern login", or give another token as --token or LECTERN_TOKEN.',
      403: `You have no right to do this (${detail}). Operations of an installation are for root users only.`,
    };
    return new RefusedError(hints[status] ?? `${this.origin} answered ${status}: ${detail}`, status, body);
  }
}

function detailOf(body: unknown): string {
  const parsed = typeof body === 'string' ? parsedOr(body) : body;
  const detail: unknown = parsed !== null && typeof parsed === 'object' && 'detail' in parsed ? parsed.detail : parsed;
  return (typeof detail === 'string' ? detail : (JSON.stringify(detail) ?? '')).slice(0, DETAIL_CHARS_MAX);
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error of fetch says only that it failed; its cause says why. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error ? inner.message : error.message;
}
