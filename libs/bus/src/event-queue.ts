import { Logger } from '@nestjs/common';
import type { Listener } from './handlers';
import { LISTENER_TIMEOUT_MS, WAITING_EVENTS_MAX } from './limits';

const logger = new Logger('Bus');

/** The events of one listener, delivered in order and one at a time; the queue is bounded. */
export class EventQueue {
  private readonly waiting: unknown[] = [];
  private busy = false;
  private dropped = 0;

  constructor(
    private readonly event: string,
    private readonly listener: Listener,
  ) {}

  push(data: unknown): void {
    if (this.waiting.length >= WAITING_EVENTS_MAX) {
      this.dropped++;
      return;
    }
    this.waiting.push(data);
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) await this.deliver(this.waiting.shift());
    this.busy = false;
    if (this.dropped > 0) logger.warn(`A listener of ${this.event} was too slow: ${this.dropped} events were dropped`);
    this.dropped = 0;
  }

  private async deliver(data: unknown): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new Error(`A listener of ${this.event} took longer than ${LISTENER_TIMEOUT_MS} ms`);
      timer = setTimeout(() => reject(error), LISTENER_TIMEOUT_MS).unref();
    });
    try {
      await Promise.race([this.listener(data), late]);
    } catch (error) {
      logger.error(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** One queue per listener, by event. */
export class EventQueues {
  private readonly queues: ReadonlyMap<string, readonly EventQueue[]>;

  constructor(listeners: ReadonlyMap<string, readonly Listener[]>) {
    this.queues = new Map(
      [...listeners].map(([event, all]) => [event, all.map((listener) => new EventQueue(event, listener))]),
    );
  }

  names(): readonly string[] {
    return [...this.queues.keys()];
  }

  /** @param copy gives each listener its own value */
  push(event: string, copy: () => unknown): void {
    for (const queue of this.queues.get(event) ?? []) queue.push(copy());
  }
}
