import { requestUrl } from '@lectern/client';
import { endpointsOf, type UnaryOperation } from '@lectern/contracts/core';
import { CommandError, exitCodes } from './exit-code';

const TIMEOUT_MS = 60_000;

/** Input of an operation. */
export interface Given<P, Q, B> {
  readonly params?: P;
  readonly query?: Partial<Q>;
  readonly body?: B;
}

/** The server is unavailable or busy: retrying later may help. */
export class UnreachableError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.refused);
  }
}

/** The interface of a running Lectern, with one token. */
export class Api {
  constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  /** @throws UnreachableError; CommandError with what the server says */
  async call<P extends object, Q extends object, B, A>(
    operation: UnaryOperation<P, Q, object, B, A>,
    given: Given<P, Q, B>,
  ): Promise<A> {
    const answer = await this.send(operation, given);
    const text = await answer.text().catch((error: unknown) => this.unreachable(error));
    if (!answer.ok) throw this.refusal(answer.status, text);
    // The contract says what this operation answers.
    return JSON.parse(text) as A;
  }

  private async send<P extends object, Q extends object, B, A>(
    { http, name }: UnaryOperation<P, Q, object, B, A>,
    { params, query, body }: Given<P, Q, B>,
  ): Promise<Response> {
    if (!http) throw new Error(`${name} is not for callers from outside`);
    const [main] = endpointsOf({ name, http });
    const url = new URL(requestUrl(main?.path ?? '', params, query), this.origin);
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const options = { method: http.method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
    return fetch(url, { ...options, ...(body !== undefined && { body: JSON.stringify(body) }) }).catch(
      (error: unknown) => this.unreachable(error),
    );
  }

  private unreachable(error: unknown): never {
    throw new UnreachableError(`${this.origin} cannot be reached: ${reasonOf(error)}`);
  }

  private refusal(status: number, text: string): CommandError {
    const detail = detailOf(text);
    if (status >= 500 || status === 429) return new UnreachableError(`${this.origin} answered ${status}: ${detail}`);
    const hints: Readonly<Record<number, string>> = {
      401: 'The token is not accepted. Give a personal access token of a root user as --token or LECTERN_TOKEN.',
      403: 'This is for root users only: give a personal access token of one as --token or LECTERN_TOKEN.',
    };
    return new CommandError(hints[status] ?? `${this.origin} answered ${status}: ${detail}`, exitCodes.refused);
  }
}

function detailOf(text: string): string {
  try {
    const { detail }: { detail?: unknown } = JSON.parse(text);
    return typeof detail === 'string' ? detail : JSON.stringify(detail);
  } catch {
    return text.slice(0, 500);
  }
}

/** The error of fetch says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error ? inner.message : error.message;
}
