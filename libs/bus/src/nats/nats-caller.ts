import { AppError, type Input } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import type { Msg } from '@nats-io/transport-node';
import type { CallOptions } from '../bus';
import { abortReason, deadlineExceeded, errorOf, nobodyHandles, processIsGone, whenAborted } from '../faults';
import { checkAddressed, deadlineOf, requestIdOfCall, traceOfCall } from '../request';
import { TakenBytes } from './credit';
import { type AnswerFrame, type CallEnvelope, decodeAnswer, decodeValue } from './frames';
import { IncomingValues } from './incoming-values';
import type { PeerTimes } from './live-processes';
import { connectionLost, type Wire } from './wire';

interface Operation {
  readonly name: string;
  readonly addressed?: true;
  readonly deadlineMs: number;
}

/** A call from this process that is not answered yet. */
interface OpenCall {
  readonly operation: string;
  readonly sentMs: number;
  /** The process that the call names. */
  readonly to?: string;
  /** The process that has accepted the call. */
  handler?: string;
  readonly receive: (frame: AnswerFrame) => void;
  readonly fail: (reason: AppError) => void;
}

/** NATS's own answer when nobody listens to a subject. */
const NO_RESPONDERS = 503;

const logger = new Logger('Bus');

/** The calling side of the bus on NATS. */
export class NatsCaller {
  private readonly open = new Map<string, OpenCall>();
  private calls = 0;

  constructor(
    private readonly wire: Wire,
    private readonly times: PeerTimes,
  ) {
    wire.onAnswer((message) => this.receive(message));
  }

  async request(operation: Operation, input: Partial<Input>, options: CallOptions): Promise<unknown> {
    const deadlineMs = deadlineOf(operation, options);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    let answered = false;
    const subject = this.send(operation, input, options, {
      receive: (frame) => {
        answered = frame.kind === 'answer' || frame.kind === 'fault';
        if (frame.kind === 'answer') resolve(frame.value);
        else if (frame.kind === 'fault') reject(errorOf(frame.fault));
      },
      fail: reject,
    });
    const timer = setTimeout(() => reject(deadlineExceeded(operation.name, deadlineMs)), deadlineMs);
    const release = whenAborted(options.signal, operation.name, reject);
    try {
      return decodeValue(await promise);
    } finally {
      clearTimeout(timer);
      release();
      this.close(subject, answered);
    }
  }

  async *stream(operation: Operation, input: Partial<Input>, options: CallOptions): AsyncGenerator<unknown> {
    const deadlineMs = deadlineOf(operation, options);
    const values = new IncomingValues();
    const taken = new TakenBytes();
    const subject = this.send(operation, input, options, {
      receive: (frame) => values.receive(frame),
      fail: (reason) => values.finish(reason),
    });
    const release = whenAborted(options.signal, operation.name, (reason) => {
      values.abort(reason);
      this.close(subject, false);
    });
    try {
      for (;;) {
        const value = await values.next(operation.name, deadlineMs);
        if (value === undefined) return;
        this.report(subject, taken.take(value.length));
        yield decodeValue(value);
      }
    } finally {
      release();
      this.close(subject, values.isOver);
    }
  }

  /** Ends every open call, for example after the connection is lost, because answers may never arrive. */
  failAll(reason: AppError): void {
    for (const call of this.open.values()) call.fail(reason);
  }

  /** Ends calls whose handlers' processes are dead. */
  tick(nowMs: number): void {
    for (const { handler, operation, sentMs, fail } of this.open.values()) {
      const silent = nowMs - sentMs > this.times.silenceMsMax;
      if (handler === undefined ? silent : !this.wire.peers.isAlive(handler, nowMs)) fail(handlerDied(operation));
    }
  }

  private send(
    operation: Operation,
    input: Partial<Input>,
    options: CallOptions,
    { receive, fail }: Pick<OpenCall, 'receive' | 'fail'>,
  ): string {
    const { name } = operation;
    const { to } = options;
    checkAddressed(operation, options);
    if (options.signal?.aborted) throw abortReason(options.signal, name);
    this.wire.requireConnection();
    if (to !== undefined && !this.mayLive(to)) throw processIsGone(name);
    const envelope: CallEnvelope = {
      input,
      principal: options.principal,
      requestId: requestIdOfCall(options),
      ...traceOfCall(options),
      deadlineMs: deadlineOf(operation, options),
    };
    const bytes = this.wire.encoded(envelope, `The input of ${name}`);
    const subject = this.wire.replySubject(this.calls++);
    this.open.set(subject, { operation: name, sentMs: performance.now(), to, receive, fail });
    this.wire.call({ operation: name, to }, bytes, subject);
    return subject;
  }

  /** Texts that cannot be a part of a subject are no ids. */
  private mayLive(process: string): boolean {
    return /^[\w-]+$/.test(process) && !this.wire.peers.isGone(process, performance.now());
  }

  /** Forgets the call, and cancels it at its handler unless it is done. */
  private close(subject: string, isDone: boolean): void {
    const call = this.open.get(subject);
    if (!this.open.delete(subject) || isDone) return;
    this.wire.control(call?.handler, { kind: 'cancel', call: subject });
  }

  private report(subject: string, bytes: number): void {
    if (bytes > 0) this.wire.control(this.open.get(subject)?.handler, { kind: 'credit', bytes, call: subject });
  }

  private receive(message: Msg): void {
    const call = this.open.get(message.subject);
    if (!call) return;
    if (message.headers?.code === NO_RESPONDERS)
      return call.fail(call.to === undefined ? nobodyHandles(call.operation) : processIsGone(call.operation));
    try {
      const frame = decodeAnswer(message.data);
      if (frame.kind === 'accepted') this.accepted(call, frame.handler);
      else call.receive(frame);
    } catch (error) {
      logger.error(error);
      call.fail(connectionLost());
    }
  }

  private accepted(call: OpenCall, handler: string): void {
    call.handler = handler;
    this.wire.peers.noteHeartbeat(handler, performance.now());
  }
}

function handlerDied(operation: string): AppError {
  return new AppError('unavailable', `The process that handles ${operation} is gone`);
}
