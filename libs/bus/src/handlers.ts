import { isObservable, lastValueFrom } from 'rxjs';

/** One handler as Nest bound it: guards, pipes and interceptors included. */
export interface OperationHandler {
  readonly stream: boolean;
  /** Whether calls may name this process. */
  readonly addressed?: boolean;
  /** Gives the answer, or for a stream the async iterable of values. */
  readonly handle: (request: unknown) => Promise<unknown>;
}

export type Listener = (data: unknown) => Promise<unknown>;

/** All operations that one process handles and events that it listens to, by name. */
export class Handlers {
  readonly operations = new Map<string, OperationHandler>();
  readonly listeners = new Map<string, Listener[]>();

  /** @throws Error when the operation already has a handler */
  handle(operation: string, handler: OperationHandler): void {
    if (this.operations.has(operation)) throw new Error(`${operation} has two handlers in one process`);
    this.operations.set(operation, handler);
  }

  listen(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
}

/** The handler's result; an interceptor of Nest wraps it in an observable of one value. */
export async function unwrapped(result: Promise<unknown>): Promise<unknown> {
  const value = await result;
  return isObservable(value) ? lastValueFrom(value, { defaultValue: undefined }) : value;
}

/** @throws TypeError when the value is not an async iterable */
export function iteratorOf(value: unknown): AsyncIterator<unknown> {
  if (isAsyncIterable(value)) return value[Symbol.asyncIterator]();
  throw new TypeError('The handler of a stream operation did not return an async iterable');
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
