import { AppError } from '@lectern/contracts/core';
import { ExtractionProcess, type ProcessLimits } from './extraction-process';

/** A process is replaced after this many jobs, so that what libraries keep does not pile up. */
const JOBS_PER_PROCESS = 500;
const IDLE_MS = 60_000;

/** Child processes, started when needed and kept for a while. */
export class ExtractionProcesses {
  private readonly idle: ExtractionProcess[] = [];
  private readonly all = new Set<ExtractionProcess>();
  private idleTimer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly limits: ProcessLimits) {}

  /** @throws AppError `unavailable` when it is closed */
  take(): ExtractionProcess {
    if (this.closed) throw closing();
    for (let child = this.idle.pop(); child; child = this.idle.pop()) if (child.alive) return child;
    const started = new ExtractionProcess(this.limits);
    this.all.add(started);
    return started;
  }

  giveBack(child: ExtractionProcess): void {
    const isUsable = !this.closed && child.alive && child.jobsDone < JOBS_PER_PROCESS;
    if (isUsable) this.idle.push(child);
    else this.end(child);
    this.sweepLater();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.idleTimer);
    for (const child of this.all) this.end(child);
    this.idle.length = 0;
  }

  private end(child: ExtractionProcess): void {
    child.kill('cancelled');
    this.all.delete(child);
  }

  private sweepLater(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => this.idle.splice(0).forEach((child) => this.end(child)), IDLE_MS).unref();
  }
}

export function closing(): AppError {
  return new AppError('unavailable', 'Extraction is shutting down');
}
