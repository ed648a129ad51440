import type { Query, Table, TakeQuery, VectorQuery } from '@lancedb/lancedb';
import { AppError } from '@lectern/contracts/core';
import { indexCalls } from '@lectern/runtime';
import type { RecordBatch, Table as ArrowTable } from 'apache-arrow';

/** Every query ends by then. */
export const QUERY_TIMEOUT_MS = 15_000;

const queryOptions = { timeoutMs: QUERY_TIMEOUT_MS } as const;

/** Asks a table: each question costs a millisecond before it does anything, so they are counted. */
export async function answerOf(query: Query | VectorQuery | TakeQuery): Promise<ArrowTable> {
  indexCalls.inc();
  return query.toArrow(queryOptions);
}

/** Asks once, and gets the answer piece by piece, as much as comes in time. */
export async function* answersOf(query: Query): AsyncGenerator<RecordBatch> {
  indexCalls.inc();
  const endsAtMs = performance.now() + QUERY_TIMEOUT_MS;
  for await (const batch of query) {
    yield batch;
    if (performance.now() > endsAtMs) return;
  }
}

/** Counts rows, as `answerOf` asks. */
export async function rowCount(table: Table, condition?: string): Promise<number> {
  indexCalls.inc();
  return table.countRows(condition);
}

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
