import { entryFile } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { StoppableThreads, StoppedError } from '@lectern/workers';
import type { ColumnType } from './partition-columns';
import type {
  BatchOfStream,
  MessageHead,
  MessageProblem,
  PartitionAnswer,
  PartitionRequest,
  RowPage,
} from './partition-message';

/** CPU time for one message. */
const MESSAGE_MS_MAX = 10_000;
const MEMORY_MB = 512;
const WAITING_MAX = 64;

/** Whose partition is read, and until when. */
export interface PartitionOwner {
  readonly owner: string;
  readonly signal?: AbortSignal;
}

let threads: StoppableThreads<PartitionRequest, PartitionAnswer> | undefined;

/** Kind of a message; a problem if it is not valid, or the schema lacks these columns. */
export async function headOf(
  message: { readonly metadata: Uint8Array; readonly columns: Readonly<Record<string, ColumnType>> },
  owner: PartitionOwner,
): Promise<MessageHead | MessageProblem> {
  // The answer to this kind of request.
  return (await answer({ kind: 'head', ...message }, owner)) as MessageHead | MessageProblem;
}

/** Number of rows of a sound record batch. */
export async function rowCountOf(
  batch: BatchOfStream & { readonly columns: Readonly<Record<string, ColumnType>> },
  owner: PartitionOwner,
): Promise<{ readonly rowCount: number } | MessageProblem> {
  // The answer to this kind of request.
  return (await answer({ kind: 'check', ...batch }, owner)) as { readonly rowCount: number } | MessageProblem;
}

/** A page of rows of a record batch. */
export async function rowPageOf(
  batch: BatchOfStream & { readonly from: number },
  owner: PartitionOwner,
): Promise<RowPage | MessageProblem> {
  // The answer to this kind of request.
  return (await answer({ kind: 'rows', ...batch }, owner)) as RowPage | MessageProblem;
}

/** @throws AppError `rate_limited` when too many wait, `cancelled` */
async function answer(request: PartitionRequest, { owner, signal }: PartitionOwner): Promise<PartitionAnswer> {
  threads ??= new StoppableThreads({
    entry: entryFile(__dirname, 'partition.worker'),
    threads: 1,
    waitingMax: WAITING_MAX,
    memoryMb: MEMORY_MB,
    busy: 'Too many partitions are being read: try again later',
  });
  try {
    return await threads.run(request, { owner, cpuMsMax: MESSAGE_MS_MAX, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof StoppedError) return { problem: 'a message takes too much time or memory to read' };
    throw error;
  }
}

/** @throws AppError `invalid_request` */
export function refusedPartition({ problem }: MessageProblem): AppError {
  return new AppError('invalid_request', `The partition is not a valid Arrow IPC stream of this dataset: ${problem}`);
}
