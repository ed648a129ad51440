import { AppError } from '@lectern/contracts';

/** The process stops: not the job's fault. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  constructor() {
    super('The process stopped');
  }
}

export interface AttemptLimits {
  readonly timeoutMs: number;
  /** How long work may go on after its signal was aborted, before it is given up. */
  readonly graceMs: number;
  readonly stopping: AbortSignal;
}

/**
 * Does `work` within its limits. After an abort, what `work` then throws does not count: the attempt ends with the
 * reason of the abort, at once or after the grace time. Work that finishes in spite of the abort has succeeded.
 *
 * @throws InterruptedError; AppError `deadline_exceeded` after `timeoutMs`; whatever `work` throws
 */
export async function attempt(work: (signal: AbortSignal) => Promise<void>, limits: AttemptLimits): Promise<void> {
  const { timeoutMs, graceMs, stopping } = limits;
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new AppError('deadline_exceeded', `Took longer than ${timeoutMs} ms`)),
    timeoutMs,
  );
  const signal = AbortSignal.any([stopping, deadline.signal]);
  let grace: NodeJS.Timeout | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    const onAbort = () => (grace = setTimeout(() => reject(signal.reason), graceMs));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([work(signal), givenUp]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
  }
}
