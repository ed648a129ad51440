import { AppError } from '@lectern/contracts';

/** A signal that is aborted after a time, or with another one; its reason is always an AppError. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** To be called when it has no meaning any more. */
  clear(): void;
}

export function deadline(timeoutMs: number, also: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const late = () => controller.abort(new AppError('deadline_exceeded', `No complete answer within ${timeoutMs} ms`));
  const cancel = () => {
    const reason: unknown = also?.reason;
    controller.abort(reason instanceof AppError ? reason : new AppError('cancelled', 'The request was cancelled'));
  };
  const timer = setTimeout(late, timeoutMs);
  if (also?.aborted) cancel();
  also?.addEventListener('abort', cancel, { once: true });
  const clear = () => {
    clearTimeout(timer);
    also?.removeEventListener('abort', cancel);
  };
  return { signal: controller.signal, clear };
}
