import type { ErrorCode } from '@lectern/contracts/core';
import { Bus } from './bus';
import type { Handlers } from './handlers';

/** One call that a handler of this process finished. */
export interface HandledCall {
  /** Name of the operation. */
  readonly operation: string;
  /** `ok`, or the code of the error that ended it. */
  readonly outcome: 'ok' | ErrorCode;
  /** From its arrival to its last value. */
  readonly durationMs: number;
}

/** Options of a bus. */
export interface BusOptions {
  /** Called for every call that has ended here; for metrics. */
  readonly observe?: (call: HandledCall) => void;
}

/** The process's own side of its bus: starting and stopping to serve calls. */
export abstract class ServingBus extends Bus {
  /** Starts to accept calls and events for the handlers. Once per bus. */
  abstract serve(handlers: Handlers): Promise<void>;

  /** Accepts no more calls from other processes; running calls continue. */
  abstract withdraw(): Promise<void>;

  /**
   * Withdraws, accepts only calls made by running calls, waits for the running calls, and cancels the remaining ones
   * after `withinMs`.
   */
  abstract drain(withinMs: number): Promise<void>;

  /** Leaves the network. Open calls end with `unavailable`. */
  abstract close(): Promise<void>;

  /** @throws Error with the reason why calls to other processes cannot work now */
  abstract check(): void;
}
