import { AppError } from '@lectern/contracts/core';
import type { UnderstandOptions } from '../enrich/field-analysis';
import { ExtractError, extractProblem } from '../extract/extract-error';
import type { ReadContext } from '../extract/reader';
import type { Breakdown, ExtractionProcess, ProcessLimits } from './extraction-process';
import { closing, ExtractionProcesses } from './extraction-processes';
import { type Claim, type ExtractionSlot, ExtractionSlots, type Recall } from './extraction-slots';
import { Handover } from './handover';
import { sharedMb } from './memory-share';
import { partlyUnderstood } from './partly-understood';
import { whileWaiting, withSigns } from './signs-of-life';
import type { ExtractJob, JobEnd, JobValue } from './worker-messages';

export interface PoolOptions extends ProcessLimits {
  /** For long work; one more is started for quick work while these are taken. */
  readonly processes: number;
  readonly queueLength: number;
  /** As in `ExtractorOptions`. */
  readonly sharedMb?: number;
  /** Longest CPU time of one job. */
  readonly totalMs: number;
  readonly quickMs?: number;
  readonly shareMs?: number;
}

/** Work for the pool. */
export interface PoolRequest {
  /** Owners take turns. */
  readonly owner: string;
  readonly sizeBytes: number;
  /** Where an earlier request ended. */
  readonly resume?: string;
  readonly understand: UnderstandOptions;
  /** Called when it has a slot, and again when it lost that and has another one. @param resume where to continue */
  readonly prepare: (resume?: string) => Promise<PreparedJob>;
  readonly recognize: NonNullable<ReadContext['recognize']>;
  readonly hear: NonNullable<ReadContext['hear']>;
  readonly signal?: AbortSignal;
}

export interface PreparedJob {
  readonly job: ExtractJob;
  /** Called when the slot is given back. */
  readonly dispose?: () => Promise<void>;
}

export const QUICK_MS = 10_000;
export const SHARE_MS = 5 * 60_000;

/** State of a request between its slots. */
interface Work {
  readonly request: PoolRequest;
  cuts: number;
  /** Its memory when it gave way to others. */
  neededMb: number;
  isInProgress: boolean;
  /** Only draws a file whose field was given before. */
  isDrawing: boolean;
  activeMs: number;
  resume: string | undefined;
  /** Values since `resume` that were handed out already, and come again. */
  handedOut: number;
  isComplete: boolean;
}

/**
 * Takes files apart in child processes. Not in threads: a thread's heap can be limited, but not its buffers, a broken
 * file can abort the whole process from within a thread, and a thread sees the service's memory and secrets.
 */
export class ExtractionPool {
  private readonly slots: ExtractionSlots;
  private readonly processes: ExtractionProcesses;

  constructor(private readonly options: PoolOptions) {
    const { processes: slots, queueLength: waitingMax, quickMs = QUICK_MS, shareMs = SHARE_MS } = options;
    this.slots = new ExtractionSlots({ slots, waitingMax, quickMs, shareMs });
    this.processes = new ExtractionProcesses({ ...options, sharedMb: options.sharedMb || sharedMb(options) });
  }

  get queued(): number {
    return this.slots.waiting;
  }

  /**
   * The values of a request as they come; its process waits while they are not taken. When the slot is lost, the work
   * continues in another one after the values that were handed out.
   *
   * @throws ExtractError when the content cannot be read or needs more than it may use
   * @throws AppError `rate_limited` when too many wait, `cancelled`, `unavailable` when the pool is closed,
   *   `invalid_request` when it cannot be gone on with from `resume`
   */
  async *run(request: PoolRequest): AsyncGenerator<JobValue> {
    const { resume, owner, sizeBytes, signal } = request;
    const nothing = {
      cuts: 0,
      neededMb: 0,
      isInProgress: false,
      isDrawing: false,
      activeMs: 0,
      handedOut: 0,
      isComplete: false,
    };
    const work: Work = { request, resume, ...nothing };
    while (!work.isComplete) {
      if (work.neededMb > 0) yield* whileWaiting(this.processes.room(work.neededMb, signal));
      const recalls = new Recalls();
      const claim = { owner, sizeBytes, cuts: work.cuts, isInProgress: work.isInProgress };
      const slot = yield* this.enter(claim, recalls, signal);
      try {
        yield* this.attempt(work, recalls);
      } finally {
        this.slots.leave(slot);
      }
    }
  }

  close(): void {
    this.slots.close(closing());
    this.processes.close();
  }

  private async *enter(claim: Claim, recalls: Recalls, signal?: AbortSignal): AsyncGenerator<JobValue, ExtractionSlot> {
    const leaving = new AbortController();
    const signals = signal ? [signal, leaving.signal] : [leaving.signal];
    const entering = this.slots.enter(claim, recalls.recall, AbortSignal.any(signals));
    let slot: ExtractionSlot | undefined;
    try {
      slot = yield* whileWaiting(entering);
      return slot;
    } finally {
      // The consumer of the values has left before there was a slot.
      if (!slot) {
        leaving.abort();
        entering.then(
          (late) => this.slots.leave(late),
          () => undefined,
        );
      }
    }
  }

  private async *attempt(work: Work, recalls: Recalls): AsyncGenerator<JobValue> {
    const { job, dispose } = await work.request.prepare(work.resume);
    work.isDrawing = job.type === 'draw';
    const child = this.processes.take(work.neededMb);
    try {
      const end = yield* this.values(job, child, { work, recalls });
      work.activeMs += child.activeMs;
      if (end === 'crowded') work.neededMb = child.lastMb;
      if (end === 'cut' || end === 'crowded') work.cuts += 1;
      else if (typeof end === 'object' && end.isPaused) work.isInProgress = true;
      else if (!work.isComplete) yield* this.withoutField(end, work);
    } finally {
      this.processes.giveBack(child);
      await dispose?.();
    }
  }

  private async *values(
    job: ExtractJob,
    child: ExtractionProcess,
    { work, recalls }: { readonly work: Work; readonly recalls: Recalls },
  ): AsyncGenerator<JobValue, JobEnd | Breakdown> {
    const values = new Handover<JobValue>();
    let again = work.handedOut;
    const take = async (value: JobValue) => {
      if (again === 0) return values.put(value);
      again -= 1;
    };
    const { recognize, hear, signal } = work.request;
    const totalMs = this.options.totalMs - work.activeMs;
    const running = child.run(job, { take, recognize, hear }, { signal, totalMs }).finally(() => values.close());
    // The consumer below learns of it there.
    running.catch(() => undefined);
    // Only a running job can be recalled: a recall during its preparation happens now.
    recalls.reach(child);
    let isOver = false;
    try {
      for await (const value of withSigns(values)) {
        note(value, work);
        yield value;
      }
      isOver = true;
      return await running;
    } finally {
      if (!isOver) child.kill('cancelled');
    }
  }

  /** When it ended without a field. */
  private *withoutField(end: JobEnd | Breakdown, work: Work): Generator<JobValue> {
    work.isComplete = true;
    if (typeof end === 'object') {
      if (end.isStale) throw notTheSame();
      if (end.problem) throw new ExtractError(end.problem.body, end.problem.severity);
      // Draws only: the field was there before.
      if (work.isDrawing) return;
      throw new Error('A job ended without a field');
    }
    const failure = this.failure(end);
    if (work.resume === undefined || !(failure instanceof ExtractError)) throw failure;
    const rest = `Only the content read before is kept: ${failure.message}`;
    yield { field: partlyUnderstood(work.resume, work.request.understand, extractProblem(rest, 'WARNING')) };
  }

  private failure(breakdown: Breakdown): Error {
    const { timeoutMs, memoryMb, totalMs } = this.options;
    if (breakdown === 'cancelled') return new AppError('cancelled', 'The extraction was cancelled');
    if (breakdown === 'start') return new AppError('unavailable', 'The process that reads files cannot be started');
    if (breakdown === 'time') return limitError(`was read for ${Math.round(timeoutMs / 1000)} s without progress`);
    if (breakdown === 'total') return limitError(`took longer than ${Math.round(totalMs / 60_000)} min to read`);
    if (breakdown === 'memory') return limitError(`needs more than ${memoryMb} MiB of memory to be read`);
    return new ExtractError('The content crashed the process that read it: it is damaged or malicious');
  }
}

/** A recall may come before there is a process that it could reach. */
class Recalls {
  private how: Parameters<Recall>[0] | undefined;
  private child: ExtractionProcess | undefined;

  readonly recall: Recall = (how) => {
    this.how = how;
    if (this.child) this.reach(this.child);
  };

  reach(child: ExtractionProcess): void {
    this.child = child;
    if (this.how === 'now') child.kill('cut');
    else if (this.how === 'when-complete') child.pause();
  }
}

function note(value: JobValue, work: Work): void {
  if (value.alive) return;
  if (value.field) work.isComplete = true;
  work.handedOut += 1;
  if (!value.progress) return;
  work.resume = value.progress.resume;
  work.handedOut = 0;
}

function limitError(what: string): ExtractError {
  return new ExtractError(`The content ${what}, which is the limit: split it`);
}

function notTheSame(): AppError {
  return new AppError('invalid_request', 'The content has changed since a part of it was read: process it again');
}
