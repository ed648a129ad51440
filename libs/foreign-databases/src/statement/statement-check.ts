import { entryFile } from '@lectern/config';

import { StoppableThreads, StoppedError } from '@lectern/workers';
import type { SqlDialect, TableName } from '../dialect';

/** CPU time for one statement. */
const CHECK_MS_MAX = 500;
const MEMORY_MB = 128;
const WAITING_MAX = 64;
const PROBLEM_CHARS_MAX = 500;
/** Characters of a statement. */
export const STATEMENT_CHARS_MAX = 20_000;

/** A statement to check. */
export interface CheckRequest {
  readonly statement: string;
  readonly dialect: SqlDialect;
}

/** The tables that it reads, or what is wrong. */
export type CheckVerdict = { readonly tables: readonly TableName[] } | { readonly problem: string };

let threads: StoppableThreads<CheckRequest, CheckVerdict> | undefined;

/**
 * Reads a foreign statement in a thread: it must be one query, without comments, made of what is known to change
 * nothing, and call no function but those of a list.
 *
 * @param owner for whom it is checked: owners take turns
 * @throws AppError `rate_limited` when too many wait, `cancelled`, `unavailable`
 */
export async function checkStatement(
  { statement, dialect }: CheckRequest,
  { owner, signal }: { readonly owner: string; readonly signal?: AbortSignal },
): Promise<CheckVerdict> {
  if (statement.length > STATEMENT_CHARS_MAX)
    return { problem: `A statement has at most ${STATEMENT_CHARS_MAX} characters` };
  threads ??= new StoppableThreads({
    entry: entryFile(__dirname, 'statement-check.worker'),
    threads: 1,
    waitingMax: WAITING_MAX,
    memoryMb: MEMORY_MB,
    busy: 'Too many statements wait to be checked: try again later',
  });
  try {
    const verdict = await threads.run({ statement, dialect }, { owner, cpuMsMax: CHECK_MS_MAX, signal });
    return 'problem' in verdict ? { problem: verdict.problem.slice(0, PROBLEM_CHARS_MAX) } : verdict;
  } catch (error) {
    if (error instanceof StoppedError) return { problem: 'It takes too long to read' };
    throw error;
  }
}
