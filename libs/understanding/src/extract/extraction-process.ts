import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { entryFile } from '@lectern/config';
import { SPOOL_PREFIX } from './spool';
import type { AnswerMessage, ExtractJob, JobAnswer } from './worker-messages';

/** How a job ended that gave no answer. */
export type Breakdown = 'start' | 'time' | 'memory' | 'crash' | 'cancelled';

export interface ProcessLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

interface Running {
  readonly id: number;
  readonly settle: (result: JobAnswer | Breakdown) => void;
  readonly timers: readonly NodeJS.Timeout[];
}

const WATCH_MS = 250;
const PAGE_BYTES = 4096;
/** Code, buffers and stacks besides the heap. */
const OVERHEAD_MB = 256;

/** One child process, for one job at a time. */
export class ExtractionProcess {
  private readonly child: ChildProcess;
  private running: Running | undefined;
  /** What it means when the process ends now: before it has said anything, that it could not be started. */
  private breakdown: Breakdown = 'start';
  private jobs = 0;
  alive = true;

  constructor(private readonly limits: ProcessLimits) {
    this.child = fork(entryFile(__dirname, 'extract.worker'), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Nothing of the service's environment: it holds secrets, and a document may know how to take the process over.
      env: { NODE_OPTIONS: '', PATH: '', LANG: 'C.UTF-8', TZ: 'UTC' },
      execArgv: [...permissions(), `--max-old-space-size=${limits.memoryMb}`, '--no-warnings'],
    });
    this.child.on('message', (message: AnswerMessage | 'ready') => {
      if (message === 'ready') this.breakdown = 'crash';
      else this.settle(message.id, message.answer);
    });
    this.child.on('error', () => this.end());
    this.child.on('exit', () => this.end());
    this.child.unref();
    this.child.channel?.unref();
  }

  get jobsDone(): number {
    return this.jobs;
  }

  /** @returns the answer, or why there is none; the process is gone then */
  run(job: ExtractJob, signal?: AbortSignal): Promise<JobAnswer | Breakdown> {
    return new Promise((resolve) => {
      const id = (this.jobs += 1);
      const cancel = () => this.kill('cancelled');
      const settle = (result: JobAnswer | Breakdown) => {
        signal?.removeEventListener('abort', cancel);
        resolve(result);
      };
      const timers = [
        setTimeout(() => this.kill('time'), this.limits.timeoutMs),
        setInterval(() => this.watchMemory(), WATCH_MS),
      ];
      this.running = { id, settle, timers };
      this.child.channel?.ref();
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted) return cancel();
      this.child.send({ id, job }, (error) => {
        if (error) this.kill(this.breakdown);
      });
    });
  }

  kill(why: Breakdown): void {
    this.breakdown = why;
    this.child.kill('SIGKILL');
  }

  private settle(id: number, result: JobAnswer | Breakdown): void {
    if (this.running?.id !== id) return;
    const { settle, timers } = this.running;
    this.running = undefined;
    timers.forEach((timer) => clearTimeout(timer));
    this.child.channel?.unref();
    settle(result);
  }

  private end(): void {
    if (!this.alive) return;
    this.alive = false;
    // The heap's own limit ends the process with an abort.
    const ranOut = this.breakdown === 'crash' && (this.child.signalCode === 'SIGABRT' || this.child.exitCode === 134);
    if (this.running) this.settle(this.running.id, ranOut ? 'memory' : this.breakdown);
  }

  /** Buffers lie outside the heap, so its limit does not hold them; what the system counts does. */
  private watchMemory(): void {
    if (residentMb(this.child.pid) > this.limits.memoryMb + OVERHEAD_MB) this.kill('memory');
  }
}

/** It may read its own code, the libraries, and the files that wait for it; write, start and load nothing. */
function permissions(): string[] {
  const code = resolve(dirname(entryFile(__dirname, 'extract.worker')), '../../../..');
  // Where the libraries are, and where they are looked for first: a link, or the same folder.
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
