import { AppError } from '@lectern/contracts/core';
import { ExtractionProcess, type ProcessLimits } from './extraction-process';
import { givesWay, KEPT_MB, OVERHEAD_MB } from './memory-share';

export interface ProcessesLimits extends ProcessLimits {
  /** Of all processes together; the earliest job may still take what one process may. */
  readonly sharedMb: number;
}

/** A process is replaced after this many jobs, so that what libraries keep does not pile up. */
const JOBS_PER_PROCESS = 500;
const IDLE_MS = 60_000;
const WATCH_MS = 100;

interface Waiting {
  readonly mb: number;
  readonly begin: () => void;
}

/** Child processes, started when needed and kept for a while, and the memory that they share. */
export class ExtractionProcesses {
  private readonly idle: ExtractionProcess[] = [];
  private readonly all = new Set<ExtractionProcess>();
  /** Known memory of each running job; the earliest first. */
  private readonly atWork = new Map<ExtractionProcess, number>();
  private readonly waiting = new Set<Waiting>();
  private idleTimer: NodeJS.Timeout | undefined;
  private watch: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly limits: ProcessesLimits) {}

  /**
   * To be given back.
   *
   * @param mb what its job is known to need
   * @throws AppError `unavailable` when it is closed
   */
  take(mb = 0): ExtractionProcess {
    if (this.closed) throw closing();
    const child = this.idleOne() ?? this.started();
    this.atWork.set(child, mb);
    this.watch ??= setInterval(() => this.watchMemory(), WATCH_MS).unref();
    return child;
  }

  giveBack(child: ExtractionProcess): void {
    this.atWork.delete(child);
    const isUsable = !this.closed && child.alive && child.jobsDone < JOBS_PER_PROCESS && child.residentMb <= KEPT_MB;
    if (isUsable) this.idle.push(child);
    else this.end(child);
    this.sweepLater();
    if (this.atWork.size === 0) this.stopWatch();
    this.letBegin();
  }

  /** Resolves when a job finds enough memory beside the others, or is alone. */
  room(mb: number, signal?: AbortSignal): Promise<void> {
    if (this.hasRoom(mb) || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const begin = () => {
        this.waiting.delete(entry);
        signal?.removeEventListener('abort', begin);
        resolve();
      };
      const entry = { mb, begin };
      this.waiting.add(entry);
      signal?.addEventListener('abort', begin, { once: true });
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.idleTimer);
    this.stopWatch();
    for (const child of this.all) this.end(child);
    this.idle.length = 0;
    for (const { begin } of this.waiting) begin();
  }

  private idleOne(): ExtractionProcess | undefined {
    for (let child = this.idle.pop(); child; child = this.idle.pop()) if (child.alive) return child;
    return undefined;
  }

  private started(): ExtractionProcess {
    const child = new ExtractionProcess(this.limits);
    this.all.add(child);
    return child;
  }

  private hasRoom(mb: number): boolean {
    if (this.atWork.size === 0) return true;
    const taken = [...this.atWork].reduce((sum, [child, needs]) => sum + Math.max(needs, child.residentMb), 0);
    return taken + mb <= this.limits.sharedMb;
  }

  /** One for each look: what it takes shows only while it works. */
  private letBegin(): void {
    for (const { mb, begin } of this.waiting) if (this.closed || this.hasRoom(mb)) return begin();
  }

  /** Buffers lie outside the heap, so its limit does not hold them; what the system counts does. */
  private watchMemory(): void {
    const { memoryMb, sharedMb } = this.limits;
    const sizes = [...this.atWork.keys()].map((child) => [child, child.residentMb] as const);
    for (const [child, mb] of sizes) if (mb > memoryMb + OVERHEAD_MB) child.kill('memory');
    const idleMb = this.idle.reduce((sum, child) => sum + child.residentMb, 0);
    const busyMb = sizes.reduce((sum, [, mb]) => sum + mb, 0);
    if (idleMb > 0 && idleMb + busyMb > sharedMb) this.endIdle();
    givesWay(sizes, sharedMb)?.kill('crowded');
    this.letBegin();
  }

  private stopWatch(): void {
    clearInterval(this.watch);
    this.watch = undefined;
  }

  private end(child: ExtractionProcess): void {
    child.kill('cancelled');
    this.all.delete(child);
  }

  private endIdle(): void {
    for (const child of this.idle.splice(0)) this.end(child);
  }

  private sweepLater(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => this.endIdle(), IDLE_MS).unref();
  }
}

export function closing(): AppError {
  return new AppError('unavailable', 'Extraction is shutting down');
}
