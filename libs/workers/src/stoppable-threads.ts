import { Worker } from 'node:worker_threads';
import { AppError } from '@lectern/contracts/core';
import { busy as refusal, Slots } from './slots';
import type { FromThread } from './thread-answers';

/** A thread that does not get that far is broken; the machine may be busy. */
const START_TIMEOUT_MS = 30_000;
/** A thread that nobody needs for so long is ended. */
const IDLE_MS = 60_000;
/** How often it is looked at within its time. */
const CHECKS = 4;
/** A machine that leaves a thread less of a core than this part of one does not work. */
const WAIT_FACTOR = 60;
/** Of short-lived objects; V8 would give it more than its whole limit. */
const YOUNG_MB = 8;

export interface StoppableOptions {
  /** Compiled file that calls `answerMessages`. */
  readonly entry: string;
  readonly threads: number;
  /** Requests that may wait; half of them of one owner. */
  readonly waitingMax: number;
  /** Of a thread's heap. */
  readonly memoryMb: number;
  /** Message to a caller when too many wait. */
  readonly busy: string;
}

export interface StoppableRun {
  /** Owners take turns. */
  readonly owner: string;
  /** CPU time that a thread may spend on it. */
  readonly cpuMsMax: number;
  readonly signal?: AbortSignal;
}

/** A thread was stopped over a request, because that took too long or too much memory. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/**
 * Threads for work on foreign data whose time and memory cannot be bounded in any other way. Work beyond its limit is
 * terminated, in the middle of a loop or a pattern, and the next request gets a new thread. Nothing runs before the
 * first request.
 */
export class StoppableThreads<Q, A> {
  private readonly slots: Slots;
  private readonly idle: StoppableThread<Q, A>[] = [];

  constructor(private readonly options: StoppableOptions) {
    const { threads, waitingMax, busy } = options;
    this.slots = new Slots({
      slotsMax: threads,
      waitingMax,
      ownWaitingMax: Math.max(1, waitingMax / 2),
      order: 'fair',
      refusal: refusal(busy),
    });
  }

  /**
   * @throws StoppedError
   * @throws AppError `rate_limited` when too many wait, `cancelled`
   */
  run(request: Q, { owner, cpuMsMax, signal }: StoppableRun): Promise<A> {
    const work = async () => {
      const thread = this.idle.pop() ?? new StoppableThread<Q, A>(this.options);
      try {
        const answer = await thread.ask(request, cpuMsMax, signal);
        this.rest(thread);
        return answer;
      } catch (error) {
        thread.stop();
        throw error;
      }
    };
    return this.slots.use({ owner, signal }, work);
  }

  private rest(thread: StoppableThread<Q, A>): void {
    this.idle.push(thread);
    thread.restUntil(IDLE_MS, () => {
      const at = this.idle.indexOf(thread);
      if (at !== -1) this.idle.splice(at, 1);
    });
  }
}

class StoppableThread<Q, A> {
  private readonly worker: Worker;
  private readonly ready: Promise<unknown>;
  private receive: (message: FromThread<A>) => void = () => undefined;
  private fail: (error: Error) => void = () => undefined;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor({ entry, memoryMb }: Pick<StoppableOptions, 'entry' | 'memoryMb'>) {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
    this.worker = new Worker(entry, { resourceLimits, env: {} });
    this.worker.on('message', (message: FromThread<A>) => this.receive(message));
    this.worker.on('error', (cause) => this.fail(new StoppedError('it failed in its thread', { cause })));
    this.worker.on('exit', (code) => this.fail(new StoppedError(`its thread ended with ${code}`)));
    this.ready = this.next(START_TIMEOUT_MS);
  }

  async ask(request: Q, cpuMsMax: number, signal?: AbortSignal): Promise<A> {
    clearTimeout(this.idleTimer);
    // While it works the process must not end; while it idles it must be able to.
    this.worker.ref();
    await this.ready.catch((cause: unknown) => {
      throw new AppError('unavailable', 'No thread can be started for it: try again later', {}, { cause });
    });
    const watch = setInterval(this.watching(cpuMsMax, await this.cpuMs()), cpuMsMax / CHECKS);
    try {
      this.worker.postMessage(request);
      const message = await this.next(cpuMsMax * WAIT_FACTOR, signal);
      if (!('answer' in message)) throw new StoppedError('its thread said something else');
      return message.answer;
    } finally {
      clearInterval(watch);
    }
  }

  restUntil(idleMs: number, ended: () => void): void {
    this.worker.unref();
    const end = () => {
      ended();
      this.stop();
    };
    this.fail = end;
    this.idleTimer = setTimeout(end, idleMs).unref();
  }

  stop(): void {
    clearTimeout(this.idleTimer);
    this.fail = () => undefined;
    void this.worker.terminate();
  }

  /** CPU, because the thread itself waits on a busy machine. */
  private watching(cpuMsMax: number, before: number): () => void {
    return () => {
      const check = (now: number) => {
        if (now - before > cpuMsMax) this.fail(new StoppedError(`it took more than ${cpuMsMax} ms`));
      };
      this.cpuMs().then(check, () => undefined);
    };
  }

  /** Since the thread began. */
  private async cpuMs(): Promise<number> {
    const { user, system } = await this.worker.cpuUsage();
    return (user + system) / 1_000;
  }

  private next(timeoutMs: number, signal?: AbortSignal): Promise<FromThread<A>> {
    return new Promise((resolve, reject) => {
      const cancel = () => this.fail(new AppError('cancelled', 'Cancelled'));
      const late = () => this.fail(new StoppedError(`it took longer than ${timeoutMs} ms`));
      const timer = setTimeout(late, timeoutMs);
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      };
      this.receive = (message) => {
        end();
        resolve(message);
      };
      this.fail = (error) => {
        end();
        reject(error);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted) cancel();
    });
  }
}
