import { setImmediate } from 'node:timers/promises';
import { TURN_MS } from './limits';

/** Gives timers and sockets a turn while a handler produces values without ever waiting. */
export class Pace {
  private sinceMs = performance.now();

  isDue(): boolean {
    return performance.now() - this.sinceMs > TURN_MS;
  }

  async rest(): Promise<void> {
    await setImmediate();
    this.sinceMs = performance.now();
  }
}
