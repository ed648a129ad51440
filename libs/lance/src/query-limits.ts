import type { Query, Table, TakeQuery, VectorQuery } from '@lancedb/lancedb';
import { AppError } from '@lectern/contracts/core';
import { indexCalls } from '@lectern/runtime';
import type { RecordBatch, Table as ArrowTable } from 'apache-arrow';

/** Deadline of every query. */
export const QUERY_TIMEOUT_MS = 15_000;

const queryOptions = { timeoutMs: QUERY_TIMEOUT_MS } as const;

/** Queries a table. Each query costs a millisecond before it does anything, so they are counted. */
export async function answerOf(query: Query | VectorQuery | TakeQuery): Promise<ArrowTable> {
  indexCalls.inc();
  return query.toArrow(queryOptions);
}

/** Runs one query and yields the answer in chunks, until the deadline. */
export async function* answersOf(query: Query): AsyncGenerator<RecordBatch> {
  indexCalls.inc();
  const endsAtMs = performance.now() + QUERY_TIMEOUT_MS;
  for await (const batch of query) {
    yield batch;
    if (performance.now() > endsAtMs) return;
  }
}

/** Counts rows, with the limits of `answerOf`. */
export async function rowCount(table: Table, condition?: string): Promise<number> {
  indexCalls.inc();
  return table.countRows(condition);
}

/** LanceDB queries cannot be interrupted: the caller gets `cancelled` at once, and the late answer is dropped. */
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
