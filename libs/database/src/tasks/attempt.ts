import { AppError } from '@lectern/contracts/core';

/** The process stops, or does not have the job any more: not the job's fault. */
export class InterruptedError extends Error {
  override readonly name: string = 'InterruptedError';
  constructor() {
    super('The process stopped');
  }
}

/** Another process works on the job, or nobody: it was taken away, or is to stop. */
export class LostJobError extends InterruptedError {
  override readonly name = 'LostJobError';
  /** @param isStopped nobody wants it any more */
  constructor(readonly isStopped: boolean) {
    super();
    this.message = isStopped ? 'The job was stopped' : 'Another process has the job';
  }
}

/** The work waits, and the attempt does not count. */
export class PausedError extends Error {
  override readonly name = 'PausedError';
}

export interface AttemptLimits {
  /** Without a sign of life. */
  readonly timeoutMs: number;
  /** How long work may go on after its signal was aborted, before it is given up. */
  readonly graceMs: number;
  readonly stopping: AbortSignal;
  /** Ends this attempt alone. */
  readonly lost?: AbortSignal;
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
  const { timeoutMs, graceMs, stopping, lost } = limits;
  // `AbortSignal.any` would be kept for as long as `stopping` is there.
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => ending.abort(stopping.reason);
  const timer = setTimeout(
    () => ending.abort(new AppError('deadline_exceeded', `No progress for ${timeoutMs} ms`)),
    timeoutMs,
  );
  const lose = () => ending.abort(lost?.reason);
  lost?.addEventListener('abort', lose, { once: true });
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
    lost?.removeEventListener('abort', lose);
  }
}
