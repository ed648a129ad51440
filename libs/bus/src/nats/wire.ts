import { randomBytes } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { refuseTooDeep, refuseTooLarge, VALUE_BYTES_MAX } from '../limits';
import { type AnswerFrame, type ControlFrame, encodeAnswer, encodeControl, encodeValue } from './frames';
import { LiveProcesses, type PeerTimes } from './live-processes';

/** Kept free in every message for what travels beside a value. */
const ENVELOPE_BYTES_MAX = 16 * 1024;

/** One process of each group gets a call. */
const QUEUE = 'lectern';

/** Part of reply subjects where the user of NATS has no name that can be one. */
const ANYONE = 'any';

/** This process on NATS: its subjects, what it may send, and who else is there. */
export class Wire {
  /** Part of the subjects that lead back to this process. */
  readonly processId = randomBytes(9).toString('base64url');
  readonly peers: LiveProcesses;
  isConnected = true;
  private readonly owner: string;
  private refusal: Error | undefined;

  /** @param user of NATS: answers come by its own subjects, so that permissions can keep others from reading them */
  constructor(
    private readonly nats: NatsConnection,
    private readonly prefix: string,
    { times, user }: { readonly times: PeerTimes; readonly user?: string },
  ) {
    this.owner = user !== undefined && /^[\w-]+$/.test(user) ? user : ANYONE;
    this.peers = new LiveProcesses(times, performance.now());
  }

  /** @throws Error when the server did not let this process listen to what it must hear */
  requireSubscriptions(): void {
    if (this.refusal) throw new Error(`NATS lacks a permission for this service: ${this.refusal.message}`);
  }

  /** What one value may have here: less than 8 MiB when the server allows less. */
  get valueBytesMax(): number {
    return Math.min(VALUE_BYTES_MAX, (this.nats.info?.max_payload ?? Infinity) - ENVELOPE_BYTES_MAX);
  }

  /** @throws AppError `too_large`, or `invalid_request` when it is nested too deeply */
  encoded(value: unknown, what: string): Uint8Array {
    const bytes = refuseTooDeep(what, () => encodeValue(value));
    refuseTooLarge(bytes.length, what, this.valueBytesMax);
    return bytes;
  }

  /** @throws AppError `unavailable` while there is no connection */
  requireConnection(): void {
    if (!this.isConnected) throw connectionLost();
  }

  /** Where the answer to the call of this number goes. */
  replySubject(call: number): string {
    return `${this.prefix}.in.${this.owner}.${this.processId}.${call}`;
  }

  /** The process that waits at a reply subject. */
  callerOf(replySubject: string): string {
    return replySubject.split('.').at(-2) ?? '';
  }

  call(operation: string, envelope: Uint8Array, reply: string): void {
    this.nats.publish(`${this.prefix}.op.${operation}`, envelope, { reply });
  }

  answer(replySubject: string, frame: AnswerFrame): void {
    if (this.isConnected) this.nats.publish(replySubject, encodeAnswer(frame));
  }

  /** @param handler process id; every process gets it while the caller does not know yet who handles the call */
  control(handler: string | undefined, frame: ControlFrame): void {
    if (this.isConnected) this.nats.publish(`${this.prefix}.control.${handler ?? 'all'}`, encodeControl(frame));
  }

  emit(event: string, data: Uint8Array): void {
    if (this.isConnected) this.nats.publish(`${this.prefix}.event.${event}`, data);
  }

  /** Says that this process lives, or that it leaves. */
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

  /** Shared with every other process that handles the operation. */
  onCall(operation: string, receive: (message: Msg) => void): Subscription {
    return this.subscribe(`op.${operation}`, receive, QUEUE);
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
