import { AppError } from '@lectern/contracts/core';
import { Metrics, Stopping } from '@lectern/runtime';
import { Injectable, Optional } from '@nestjs/common';
import type { ResourceProgress } from './notification';
import { ProgressQueue } from './progress-queue';

/** Per knowledge box, in this process. */
const LISTENERS_MAX = 100;
/** Maximum backlog of one listener. */
const WAITING_MAX = 1_000;
const RETRY_AFTER_S = 10;

/** Distributes the steps of resources to listeners in this process. Every process receives all steps. */
@Injectable()
export class NotificationHub {
  private readonly listeners = new Map<string, Set<ProgressQueue>>();
  private readonly slow: { readonly inc: () => void } | undefined;

  constructor(
    @Optional() private readonly stopping?: Stopping,
    @Optional() metrics?: Metrics,
  ) {
    metrics?.gauge({
      name: 'notification_listeners',
      help: 'Open streams of notifications in this process',
      collect: () => [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0),
    });
    this.slow = metrics?.counter({
      name: 'notification_listeners_cut_total',
      help: 'Streams of notifications that were ended because their clients were too slow',
    });
    stopping?.signal.addEventListener('abort', () => this.endAll());
  }

  tell(progress: ResourceProgress): void {
    for (const queue of this.listeners.get(progress.kbid) ?? []) {
      queue.push(progress);
      if (queue.isEnded) this.slow?.inc();
    }
  }

  /** @throws AppError `rate_limited` when the box has too many listeners */
  listen(kbid: string): ProgressQueue {
    const own = this.listeners.get(kbid) ?? new Set();
    if (own.size >= LISTENERS_MAX) throw tooManyListeners();
    const queue = new ProgressQueue(WAITING_MAX);
    if (this.stopping?.signal.aborted) queue.end();
    this.listeners.set(kbid, own.add(queue));
    return queue;
  }

  leave(kbid: string, queue: ProgressQueue): void {
    const own = this.listeners.get(kbid);
    own?.delete(queue);
    if (own?.size === 0) this.listeners.delete(kbid);
  }

  /** Ends all streams so that they do not delay shutdown. */
  private endAll(): void {
    for (const own of this.listeners.values()) for (const queue of own) queue.end();
  }
}

function tooManyListeners(): AppError {
  const message = `At most ${LISTENERS_MAX} clients follow a knowledge box at once`;
  const detail = { message, try_after: Date.now() / 1_000 + RETRY_AFTER_S };
  return new AppError('rate_limited', message, { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}
