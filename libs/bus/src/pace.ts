import { setImmediate } from 'node:timers/promises';
import { turnMs } from './limits';

/** Lets timers and sockets have their turn while a handler makes values without ever waiting. */
export class Pace {
  private sinceMs = performance.now();

  isDue(): boolean {
    return performance.now() - this.sinceMs > turnMs;
  }

  async rest(): Promise<void> {
    await setImmediate();
    this.sinceMs = performance.now();
  }
}
