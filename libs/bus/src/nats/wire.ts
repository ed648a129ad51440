import { AppError } from '@lectern/contracts/core';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { refuseTooDeep, refuseTooLarge, VALUE_BYTES_MAX } from '../limits';
import { newProcessId } from '../request';
import { type AnswerFrame, type ControlFrame, encodeAnswer, encodeControl, encodeValue } from './frames';
import { LiveProcesses, type PeerTimes } from './live-processes';

/** Reserved in every message for data besides the value. */
const ENVELOPE_BYTES_MAX = 16 * 1024;

/** One process of each group gets a call. */
const QUEUE = 'lectern';

/** Part of reply subjects when the NATS user has no name that is valid in a subject. */
const ANYONE = 'any';

/** This process on NATS: its subjects, its size limits and the other live processes. */
export class Wire {
  /** Part of the subjects for messages to this process. */
  readonly processId = newProcessId();
  readonly peers: LiveProcesses;
  isConnected = true;
  private readonly owner: string;
  private refusal: Error | undefined;

  /** @param user of NATS: each user has its own subjects for answers, so that permissions can hide them from others */
  constructor(
    private readonly nats: NatsConnection,
    private readonly prefix: string,
    { times, user }: { readonly times: PeerTimes; readonly user?: string },
  ) {
    this.owner = user !== undefined && /^[\w-]+$/.test(user) ? user : ANYONE;
    this.peers = new LiveProcesses(times, performance.now());
  }

  /** @throws Error when the server denied a subscription that this process needs */
  requireSubscriptions(): void {
    if (this.refusal) throw new Error(`NATS lacks a permission for this service: ${this.refusal.message}`);
  }

  /** Largest value on this connection: less than 8 MiB if the server's limit is lower. */
  get valueBytesMax(): number {
    return Math.min(VALUE_BYTES_MAX, (this.nats.info?.max_payload ?? Infinity) - ENVELOPE_BYTES_MAX);
  }

  /** @throws AppError `too_large`, or `invalid_request` when the value is nested too deeply */
  encoded(value: unknown, what: string): Uint8Array {
    const bytes = refuseTooDeep(what, () => encodeValue(value));
    refuseTooLarge(bytes.length, what, this.valueBytesMax);
    return bytes;
  }

  /** @throws AppError `unavailable` while there is no connection */
  requireConnection(): void {
    if (!this.isConnected) throw connectionLost();
  }

  /** The subject for the answer to this call. */
  replySubject(call: number): string {
    return `${this.prefix}.in.${this.owner}.${this.processId}.${call}`;
  }

  /** The id of the process that listens on a reply subject. */
  callerOf(replySubject: string): string {
    return replySubject.split('.').at(-2) ?? '';
  }

  /** @param to id of the process that gets the call; absent: any that handles the operation */
  call(
    { operation, to }: { readonly operation: string; readonly to?: string },
    envelope: Uint8Array,
    reply: string,
  ): void {
    const kind = to === undefined ? 'op' : `to.${to}`;
    this.nats.publish(`${this.prefix}.${kind}.${operation}`, envelope, { reply });
  }

  answer(replySubject: string, frame: AnswerFrame): void {
    if (this.isConnected) this.nats.publish(replySubject, encodeAnswer(frame));
  }

  /** @param handler process id; absent while the caller does not know it: then every process gets the frame */
  control(handler: string | undefined, frame: ControlFrame): void {
    if (this.isConnected) this.nats.publish(`${this.prefix}.control.${handler ?? 'all'}`, encodeControl(frame));
  }

  emit(event: string, data: Uint8Array): void {
    if (this.isConnected) this.nats.publish(`${this.prefix}.event.${event}`, data);
  }

  /** Announces that this process is alive, or that it leaves. */
  sayAlive(lives = true): void {
    if (this.isConnected) this.nats.publish(`${this.prefix}.${lives ? 'alive' : 'left'}`, this.processId);
  }

  onAnswer(receive: (message: Msg) => void): void {
    this.subscribe(`in.${this.owner}.${this.processId}.*`, receive);
  }

  onControl(receive: (message: Msg) => void): void {
    this.subscribe('control.all', receive);
    this.subscribe(`control.${this.processId}`, receive);
  }

  onPeers(): void {
    this.subscribe('alive', (message) => this.peers.noteHeartbeat(message.string(), performance.now()));
    this.subscribe('left', (message) => this.peers.left(message.string()));
  }

  onEvent(event: string, receive: (message: Msg) => void): void {
    this.subscribe(`event.${event}`, receive);
  }

  /** Each call goes to only one of the processes that handle the operation. */
  onCall(operation: string, receive: (message: Msg) => void): Subscription {
    return this.subscribe(`op.${operation}`, receive, QUEUE);
  }

  /** Calls that name this process; in the group, as its permission is. */
  onCallHere(operation: string, receive: (message: Msg) => void): Subscription {
    return this.subscribe(`to.${this.processId}.${operation}`, receive, QUEUE);
  }

  private subscribe(subject: string, receive: (message: Msg) => void, group?: string): Subscription {
    return this.nats.subscribe(`${this.prefix}.${subject}`, {
      queue: group,
      callback: (error, message) => {
        if (error) this.refusal ??= error;
        else receive(message);
      },
    });
  }
}

export function connectionLost(): AppError {
  return new AppError('unavailable', 'The connection between the services is lost');
}
