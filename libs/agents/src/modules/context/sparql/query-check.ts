import { entryFile } from '@lectern/config';
import { StoppableThreads, StoppedError } from '@lectern/workers';
import type { QueryToCheck, QueryVerdict } from './read-query';

/** CPU time for one query. */
const CHECK_MS_MAX = 500;
const MEMORY_MB = 128;
const WAITING_MAX = 64;

let threads: StoppableThreads<QueryToCheck, QueryVerdict> | undefined;

/**
 * Checks a query in a thread, as `readQuery` does.
 *
 * @throws AppError `rate_limited` when too many wait, `cancelled`, `unavailable`
 */
export async function checkedQuery(
  query: QueryToCheck,
  { owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
): Promise<QueryVerdict> {
  threads ??= new StoppableThreads({
    entry: entryFile(__dirname, 'sparql-query.worker'),
    threads: 1,
    waitingMax: WAITING_MAX,
    memoryMb: MEMORY_MB,
    busy: 'Too many queries wait to be checked: try again later',
  });
  try {
    return await threads.run(query, { owner, cpuMsMax: CHECK_MS_MAX, signal });
  } catch (error) {
    if (error instanceof StoppedError) return { problem: 'The query takes too long to read' };
    throw error;
  }
}
