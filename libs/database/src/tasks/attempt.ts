import { AppError } from '@lectern/contracts/core';

/** The process stops: not the job's fault. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  constructor() {
    super('The process stopped');
  }
}

export interface AttemptLimits {
  /** Without a sign of life. */
  readonly timeoutMs: number;
  /** How long work may go on after its signal was aborted, before it is given up. */
  readonly graceMs: number;
  readonly stopping: AbortSignal;
}

/**
 * Does `work` within its limits; each call of `alive` gives it the whole time again. After an abort, what `work` then
 * throws does not count: the attempt ends with the reason of the abort, at once or after the grace time. Work that
 * finishes in spite of the abort has succeeded.
 *
 * @throws InterruptedError; AppError `deadline_exceeded` after `timeoutMs`; whatever `work` throws
 */
export async function attempt(
  work: (signal: AbortSignal, alive: () => void) => Promise<void>,
  limits: AttemptLimits,
): Promise<void> {
  const { timeoutMs, graceMs, stopping } = limits;
  // `AbortSignal.any` would be kept for as long as `stopping` is there.
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => ending.abort(stopping.reason);
  const timer = setTimeout(
    () => ending.abort(new AppError('deadline_exceeded', `No progress for ${timeoutMs} ms`)),
    timeoutMs,
  );
  const alive = () => void (signal.aborted || timer.refresh());
  let grace: NodeJS.Timeout | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => (grace = setTimeout(() => reject(signal.reason), graceMs)), { once: true });
  });
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work(signal, alive), givenUp]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    stopping.removeEventListener('abort', stop);
  }
}
