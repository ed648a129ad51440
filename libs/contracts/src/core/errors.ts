/** Every error a caller may see, and the HTTP status it is answered with. Codes are stable; texts are not. */
export const statusOf = {
  bad_request: 400,
  several_credentials: 400,
  invalid_metadata: 400,
  invalid_search_configuration: 400,
  guardrail_blocked: 400,
  context_too_long: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  blocked: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
  invalid_query: 412,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  invalid_request: 422,
  rate_limited: 429,
  headers_too_large: 431,
  cancelled: 499,
  internal: 500,
  not_confirmed: 501,
  unavailable: 503,
  deadline_exceeded: 504,
  storage_full: 507,
  provider_failed: 512,
  rephrase_failed: 529,
  retrieval_incomplete: 530,
} as const;

/** A stable code of an error. */
export type ErrorCode = keyof typeof statusOf;

/** One failed check of a request, in the form of a 422 body. `loc` starts with body, query, path or header. */
export interface Violation {
  /** Stable kind, such as `missing` or `string_too_long`. */
  readonly type: string;
  /** Place, from body, query, path or header down to the member. */
  readonly loc: readonly string[];
  /** The problem, for people. */
  readonly msg: string;
  /** The value that was sent. */
  readonly input?: unknown;
  /** Values that the message names, such as a limit. */
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Members of an error other than its text. All of them survive the bus. */
export interface ErrorDetails {
  /** Replaces the text as `detail` of the body: the list of a 422, the object of a 416 or 429. */
  readonly detail?: unknown;
  /** Extra response headers, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is known that nothing was done, although the code alone does not say so. */
  readonly nothingDone?: boolean;
}

/**
 * An error that a caller may see. It crosses the bus whole and becomes `{"detail": …}` with the status of its code.
 * Anything else that is thrown is a bug: logged with its cause, answered 500 without details.
 */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }

  /** HTTP status of its code. */
  get status(): number {
    return statusOf[this.code];
  }

  /** Whether its code says for certain that nothing was done. */
  get isRefusal(): boolean {
    return this.code === 'storage_full' || (this.status < 500 && this.code !== 'cancelled');
  }

  /** True: nothing was done. Anything prepared for the call, such as a file in the blob store, can be removed. */
  get isUndone(): boolean {
    return this.isRefusal || this.details.nothingDone === true;
  }
}

/** The 422 with its list. */
export function invalidRequest(violations: readonly Violation[]): AppError {
  return new AppError('invalid_request', violations.map(({ msg }) => msg).join('; '), { detail: violations });
}

/** The 412 of a query that is well formed and cannot be run. */
export function invalidQuery(parameter: string, reason: string): AppError {
  return new AppError('invalid_query', `Invalid query. Error in ${parameter}: ${reason}`);
}
