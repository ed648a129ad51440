import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { entryFile } from '@lectern/config';
import type { ReadContext } from '../extract/reader';
import { SPOOL_PREFIX } from './spool';
import type { ExtractJob, FromWorker, JobEnd, JobValue, ToWorker } from './worker-messages';

/** How a job ended that gave no answer; `crowded`: it gave way to others with which it shares memory. */
export type Breakdown = 'start' | 'time' | 'memory' | 'crowded' | 'crash' | 'cut' | 'total' | 'cancelled';

export interface ProcessLimits {
  /** Longest time without progress: a page, a part, a value. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

/** Handlers of a job's requests. */
export interface JobClient {
  /** Rejects when the job cannot continue; the process is ended then. */
  readonly recognize: NonNullable<ReadContext['recognize']>;
  /** The same. */
  readonly hear: NonNullable<ReadContext['hear']>;
  /** Takes a value; the process waits while it is taken. */
  readonly take: (value: JobValue) => Promise<void>;
}

export interface JobLimits {
  readonly signal?: AbortSignal;
  /** Longest time that is the job's own: neither waiting for its values to be taken nor for pictures. */
  readonly totalMs?: number;
}

interface Running {
  readonly id: number;
  readonly client: JobClient;
  readonly settle: (result: JobEnd | Breakdown) => void;
  readonly fail: (error: unknown) => void;
  /** Values that are being taken and pictures that are being recognised: time that is not the job's. */
  waiting: number;
  /** How it ended, once it has, though some of its values may still be taken. */
  end?: JobEnd;
}

const PAGE_BYTES = 4096;
/** Returns freed memory to the system: glibc would keep it. */
const ALLOCATION = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

/** One child process, for one job at a time. */
export class ExtractionProcess {
  private readonly child: ChildProcess;
  private running: Running | undefined;
  private late: NodeJS.Timeout | undefined;
  /** Meaning of an end of the process now: before its first message, that it could not be started. */
  private breakdown: Breakdown = 'start';
  private jobs = 0;
  private killed = false;
  private clockSince: number | undefined;
  private totalMs = Infinity;
  /** Of the last job: its own time. */
  activeMs = 0;
  private takenMb = 0;
  private ended = false;

  constructor(private readonly limits: ProcessLimits) {
    this.child = fork(entryFile(__dirname, 'extract.worker'), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Nothing of the service's environment: it holds secrets, and a document may know how to take the process over.
      env: { NODE_OPTIONS: '', PATH: '', LANG: 'C.UTF-8', TZ: 'UTC', ...ALLOCATION },
      execArgv: [...permissions(), `--max-old-space-size=${limits.memoryMb}`, '--no-warnings'],
    });
    this.child.on('message', (message: FromWorker | 'ready') => {
      if (message === 'ready') this.breakdown = 'crash';
      else if (message.id === this.running?.id) this.receive(message, this.running);
    });
    this.child.on('error', () => this.end());
    this.child.on('exit', () => this.end());
    this.child.unref();
    this.child.channel?.unref();
  }

  /** Whether it can be given another job. */
  get alive(): boolean {
    return !this.killed && !this.ended;
  }

  get jobsDone(): number {
    return this.jobs;
  }

  /** Its memory; 0 where the system does not tell. */
  get residentMb(): number {
    return this.alive ? residentMb(this.child.pid) : 0;
  }

  /** Its memory when it was ended. */
  get lastMb(): number {
    return this.takenMb;
  }

  /**
   * @returns how it ended, or why it did not; the process is gone then
   * @throws what the client throws
   */
  run(job: ExtractJob, client: JobClient, { signal, totalMs = Infinity }: JobLimits = {}): Promise<JobEnd | Breakdown> {
    return new Promise((resolve, reject) => {
      const id = (this.jobs += 1);
      const cancel = () => this.kill('cancelled');
      const settled = () => signal?.removeEventListener('abort', cancel);
      const settle = (result: JobEnd | Breakdown) => (settled(), resolve(result));
      const fail = (error: unknown) => (settled(), reject(error));
      this.running = { id, client, settle, fail, waiting: 0 };
      this.activeMs = 0;
      this.totalMs = totalMs;
      this.startClock();
      this.child.channel?.ref();
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted) return cancel();
      this.send({ id, job });
    });
  }

  /** Has the job end when it has reported progress again. */
  pause(): void {
    if (this.running) this.send({ id: this.running.id, pause: true });
  }

  /** The first reason counts. */
  kill(why: Breakdown): void {
    if (!this.killed) {
      this.breakdown = why;
      this.takenMb = this.residentMb;
    }
    this.killed = true;
    this.child.kill('SIGKILL');
  }

  private receive(message: FromWorker, running: Running): void {
    if ('end' in message) {
      running.end = message.end;
      return this.settleEnded(running);
    }
    if (running.waiting === 0) this.startClock();
    const { id, client } = running;
    if ('value' in message)
      this.ask(running, async () => {
        await client.take(message.value);
        return { id, taken: true };
      });
    if ('picture' in message)
      this.ask(running, async () => ({ id, recognized: await client.recognize(message.picture) }));
    if ('sound' in message)
      this.ask(running, async () => ({ id, heard: await client.hear(message.sound, message.mediaType) }));
  }

  /** Time that the client takes is not the job's. */
  private ask(running: Running, answer: () => Promise<ToWorker>): void {
    this.stopClock();
    running.waiting += 1;
    answer().then(
      (message) => {
        running.waiting -= 1;
        if (this.running !== running) return;
        if (running.end) return this.settleEnded(running);
        if (running.waiting === 0) this.startClock();
        this.send(message);
      },
      (error: unknown) => {
        if (this.running !== running) return;
        this.finish(() => running.fail(error));
        this.kill('cancelled');
      },
    );
  }

  /** When all values are taken, which may fail. */
  private settleEnded(running: Running): void {
    const { end } = running;
    if (end && running.waiting === 0) this.finish(() => running.settle(end));
  }

  private send(message: ToWorker): void {
    this.child.send(message, (error) => {
      if (error) this.kill(this.breakdown);
    });
  }

  private startClock(): void {
    this.stopClock();
    this.clockSince = Date.now();
    const leftMs = this.totalMs - this.activeMs;
    const { timeoutMs } = this.limits;
    this.late = setTimeout(() => this.kill(leftMs < timeoutMs ? 'total' : 'time'), Math.min(timeoutMs, leftMs));
  }

  private stopClock(): void {
    clearTimeout(this.late);
    if (this.clockSince !== undefined) this.activeMs += Date.now() - this.clockSince;
    this.clockSince = undefined;
  }

  private finish(settle: () => void): void {
    this.running = undefined;
    this.stopClock();
    this.child.channel?.unref();
    settle();
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    // The heap's own limit ends the process with an abort.
    const ranOut = this.breakdown === 'crash' && (this.child.signalCode === 'SIGABRT' || this.child.exitCode === 134);
    const { running } = this;
    if (running) this.finish(() => running.settle(running.end ?? (ranOut ? 'memory' : this.breakdown)));
  }
}

/** It may read its own code, the libraries, and the files that wait for it; write, start and load nothing. */
function permissions(): string[] {
  const code = resolve(dirname(entryFile(__dirname, 'extract.worker')), '../../../..');
  // Where the libraries are, and where they are searched first: a link, or the same folder.
  const libraries = [dirname(dirname(require.resolve('pdfjs-dist/package.json'))), join(code, '../node_modules')];
  const manifests = libraries.map((folder) => join(folder, '../package.json'));
  const readable = new Set([`${code}/*`, ...libraries.map((folder) => `${folder}*`), ...manifests, `${SPOOL_PREFIX}*`]);
  return ['--permission', ...[...readable].map((path) => `--allow-fs-read=${path}`)];
}

function residentMb(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return (pages * PAGE_BYTES) / 1_048_576;
  } catch {
    // Not Linux, or gone already: the heap's limit alone holds.
    return 0;
  }
}
