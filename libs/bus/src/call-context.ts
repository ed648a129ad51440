import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of the current work, inherited by log lines and further calls. */
export interface CallContext {
  /** Id of the request in logs. */
  readonly requestId: string;
  /** Name of the operation or task; absent at the edge, before it is known. */
  readonly operation?: string;
  /** `traceparent` of the request (W3C Trace Context), which spans continue; absent without one. */
  readonly traceparent?: string;
}

/** Entered by the bus around every handler; the gateway and the task runner enter it around their own work. */
export const callContext = new AsyncLocalStorage<CallContext>();
