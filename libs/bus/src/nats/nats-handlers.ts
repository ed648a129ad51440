import { AppError, type ErrorCode } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { cancelled, faultOf, internal } from '../faults';
import { type Handlers, iteratorOf, type OperationHandler } from '../handlers';
import { Pace } from '../pace';
import { requestOf } from '../request';
import type { RunningCall } from '../running-call';
import { RunningCalls } from '../running-calls';
import type { BusOptions } from '../serving-bus';
import { SendCredit } from './credit';
import { type CallEnvelope, decodeControl, decodeValue } from './frames';
import { ValueBatch } from './value-batch';
import type { Wire } from './wire';

/** A unary call that takes longer tells its caller which process handles it, so that the caller notices its death. */
const ACCEPT_AFTER_MS = 100;

interface Incoming {
  readonly call: RunningCall;
  readonly replySubject: string;
  readonly credit: SendCredit;
}

const logger = new Logger('Bus');

/** The handling side of the bus on NATS. */
export class NatsHandlers {
  private readonly running: RunningCalls;
  private readonly incoming = new Map<string, Incoming>();
  private subscriptions: Subscription[] = [];

  constructor(
    private readonly wire: Wire,
    options: BusOptions,
  ) {
    this.running = new RunningCalls(options);
    wire.onControl((message) => this.control(message));
  }

  serve(handlers: Handlers): void {
    for (const [operation, handler] of handlers.operations) {
      const take = (message: Msg) => void this.take(operation, handler, message);
      this.subscriptions.push(this.wire.onCall(operation, take));
      if (handler.addressed) this.subscriptions.push(this.wire.onCallHere(operation, take));
    }
  }

  /** Resolves when no further call can arrive. */
  async withdraw(): Promise<void> {
    const subscriptions = this.subscriptions;
    this.subscriptions = [];
    await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
  }

  async drain(withinMs: number): Promise<void> {
    await this.running.drain(withinMs);
  }

  stopAll(reason: AppError): void {
    this.running.stopAll(reason);
  }

  /** Cancels calls whose callers' processes are dead. */
  tick(nowMs: number): void {
    for (const { call, replySubject } of this.incoming.values()) {
      const caller = this.wire.callerOf(replySubject);
      if (!this.wire.peers.isAlive(caller, nowMs)) call.stop(cancelled(call.head.operation));
    }
  }

  private async take(operation: string, handler: OperationHandler, message: Msg): Promise<void> {
    const { reply: replySubject, data } = message;
    if (replySubject === undefined) return;
    try {
      this.wire.peers.noteHeartbeat(this.wire.callerOf(replySubject), performance.now());
      // Written by NatsCaller on the other side.
      const { input, ...head } = decodeValue(data) as CallEnvelope;
      const call = this.running.begin({ operation, ...head });
      const incoming = { call, replySubject, credit: new SendCredit() };
      this.incoming.set(replySubject, incoming);
      const handle = () => handler.handle(requestOf(input, call));
      await this.run(
        incoming,
        handler.stream ? () => this.pump(incoming, handle) : () => this.answer(incoming, handle),
      );
    } catch (error) {
      // Only failures before the call began: too many calls, or an invalid envelope.
      if (!(error instanceof AppError)) logger.error(error);
      this.refuse(replySubject, error instanceof AppError ? error : internal());
    }
  }

  private async run({ call, replySubject }: Incoming, work: () => Promise<void>): Promise<void> {
    let outcome: 'ok' | ErrorCode = 'internal';
    try {
      await work();
      outcome = 'ok';
    } catch (error) {
      const reason = error instanceof AppError ? error : internal();
      outcome = reason.code;
      this.refuse(replySubject, reason);
    } finally {
      this.incoming.delete(replySubject);
      call.end(outcome);
    }
  }

  private async answer({ call, replySubject }: Incoming, handle: () => Promise<unknown>): Promise<void> {
    const timer = setTimeout(() => this.accept(replySubject), ACCEPT_AFTER_MS);
    try {
      const value = await call.step(async () =>
        this.wire.encoded(await handle(), `The answer of ${call.head.operation}`),
      );
      this.wire.answer(replySubject, { kind: 'answer', value });
    } finally {
      clearTimeout(timer);
    }
  }

  private async pump({ call, replySubject, credit }: Incoming, handle: () => Promise<unknown>): Promise<void> {
    this.accept(replySubject);
    const batch = new ValueBatch((first, values) => this.wire.answer(replySubject, { kind: 'values', first, values }));
    const pace = new Pace();
    try {
      const iterator = await call.step(async () => iteratorOf(await handle()));
      call.whenStopped(async () => {
        credit.wake();
        await iterator.return?.();
      });
      for (;;) {
        const value = await call.step(() => this.nextValue(call, iterator));
        if (value === undefined) break;
        await this.wait(call, value.length, { credit, batch });
        credit.sent(value.length);
        batch.add(value);
        if (pace.isDue()) await pace.rest();
      }
    } finally {
      batch.flush();
    }
    this.wire.answer(replySubject, { kind: 'end', count: batch.count });
  }

  private async nextValue(call: RunningCall, iterator: AsyncIterator<unknown>): Promise<Uint8Array | undefined> {
    const { done, value } = await iterator.next();
    return done ? undefined : this.wire.encoded(value, `A value of ${call.head.operation}`);
  }

  /** Waits until the reader has taken enough, or is gone. */
  private async wait(
    call: RunningCall,
    bytes: number,
    { credit, batch }: { readonly credit: SendCredit; readonly batch: ValueBatch },
  ): Promise<void> {
    while (!credit.maySend(bytes)) {
      batch.flush();
      await credit.changed();
      call.signal.throwIfAborted();
    }
  }

  private control(message: Msg): void {
    const frame = decodeControl(message.data);
    const incoming = this.incoming.get(frame.call);
    if (frame.kind === 'credit') incoming?.credit.taken(frame.bytes);
    else incoming?.call.stop(cancelled(incoming.call.head.operation));
  }

  private accept(replySubject: string): void {
    this.wire.answer(replySubject, { kind: 'accepted', handler: this.wire.processId });
  }

  private refuse(replySubject: string, reason: AppError): void {
    if (reason.code !== 'cancelled') this.wire.answer(replySubject, { kind: 'fault', fault: faultOf(reason) });
  }
}
