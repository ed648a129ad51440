import { entryFile } from '@lectern/config';
import { StoppableThreads, StoppedError } from '@lectern/workers';
import type { AssertionVerdict, ReceivedResponse } from './assertion';

/** CPU time for one response, the start of libraries in a new thread included. */
const CHECK_MS_MAX = 5_000;
const MEMORY_MB = 128;
const WAITING_MAX = 128;

let threads: StoppableThreads<ReceivedResponse, AssertionVerdict> | undefined;

/**
 * Checks a foreign response in a thread, which is stopped when it takes too much time or memory.
 *
 * @param account whose identity provider it is from: accounts take turns
 * @throws AppError `rate_limited` when too many wait, `cancelled`, `unavailable`
 */
export async function assertionVerdict(
  received: ReceivedResponse,
  { account, signal }: { readonly account: string; readonly signal: AbortSignal },
): Promise<AssertionVerdict> {
  threads ??= new StoppableThreads({
    entry: entryFile(__dirname, 'assertion-check.worker'),
    threads: 1,
    waitingMax: WAITING_MAX,
    memoryMb: MEMORY_MB,
    busy: 'Too many sign-ins wait: try again later',
  });
  try {
    return await threads.run(received, { owner: account, cpuMsMax: CHECK_MS_MAX, signal });
  } catch (error) {
    if (error instanceof StoppedError) return { problem: 'It takes too long to read' };
    throw error;
  }
}
