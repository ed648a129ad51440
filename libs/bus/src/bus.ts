import type { EventDefinition, Input, Principal, StreamOperation, UnaryOperation } from '@lectern/contracts/core';

/** The circumstances that a caller passes on. */
export interface CallOptions {
  /** Who is calling; the handler gets it as `request.principal`. */
  readonly principal: Principal;
  /** Aborting it cancels the work on the other side within 50 ms. */
  readonly signal?: AbortSignal;
  /** Id in logs; that of the work that is going on (`callContext`) when absent. */
  readonly requestId?: string;
  /** Shorter than the operation's own, never longer. */
  readonly deadlineMs?: number;
}

/**
 * How services talk: operations (ask now, at most once), and events (broadcast to all listeners, may be lost).
 * Values are plain data of at most 8 MiB each. Neither side changes a value that it has handed over or was given:
 * within one process both may hold the same one; between processes each has a copy (structured clone).
 */
export abstract class Bus {
  /**
   * @throws AppError whole as the handler threw it; `unavailable` when nobody handles the operation or the handler's
   * process died, `deadline_exceeded`, `cancelled` after an abort, `too_large`; `internal` for anything else, without
   * its text
   */
  abstract request<P, Q, H, B, A>(
    operation: UnaryOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): Promise<A>;

  /**
   * Values in order. Leaving the loop cancels the handler. A handler leads its reader by at most 1 MiB.
   *
   * @throws as `request`, before or between values
   */
  abstract stream<P, Q, H, B, A>(
    operation: StreamOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): AsyncIterable<A>;

  /** Returns at once. Every process that listens gets it, once per listener. */
  abstract publish<T>(event: EventDefinition<T>, data: T): void;
}
