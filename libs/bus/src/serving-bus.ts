import type { ErrorCode } from '@lectern/contracts/core';
import { Bus } from './bus';
import type { Handlers } from './handlers';

/** One call that a handler of this process finished. */
export interface HandledCall {
  /** Name of the operation. */
  readonly operation: string;
  /** `ok`, or the code of the error with which it ended. */
  readonly outcome: 'ok' | ErrorCode;
  /** From its arrival to its last value. */
  readonly durationMs: number;
}

/** What a bus is made with. */
export interface BusOptions {
  /** Called for every call that ended here; for metrics. */
  readonly observe?: (call: HandledCall) => void;
}

/** What a process does with its bus besides calling: serving, and stopping to serve. */
export abstract class ServingBus extends Bus {
  /** Starts to take calls and events for the handlers. Once per bus. */
  abstract serve(handlers: Handlers): Promise<void>;

  /** Takes no more calls from other processes; what runs goes on. */
  abstract withdraw(): Promise<void>;

  /**
   * Withdraws, takes no more calls that do not belong to running ones, waits for those and cancels what is left after
   * `withinMs`.
   */
  abstract drain(withinMs: number): Promise<void>;

  /** Leaves the network. Open calls end with `unavailable`. */
  abstract close(): Promise<void>;

  /** @throws Error saying why calls to others cannot work now */
  abstract check(): void;
}
