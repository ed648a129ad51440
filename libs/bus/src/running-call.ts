import { AppError, type ErrorCode, type Principal } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import { type CallContext, callContext } from './call-context';
import { cancelled, deadlineExceeded, internal, visibleTo } from './faults';
import type { HandledCall } from './serving-bus';

export interface CallHead {
  readonly operation: string;
  readonly principal: Principal;
  readonly requestId: string;
  readonly traceparent?: string;
  readonly deadlineMs: number;
}

const logger = new Logger('Bus');

/** A call on its handler's side: deadline, cancellation, context and outcome. */
export class RunningCall {
  readonly context: CallContext;
  private readonly abort = new AbortController();
  private readonly startedMs = performance.now();
  private reject: ((reason: AppError) => void) | undefined;
  private outcome: 'ok' | ErrorCode | undefined;

  constructor(
    readonly head: CallHead,
    private readonly onEnd: (call: RunningCall, handled: HandledCall) => void,
  ) {
    const { requestId, operation, traceparent } = head;
    this.context = { requestId, operation, ...(traceparent !== undefined && { traceparent }) };
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Ends the call early: code that waits for a step gets `reason`, then the handler's signal aborts. */
  stop(reason: AppError): void {
    if (this.outcome || this.signal.aborted) return;
    this.reject?.(reason);
    this.abort.abort(reason);
  }

  /** Does `work` in the call's context when the call ends early; its result is ignored. */
  whenStopped(work: () => Promise<unknown> | undefined): void {
    const quietly = () => void callContext.run(this.context, work)?.catch(() => undefined);
    if (this.signal.aborted) quietly();
    else this.signal.addEventListener('abort', quietly, { once: true });
  }

  /**
   * Runs one step of the handler in the call's context, for at most the deadline.
   *
   * @throws AppError: the handler's own, the reason of `stop`, or `internal` for any other error, which is logged here
   */
  step<T>(work: () => Promise<T>): Promise<T> {
    const { operation, deadlineMs } = this.head;
    return new Promise<T>((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason);
      const timer = setTimeout(() => this.stop(deadlineExceeded(operation, deadlineMs)), deadlineMs);
      const settle = (conclude: () => void) => {
        clearTimeout(timer);
        this.reject = undefined;
        conclude();
      };
      this.reject = (reason) => settle(() => reject(reason));
      callContext.run(this.context, work).then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(this.visible(error))),
      );
    });
  }

  /** Ends the call. Without an error and before the last value it counts as cancelled. */
  end(outcome: 'ok' | ErrorCode): void {
    if (this.outcome) return;
    if (outcome !== 'ok') this.stop(cancelled(this.head.operation));
    this.outcome = outcome;
    const { operation } = this.head;
    this.onEnd(this, { operation, outcome, durationMs: performance.now() - this.startedMs });
  }

  private visible(error: unknown): AppError {
    if (error instanceof AppError) return visibleTo(error);
    if (!this.signal.aborted) callContext.run(this.context, () => logger.error(error));
    return internal();
  }
}
