import { deserialize, serialize } from 'node:v8';
import type { Principal } from '@lectern/contracts/core';
import { noteClone } from '../clones';
import type { Fault } from '../faults';

/** The first message of a call, from caller to handler. */
export interface CallEnvelope {
  readonly input: object;
  readonly principal: Principal;
  readonly requestId: string;
  readonly traceparent?: string;
  /** Counted from arrival, so that clocks need not agree. */
  readonly deadlineMs: number;
}

/** Messages from handler to caller, one per frame: a byte for the kind, then the rest. */
export type AnswerFrame =
  | { readonly kind: 'accepted'; readonly handler: string }
  | { readonly kind: 'answer'; readonly value: Uint8Array }
  /** `first` numbers the values of a stream from 0, so that a lost message is noticed. */
  | { readonly kind: 'values'; readonly first: number; readonly values: readonly Uint8Array[] }
  | { readonly kind: 'end'; readonly count: number }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** Messages from caller to a running call, which is identified by its reply subject. */
export type ControlFrame =
  | { readonly kind: 'credit'; readonly bytes: number; readonly call: string }
  | { readonly kind: 'cancel'; readonly call: string };

const answerKinds = ['accepted', 'answer', 'values', 'end', 'fault'] as const;
const controlKinds = ['credit', 'cancel'] as const;
const LENGTH_BYTES = 4;

/** Structured clone as bytes: typed arrays, dates, maps and undefined survive. */
export function encodeValue(value: unknown): Uint8Array {
  const bytes = serialize(value);
  noteClone(bytes.length);
  return bytes;
}

export function decodeValue(bytes: Uint8Array): unknown {
  noteClone(bytes.length);
  return deserialize(bytes);
}

export function encodeAnswer(frame: AnswerFrame): Uint8Array {
  const kind = Buffer.of(answerKinds.indexOf(frame.kind));
  switch (frame.kind) {
    case 'accepted':
      return Buffer.concat([kind, Buffer.from(frame.handler)]);
    case 'answer':
      return Buffer.concat([kind, frame.value]);
    case 'values':
      return Buffer.concat([
        kind,
        number32(frame.first),
        ...frame.values.flatMap((value) => [number32(value.length), value]),
      ]);
    case 'end':
      return Buffer.concat([kind, number32(frame.count)]);
    case 'fault':
      return Buffer.concat([kind, encodeValue(frame.fault)]);
  }
}

/** @throws RangeError when the message has another format */
export function decodeAnswer(message: Uint8Array): AnswerFrame {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const rest = bytes.subarray(1);
  const kind = answerKinds[bytes.readUInt8(0)];
  switch (kind) {
    case 'accepted':
      return { kind, handler: rest.toString() };
    case 'answer':
      return { kind, value: rest };
    case 'values':
      return { kind, first: rest.readUInt32LE(0), values: split(rest.subarray(LENGTH_BYTES)) };
    case 'end':
      return { kind, count: rest.readUInt32LE(0) };
    case 'fault':
      // Written by encodeAnswer on the other side.
      return { kind, fault: decodeValue(rest) as Fault };
    default:
      throw new RangeError(`A message of unknown kind ${bytes[0]}`);
  }
}

export function encodeControl(frame: ControlFrame): Uint8Array {
  const bytes = frame.kind === 'credit' ? frame.bytes : 0;
  return Buffer.concat([Buffer.of(controlKinds.indexOf(frame.kind)), number32(bytes), Buffer.from(frame.call)]);
}

/** @throws RangeError as `decodeAnswer` */
export function decodeControl(message: Uint8Array): ControlFrame {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const call = bytes.subarray(1 + LENGTH_BYTES).toString();
  return bytes[0] === 0 ? { kind: 'credit', bytes: bytes.readUInt32LE(1), call } : { kind: 'cancel', call };
}

function number32(value: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES);
  bytes.writeUInt32LE(value);
  return bytes;
}

function split(bytes: Buffer): readonly Uint8Array[] {
  const values: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + LENGTH_BYTES + bytes.readUInt32LE(at);
    values.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return values;
}
