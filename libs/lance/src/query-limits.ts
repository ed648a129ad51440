import { AppError } from '@lectern/contracts/core';

/** Every query ends by then. */
export const QUERY_TIMEOUT_MS = 15_000;

export const queryOptions = { timeoutMs: QUERY_TIMEOUT_MS } as const;

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
