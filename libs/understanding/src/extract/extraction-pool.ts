import { AppError, type ProcessingValue } from '@lectern/contracts';
import { ExtractError } from './extract-error';
import { type Breakdown, ExtractionProcess, type ProcessLimits } from './extraction-process';
import { Handover } from './handover';
import type { ReadContext } from './reader';
import type { ExtractJob } from './worker-messages';

export interface PoolOptions extends ProcessLimits {
  readonly processes: number;
  readonly queueLength: number;
}

export interface RunOptions {
  readonly recognize: NonNullable<ReadContext['recognize']>;
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly start: (process: ExtractionProcess) => void;
  readonly refuse: (error: AppError) => void;
}

/** A process is replaced after this many jobs, so that what libraries keep does not pile up. */
const JOBS_PER_PROCESS = 500;
const IDLE_MS = 60_000;

/**
 * Takes files apart in child processes. Not in threads: a thread's heap can be limited, but not its buffers, a broken
 * file can abort the whole process from within a thread, and a thread sees the service's memory and secrets.
 */
export class ExtractionPool {
  private readonly idle: ExtractionProcess[] = [];
  private readonly all = new Set<ExtractionProcess>();
  private readonly waiting: Waiting[] = [];
  private idleTimer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: PoolOptions) {}

  get queued(): number {
    return this.waiting.length;
  }

  /**
   * The values of a job as they come; the process waits while they are not taken.
   *
   * @throws ExtractError when the content cannot be read or needs more than it may use
   * @throws AppError `rate_limited` when too many wait, `cancelled`, `unavailable` when the pool is closed
   */
  async *run(job: ExtractJob, { recognize, signal }: RunOptions): AsyncGenerator<ProcessingValue> {
    const child = await this.acquire(signal);
    const values = new Handover<ProcessingValue>();
    const take = (value: ProcessingValue) => values.put(value);
    const running = child.run(job, { take, recognize }, signal).finally(() => values.close());
    // Whoever waits for values below learns of it there.
    running.catch(() => undefined);
    let isOver = false;
    try {
      for await (const value of values) yield value;
      isOver = true;
      const end = await running;
      if (typeof end === 'string') throw this.failure(end);
      if (end.problem) throw new ExtractError(end.problem.body, end.problem.severity);
    } finally {
      if (!isOver) child.kill('cancelled');
      this.release(child);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.idleTimer);
    for (const child of this.all) child.kill('cancelled');
    this.all.clear();
    this.idle.length = 0;
    for (const { refuse } of this.waiting.splice(0)) refuse(closing());
  }

  private acquire(signal: AbortSignal | undefined): Promise<ExtractionProcess> {
    if (this.closed) throw closing();
    signal?.throwIfAborted();
    const free = this.takeIdle() ?? this.startNew();
    if (free) return Promise.resolve(free);
    if (this.waiting.length >= this.options.queueLength) {
      throw new AppError('rate_limited', 'Too many files wait to be read: try again later');
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = { start: resolve, refuse: reject };
      this.waiting.push(entry);
      signal?.addEventListener('abort', () => {
        const at = this.waiting.indexOf(entry);
        if (at === -1) return;
        this.waiting.splice(at, 1);
        reject(new AppError('cancelled', 'The extraction was cancelled'));
      });
    });
  }

  private takeIdle(): ExtractionProcess | undefined {
    for (let child = this.idle.pop(); child; child = this.idle.pop()) if (child.alive) return child;
    return undefined;
  }

  private startNew(): ExtractionProcess | undefined {
    for (const child of this.all) if (!child.alive) this.all.delete(child);
    if (this.all.size >= this.options.processes) return undefined;
    const child = new ExtractionProcess(this.options);
    this.all.add(child);
    return child;
  }

  private release(child: ExtractionProcess): void {
    if (child.alive && child.jobsDone >= JOBS_PER_PROCESS) child.kill('cancelled');
    const usable = child.alive && child.jobsDone < JOBS_PER_PROCESS ? child : undefined;
    if (!usable) this.all.delete(child);
    const next = this.closed ? undefined : this.waiting.shift();
    if (next) {
      const free = usable ?? this.startNew();
      if (free) return next.start(free);
      this.waiting.unshift(next);
    } else if (usable) {
      this.idle.push(usable);
      this.sweepLater();
    }
  }

  private sweepLater(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      for (const child of this.idle.splice(0)) {
        child.kill('cancelled');
        this.all.delete(child);
      }
    }, IDLE_MS).unref();
  }

  private failure(breakdown: Breakdown): Error {
    const { timeoutMs, memoryMb } = this.options;
    if (breakdown === 'cancelled') return new AppError('cancelled', 'The extraction was cancelled');
    if (breakdown === 'start') return new AppError('unavailable', 'The process that reads files cannot be started');
    if (breakdown === 'time') {
      return new ExtractError(
        `The content was read for ${Math.round(timeoutMs / 1000)} s without progress, which is the limit: split it`,
      );
    }
    if (breakdown === 'memory') {
      return new ExtractError(
        `The content needs more than ${memoryMb} MiB of memory to be read, which is the limit: split it`,
      );
    }
    return new ExtractError('The content ended the process that read it: it is damaged, or written to do harm');
  }
}

function closing(): AppError {
  return new AppError('unavailable', 'Extraction is shutting down');
}
