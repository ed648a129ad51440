import type { EventDefinition, Input, Principal, StreamOperation, UnaryOperation } from '@lectern/contracts/core';

/** The circumstances that a caller passes on. */
export interface CallOptions {
  /** Who is calling; the handler gets it as `request.principal`. */
  readonly principal: Principal;
  /** Aborting it cancels the work on the other side within 50 ms. */
  readonly signal?: AbortSignal;
  /** Id in logs. Default: the id of the current work (`callContext`). */
  readonly requestId?: string;
  /** `traceparent` of the request (W3C). Default: that of the current work. */
  readonly traceparent?: string;
  /** Replaces the operation's own deadline if shorter. */
  readonly deadlineMs?: number;
  /**
   * Id of the process (`Bus.process`) that gets the call, where the operation is declared as `addressed`. Any other id,
   * and that of a process that is gone: the call fails with `unavailable` at once.
   */
  readonly to?: string;
}

/**
 * Communication between services: operations (answered now, delivered at most once), and events (broadcast to all
 * listeners, may be lost). Values are plain data of at most 8 MiB each. Neither side may change a value that it has
 * sent or received: within one process both may hold the same object; between processes each has a copy (structured
 * clone).
 */
export abstract class Bus {
  /**
   * Id of this process, new with every start. Who stores it with work that is held in memory can be called there by
   * other processes: `CallOptions.to`.
   */
  abstract readonly process: string;

  /**
   * @throws AppError as the handler threw it, with details; `unavailable` when nobody handles the operation, or the
   * process of its handler or of `to` is gone, `deadline_exceeded`, `cancelled` after an abort, `too_large`; for any
   * other error, `internal` without its message
   */
  abstract request<P, Q, H, B, A>(
    operation: UnaryOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): Promise<A>;

  /**
   * Values in order. Leaving the loop cancels the handler. A handler is at most 1 MiB ahead of its reader.
   *
   * @throws as `request`, before or between values
   */
  abstract stream<P, Q, H, B, A>(
    operation: StreamOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): AsyncIterable<A>;

  /** Returns at once. Every listener in every process gets the event once. */
  abstract publish<T>(event: EventDefinition<T>, data: T): void;
}
