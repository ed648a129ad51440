import { AppError } from '@lectern/contracts';

/** Every query ends by then. */
export const queryTimeoutMs = 15_000;

/** Hits or paragraphs that are asked for at once. */
export const limitMax = 500;

/** @throws AppError `invalid_request` unless it is a whole number from `min` to `limitMax` */
export function checkLimit(limit: number, min = 0): void {
  if (Number.isInteger(limit) && limit >= min && limit <= limitMax) return;
  throw new AppError(
    'invalid_request',
    `At least ${min} and at most ${limitMax} can be asked for at once, not ${limit}`,
  );
}

export const queryOptions = { timeoutMs: queryTimeoutMs } as const;

/** LanceDB cannot be interrupted: the caller gets `cancelled` at once, and the answer is dropped when it comes. */
export async function abortable<T>(signal: AbortSignal | undefined, query: () => Promise<T>): Promise<T> {
  if (!signal) return query();
  const cancelled = () => new AppError('cancelled', 'The search was cancelled');
  if (signal.aborted) throw cancelled();
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(cancelled());
    signal.addEventListener('abort', onAbort, { once: true });
    query()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
