import { AppError } from '@lectern/contracts/core';

/** The process stops, or no longer has the job: not the job's fault. */
export class InterruptedError extends Error {
  override readonly name: string = 'InterruptedError';
  constructor() {
    super('The process stopped');
  }
}

/** The job was taken away or stopped; another process may work on it. */
export class LostJobError extends InterruptedError {
  override readonly name = 'LostJobError';
  /** @param isStopped the job was cancelled */
  constructor(readonly isStopped: boolean) {
    super();
    this.message = isStopped ? 'The job was stopped' : 'Another process has the job';
  }
}

/** The job waits, and the attempt does not count. */
export class PausedError extends Error {
  override readonly name = 'PausedError';
}

export interface AttemptLimits {
  /** Limit without a sign of life. */
  readonly timeoutMs: number;
  /** How long work may continue after its signal was aborted. */
  readonly graceMs: number;
  readonly stopping: AbortSignal;
  /** Ends this attempt alone. */
  readonly lost?: AbortSignal;
}

/**
 * Runs `work` within its limits; each call of `alive` restarts the timeout. After an abort, errors of `work` are
 * ignored: the attempt ends with the reason of the abort, immediately or after the grace time. Work that finishes
 * despite the abort has succeeded.
 *
 * @throws InterruptedError; AppError `deadline_exceeded` after `timeoutMs`; the errors of `work`
 */
export async function attempt(
  work: (signal: AbortSignal, alive: () => void) => Promise<void>,
  limits: AttemptLimits,
): Promise<void> {
  const { timeoutMs, graceMs, stopping, lost } = limits;
  // `AbortSignal.any` would be retained as long as `stopping` exists.
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
