import { AppError } from '@lectern/contracts/core';

/** A signal that aborts after some time, or with another signal; its reason is always an AppError. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Starts or continues the clock, which does not run before the first call. */
  resume(): void;
  /** Stops the clock. */
  pause(): void;
  /** Call this when the deadline is no longer needed. */
  clear(): void;
}

export function deadline(timeoutMs: number, also: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const late = () => controller.abort(new AppError('deadline_exceeded', `No complete answer within ${timeoutMs} ms`));
  const cancel = () => {
    const reason: unknown = also?.reason;
    controller.abort(reason instanceof AppError ? reason : new AppError('cancelled', 'The request was cancelled'));
  };
  let leftMs = timeoutMs;
  let running: { readonly timer: NodeJS.Timeout; readonly sinceMs: number } | undefined;
  const resume = () => {
    running ??= { timer: setTimeout(late, leftMs), sinceMs: performance.now() };
  };
  const pause = () => {
    if (!running) return;
    clearTimeout(running.timer);
    leftMs = Math.max(0, leftMs - (performance.now() - running.sinceMs));
    running = undefined;
  };
  if (also?.aborted) cancel();
  also?.addEventListener('abort', cancel, { once: true });
  const clear = () => {
    pause();
    also?.removeEventListener('abort', cancel);
  };
  return { signal: controller.signal, resume, pause, clear };
}
