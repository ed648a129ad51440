import type { Bus } from '@lectern/bus';
import {
  type AnyOperation,
  type AnySocket,
  type AnySocketCall,
  type AnySocketOpening,
  AppError,
  BEGINNING,
  type Input,
  type Principal,
  type SaidMessage,
  SOCKET_IDLE_S,
  type SocketVisit,
  type StreamOperation,
  type UnaryOperation,
  validate,
  type WireNames,
} from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import type { RawData, WebSocket } from 'ws';
import { isAnswerable, UNHANDLED } from '../reply/error-answer';
import type { RunningRequest } from '../running/running-request';
import { CALLS_PER_SOCKET_MAX, closeCodes, CLOSING_MS, MESSAGES_WAITING_MAX, REASON_BYTES_MAX } from './socket-limits';
import { callOf, parseSaid, stopOf } from './socket-message';

export interface SocketCircumstances {
  readonly declared: AnySocket;
  readonly visit: Omit<SocketVisit, 'running' | 'begun'>;
  readonly principal: Principal;
  readonly requestId: string;
  /** That its upgrade named. */
  readonly traceparent?: string;
  /** Its right to be open. */
  readonly running: RunningRequest;
  readonly bus: Bus;
  readonly names: WireNames;
  /** How long a client may take to read a frame. */
  readonly stallMs: number;
  /** Counts a message like a request. @throws AppError `rate_limited` */
  readonly countMessage: () => void;
}

interface RunningCall {
  readonly kind: string;
  readonly abort: AbortController;
  noted?: unknown;
}

type Begun = Omit<AnySocketCall, 'takes'>;

/** An operation whose types are those that the declaration of its message checked. */
type Called =
  | UnaryOperation<object, object, object, object, unknown>
  | StreamOperation<object, object, object, object, unknown>;

/** One open socket: its messages call operations, whose values are its frames. */
export class OpenSocket {
  private readonly logger = new Logger('Gateway');
  private readonly calls = new Set<RunningCall>();
  private readonly waiting: (readonly [data: RawData, isBinary: boolean])[] = [];
  private begun = 0;
  private isReading = false;
  private answersPings = true;
  private saidMs = Date.now();

  constructor(
    private readonly client: WebSocket,
    private readonly parts: SocketCircumstances,
  ) {
    client.on('message', (data, isBinary) => this.take(data, isBinary));
    client.on('pong', () => (this.answersPings = true));
    // The close that follows says what it was.
    client.on('error', () => undefined);
    client.once('close', () => this.endCalls(() => true));
    const { signal } = parts.running;
    const lost = () => this.lose(signal.reason);
    if (signal.aborted) lost();
    else signal.addEventListener('abort', lost, { once: true });
    void this.begin().catch((error: unknown) => this.fail(error));
  }

  /** Asks whether the client is still there, and ends what is idle or gone. */
  beat(nowMs: number): void {
    const { idleS = SOCKET_IDLE_S } = this.parts.declared;
    if (!this.answersPings) return this.client.terminate();
    if (this.calls.size === 0 && nowMs - this.saidMs > idleS * 1_000) return this.close(closeCodes.done, 'idle');
    this.answersPings = false;
    if (this.client.readyState === this.client.OPEN) this.client.ping();
  }

  /** Ends it politely, and cuts it off when the client does not answer. */
  close(code: number, reason: string): void {
    this.endCalls(() => true);
    // So that the answer of the client is read, whatever it waits for.
    this.client.resume();
    this.client.close(code, Buffer.from(reason).subarray(0, REASON_BYTES_MAX).toString());
    setTimeout(() => this.client.terminate(), CLOSING_MS).unref();
  }

  private lose(reason: unknown): void {
    if (reason instanceof AppError) this.close(closeCodes.rightLost, reason.message);
  }

  /** Messages that came in one packet arrive at once; nothing more is read until they are dealt with. */
  private take(data: RawData, isBinary: boolean): void {
    if (this.waiting.length >= MESSAGES_WAITING_MAX) return this.client.terminate();
    this.waiting.push([data, isBinary]);
    if (!this.isReading) void this.readWaiting();
  }

  /** Before the first message is read: the call that opens the socket, and the message that its address says. */
  private async begin(): Promise<void> {
    const { declared } = this.parts;
    if (!declared.opens && !declared.begins) return;
    this.isReading = true;
    this.client.pause();
    if (declared.opens && !(await this.hasOpened(declared.opens))) return this.close(closeCodes.done, '');
    const asked = this.isOpen && declared.begins?.message(this.visit);
    if (asked && declared.begins) this.start(BEGINNING, declared.begins, asked);
    await this.readWaiting();
  }

  /** Does not reject: a failure is sent. */
  private async hasOpened({ calls, input, frame }: AnySocketOpening): Promise<boolean> {
    const running: RunningCall = { kind: '', abort: new AbortController() };
    this.calls.add(running);
    try {
      for await (const value of this.values(calls, input(this.visit), running)) await this.sendIfAny(frame?.(value));
      return true;
    } catch (error) {
      if (!running.abort.signal.aborted) await this.sendFailure(error, undefined);
      return false;
    } finally {
      this.calls.delete(running);
    }
  }

  private async readWaiting(): Promise<void> {
    this.isReading = true;
    this.client.pause();
    for (let next = this.waiting.shift(); next && this.isOpen; next = this.waiting.shift()) await this.read(...next);
    this.isReading = false;
    this.client.resume();
  }

  private get isOpen(): boolean {
    return this.client.readyState === this.client.OPEN;
  }

  private get visit(): SocketVisit {
    return {
      ...this.parts.visit,
      begun: this.begun,
      running: [...this.calls].map(({ kind, noted }) => ({ kind, noted })),
    };
  }

  private async read(data: RawData, isBinary: boolean): Promise<void> {
    this.saidMs = Date.now();
    if (isBinary) return this.close(closeCodes.onlyText, 'Messages are JSON texts');
    const { declared } = this.parts;
    let kind: string | undefined;
    try {
      const said = this.parsed(data);
      kind = said.kind;
      const stop = stopOf(declared, kind);
      if (!stop) this.parts.countMessage();
      const refusal = declared.refuses?.(said, this.visit);
      if (refusal) throw refusal;
      if (stop) return this.endCalls((call) => stop.stops.includes(call.kind));
      const handling = callOf(declared, kind);
      this.start(kind, handling, validate(handling.takes, said.message, ['body']));
      this.begun += 1;
    } catch (error) {
      await this.sendFailure(error, kind);
    }
  }

  /** A message that cannot be read counts, too. @throws AppError `invalid_request`, `too_large`, `rate_limited` */
  private parsed(data: RawData): SaidMessage {
    try {
      return parseSaid(data, this.parts.declared, this.parts.names);
    } catch (error) {
      this.parts.countMessage();
      throw error;
    }
  }

  /** @throws AppError `rate_limited` */
  private start(kind: string, call: Begun, message: object): void {
    if (this.calls.size >= CALLS_PER_SOCKET_MAX)
      throw new AppError('rate_limited', `${CALLS_PER_SOCKET_MAX} calls are running on this socket: let one end first`);
    const running: RunningCall = { kind, abort: new AbortController() };
    const input = call.input(message, this.visit);
    this.calls.add(running);
    void this.run(running, call, { message, input })
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.calls.delete(running);
        this.saidMs = Date.now();
      });
  }

  private async run(
    running: RunningCall,
    call: Begun,
    { message, input }: { readonly message: object; readonly input: Partial<Input> },
  ): Promise<void> {
    const { signal } = running.abort;
    let last: unknown;
    let shown: AppError | undefined;
    try {
      for await (const value of this.values(call.calls, input, running)) {
        last = value;
        running.noted = call.notes?.(value, running.noted);
        await this.sendIfAny(call.frame(value, message));
      }
      await this.sendIfAny(call.end?.(message));
    } catch (error) {
      if (signal.aborted) return;
      shown = await this.sendFailure(error, running.kind);
    }
    if (!signal.aborted && call.closes?.({ message, last, error: shown }, this.visit)) this.close(closeCodes.done, '');
  }

  private async *values(called: AnyOperation, made: Partial<Input>, { abort }: RunningCall): AsyncGenerator<unknown> {
    const { bus, principal, requestId, traceparent, running } = this.parts;
    const signal = AbortSignal.any([abort.signal, running.signal]);
    const operation = called as unknown as Called; // checked where the message is declared
    // Made by the declaration, from a message that was checked a moment ago.
    const input = made as Partial<Input<object, object, object, object>>;
    const options = { principal, signal, requestId, ...(traceparent !== undefined && { traceparent }) };
    if (operation.stream) yield* bus.stream(operation, input, options);
    else yield await bus.request(operation, input, options);
  }

  private endCalls(concerns: (call: RunningCall) => boolean): void {
    for (const call of this.calls) if (concerns(call)) call.abort.abort();
  }

  /** A fault of a declaration. */
  private fail(error: unknown): void {
    this.logger.error({ message: 'A socket failed', err: error, requestId: this.parts.requestId });
    this.close(closeCodes.internal, UNHANDLED);
  }

  /** @returns the error as the client got it */
  private async sendFailure(error: unknown, kind: string | undefined): Promise<AppError> {
    const known = isAnswerable(error) && error instanceof AppError;
    if (!known)
      this.logger.error({ message: 'A call of a socket failed', err: error, requestId: this.parts.requestId });
    const shown = known ? error : new AppError('internal', UNHANDLED);
    await this.send(this.parts.declared.failure(shown, kind, this.visit));
    return shown;
  }

  private async sendIfAny(frame: unknown): Promise<void> {
    if (frame !== undefined) await this.send(frame);
  }

  /** Resolves when the connection has taken it. Does not reject; a client that does not read loses its socket. */
  private send(frame: unknown): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    return new Promise((resolve) => {
      const stalled = setTimeout(() => this.client.terminate(), this.parts.stallMs);
      this.client.send(JSON.stringify(this.parts.names.writeJson(frame)), () => {
        clearTimeout(stalled);
        resolve();
      });
    });
  }
}
