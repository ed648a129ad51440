import { Worker } from 'node:worker_threads';
import { AppError } from '@lectern/contracts/core';
import { busy as refusal, Slots } from './slots';
import type { FromThread } from './thread-answers';

/** A thread that is not ready by then is broken. Long, because the machine may be busy. */
const START_TIMEOUT_MS = 30_000;
/** An idle thread ends after this time. */
const IDLE_MS = 60_000;
/** Checks of the CPU time within the time limit of a request. */
const CHECKS = 4;
/** Elapsed time that a request may take, as a multiple of its CPU time; a slower machine counts as broken. */
const WAIT_FACTOR = 60;
/** Heap for short-lived objects; V8's default would exceed the whole limit of a thread. */
const YOUNG_MB = 8;

export interface StoppableOptions {
  /** Compiled file that calls `answerMessages`. */
  readonly entry: string;
  readonly threads: number;
  /** Requests that may wait; at most half of them from one owner. */
  readonly waitingMax: number;
  /** Size limit of a thread's heap. */
  readonly memoryMb: number;
  /** Message to a caller when too many requests wait. */
  readonly busy: string;
}

export interface StoppableRun {
  /** Owners take turns. */
  readonly owner: string;
  /** CPU time that a thread may spend on the request. */
  readonly cpuMsMax: number;
  readonly signal?: AbortSignal;
}

/** A thread was terminated because a request took too much time or memory. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/**
 * Threads for work on untrusted data whose time and memory cannot be limited in any other way. Work beyond its limit is
 * terminated, even in the middle of a loop or a pattern match, and the next request gets a new thread. No thread runs
 * before the first request.
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
   * @throws AppError `rate_limited` when too many requests wait, `cancelled`
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
    // A working thread must keep the process alive; an idle one must not.
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

  /** Limits CPU time instead of elapsed time, because a thread may have to wait for a core on a busy machine. */
  private watching(cpuMsMax: number, before: number): () => void {
    return () => {
      const check = (now: number) => {
        if (now - before > cpuMsMax) this.fail(new StoppedError(`it took more than ${cpuMsMax} ms`));
      };
      this.cpuMs().then(check, () => undefined);
    };
  }

  /** CPU time since the thread began. */
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
