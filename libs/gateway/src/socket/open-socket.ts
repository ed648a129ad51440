import type { Bus } from '@lectern/bus';
import {
  ANONYMOUS_BODY_NODES_MAX,
  type AnySocket,
  type AnySocketCall,
  AppError,
  BODY_DEPTH_MAX,
  type Input,
  invalidRequest,
  JsonStructure,
  type Principal,
  SOCKET_IDLE_S,
  type SocketVisit,
  type StreamOperation,
  type UnaryOperation,
  validate,
  type WireNames,
} from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import type { RawData, WebSocket } from 'ws';
import { parseJson } from '../body/json-body';
import { isAnswerable, UNHANDLED } from '../reply/error-answer';
import type { RunningRequest } from '../running/running-request';
import { CALLS_PER_SOCKET_MAX, closeCodes, CLOSING_MS, MESSAGES_WAITING_MAX, REASON_BYTES_MAX } from './socket-limits';

export interface SocketCircumstances {
  readonly declared: AnySocket;
  readonly visit: SocketVisit;
  readonly principal: Principal;
  readonly requestId: string;
  /** Its right to be open. */
  readonly running: RunningRequest;
  readonly bus: Bus;
  readonly names: WireNames;
  /** How long a client may take to read a frame. */
  readonly stallMs: number;
}

interface RunningCall {
  readonly kind: string;
  readonly abort: AbortController;
}

/** An operation whose types are those that the declaration of its message checked. */
type Called =
  | UnaryOperation<object, object, object, object, unknown>
  | StreamOperation<object, object, object, object, unknown>;

/** One open socket: its messages call operations, whose values are its frames. */
export class OpenSocket {
  private readonly logger = new Logger('Gateway');
  private readonly calls = new Set<RunningCall>();
  private readonly waiting: (readonly [data: RawData, isBinary: boolean])[] = [];
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

  private async read(data: RawData, isBinary: boolean): Promise<void> {
    this.saidMs = Date.now();
    if (isBinary) return this.close(closeCodes.onlyText, 'Messages are JSON texts');
    let kind: string | undefined;
    try {
      const said = this.parsed(data);
      kind = said.kind;
      const { [kind]: handling } = this.parts.declared.messages;
      if (!handling || !Object.hasOwn(this.parts.declared.messages, kind)) throw this.unknownKind(kind);
      if ('stops' in handling) return this.endCalls((call) => handling.stops.includes(call.kind));
      this.start(kind, handling, validate(handling.takes, said.message));
    } catch (error) {
      await this.sendFailure(error, kind);
    }
  }

  /** @throws AppError `invalid_request`, `too_large` */
  private parsed(data: RawData): { readonly kind: string; readonly message: object } {
    if (!Buffer.isBuffer(data)) throw new Error('Messages arrive as buffers');
    const structure = new JsonStructure({ nodesMax: ANONYMOUS_BODY_NODES_MAX, depthMax: BODY_DEPTH_MAX });
    if (structure.add(data)) throw new AppError('too_large', 'The JSON of the message has too many parts or levels');
    const message = this.parts.names.readJson(parseJson(data.toString('utf8')));
    const kind: unknown = message instanceof Object && 'type' in message ? message.type : undefined;
    if (!(message instanceof Object) || typeof kind !== 'string')
      throw invalidRequest([{ type: 'missing', loc: ['body', 'type'], msg: 'A message is an object with a type' }]);
    return { kind, message };
  }

  private unknownKind(kind: string): AppError {
    const kinds = Object.keys(this.parts.declared.messages).join(', ');
    const msg = `Unknown type of message ${JSON.stringify(kind.slice(0, 100))}; known: ${kinds}`;
    return invalidRequest([{ type: 'enum', loc: ['body', 'type'], msg }]);
  }

  /** @throws AppError `rate_limited` */
  private start(kind: string, call: AnySocketCall, message: object): void {
    if (this.calls.size >= CALLS_PER_SOCKET_MAX)
      throw new AppError('rate_limited', `${CALLS_PER_SOCKET_MAX} calls are running on this socket: let one end first`);
    const running: RunningCall = { kind, abort: new AbortController() };
    this.calls.add(running);
    void this.run(running, call, message).finally(() => {
      this.calls.delete(running);
      this.saidMs = Date.now();
    });
  }

  /** Does not reject. */
  private async run({ kind, abort }: RunningCall, call: AnySocketCall, message: object): Promise<void> {
    try {
      for await (const value of this.values(call, message, abort.signal)) {
        const frame = call.frame(value, message);
        if (frame !== undefined) await this.send(frame);
      }
      const last = call.end?.(message);
      if (last !== undefined) await this.send(last);
    } catch (error) {
      if (!abort.signal.aborted) await this.sendFailure(error, kind);
    }
  }

  private async *values(call: AnySocketCall, message: object, own: AbortSignal): AsyncGenerator<unknown> {
    const { bus, principal, requestId, running, visit } = this.parts;
    const signal = AbortSignal.any([own, running.signal]);
    const operation = call.calls as unknown as Called; // checked where the message is declared
    // Made by the declaration, from a message that was checked a moment ago.
    const input = call.input(message, visit) as Partial<Input<object, object, object, object>>;
    if (operation.stream) yield* bus.stream(operation, input, { principal, signal, requestId });
    else yield await bus.request(operation, input, { principal, signal, requestId });
  }

  private endCalls(concerns: (call: RunningCall) => boolean): void {
    for (const call of this.calls) if (concerns(call)) call.abort.abort();
  }

  private async sendFailure(error: unknown, kind: string | undefined): Promise<void> {
    const known = isAnswerable(error) && error instanceof AppError;
    if (!known)
      this.logger.error({ message: 'A call of a socket failed', err: error, requestId: this.parts.requestId });
    const shown = known ? error : new AppError('internal', UNHANDLED);
    await this.send(this.parts.declared.failure(shown, kind));
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
