import {
  AppError,
  type EventDefinition,
  type Input,
  type StreamOperation,
  type UnaryOperation,
} from '@lectern/contracts/core';
import type { CallOptions } from './bus';
import { EventQueues } from './event-queue';
import { abortReason, nobodyHandles, processIsGone, processStops, whenAborted } from './faults';
import { handedOver } from './handed-over';
import { Handlers, iteratorOf } from './handlers';
import { Pace } from './pace';
import { checkAddressed, deadlineOf, newProcessId, requestIdOfCall, requestOf, traceOfCall } from './request';
import type { RunningCall } from './running-call';
import { RunningCalls } from './running-calls';
import { type BusOptions, ServingBus } from './serving-bus';

/**
 * The bus of a process that runs all services itself: the same limits, deadlines and errors as over a network. Values
 * are passed on without a copy.
 */
export class InProcessBus extends ServingBus {
  readonly process = newProcessId();
  private readonly running: RunningCalls;
  private handlers = new Handlers();
  private events = new EventQueues(new Map());

  /** @param freezes makes any change of a passed value throw; for tests and development, because it costs CPU */
  constructor(
    options: BusOptions = {},
    private readonly freezes = true,
  ) {
    super();
    this.running = new RunningCalls(options);
  }

  async serve(handlers: Handlers): Promise<void> {
    this.handlers = handlers;
    this.events = new EventQueues(handlers.listeners);
  }

  async request<P, Q, H, B, A>(
    operation: UnaryOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): Promise<A> {
    const { call, handle, release } = this.open(operation, input, options);
    try {
      const answer = await call.step(async () => this.handed(await handle(), `The answer of ${operation.name}`));
      call.end('ok');
      // The handler's type is checked where it is declared, by @Handles.
      return answer as A;
    } catch (error) {
      throw endedCall(call, error);
    } finally {
      release();
    }
  }

  async *stream<P, Q, H, B, A>(
    operation: StreamOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): AsyncGenerator<A> {
    const { call, handle, release } = this.open(operation, input, options);
    try {
      const iterator = await call.step(async () => iteratorOf(await handle()));
      call.whenStopped(() => iterator.return?.());
      yield* this.values<A>(call, iterator);
      call.end('ok');
    } catch (error) {
      throw endedCall(call, error);
    } finally {
      call.end('cancelled');
      release();
    }
  }

  publish<T>(event: EventDefinition<T>, data: T): void {
    const handed = this.handed(data, `The event ${event.name}`);
    this.events.push(event.name, () => handed);
  }

  async withdraw(): Promise<void> {}

  async drain(withinMs: number): Promise<void> {
    await this.running.drain(withinMs);
  }

  async close(): Promise<void> {
    this.running.stopAll(processStops());
  }

  check(): void {}

  private async *values<A>(call: RunningCall, iterator: AsyncIterator<unknown>): AsyncGenerator<A> {
    const pace = new Pace();
    const what = `A value of ${call.head.operation}`;
    for (;;) {
      const step = await call.step(async () => {
        const { done, value } = await iterator.next();
        return { done, value: done ? undefined : this.handed(value, what) };
      });
      if (step.done) return;
      // As in `request`.
      yield step.value as A;
      if (pace.isDue()) await pace.rest();
    }
  }

  private open(operation: AnyParts, input: Partial<Input>, options: CallOptions): OpenCall {
    const { name } = operation;
    checkAddressed(operation, options);
    if (options.to !== undefined && options.to !== this.process) throw processIsGone(name);
    const handler = this.handlers.operations.get(name);
    if (!handler) throw nobodyHandles(name);
    if (options.signal?.aborted) throw abortReason(options.signal, name);
    const handed = this.handed(input, `The input of ${name}`);
    const deadlineMs = deadlineOf(operation, options);
    const call = this.running.begin({
      operation: name,
      principal: options.principal,
      requestId: requestIdOfCall(options),
      ...traceOfCall(options),
      deadlineMs,
    });
    return {
      call,
      handle: () => handler.handle(requestOf(handed, call)),
      release: whenAborted(options.signal, name, (reason) => call.stop(reason)),
    };
  }

  private handed<T>(value: T, what: string): T {
    return handedOver(value, what, this.freezes);
  }
}

interface AnyParts {
  readonly name: string;
  readonly addressed?: true;
  readonly deadlineMs: number;
}

interface OpenCall {
  readonly call: RunningCall;
  readonly handle: () => Promise<unknown>;
  readonly release: () => void;
}

/** Ends the call with the error that its caller sees. */
function endedCall(call: RunningCall, error: unknown): unknown {
  call.end(error instanceof AppError ? error.code : 'internal');
  return error;
}
