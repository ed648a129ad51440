import { Reader, Writer } from 'protobufjs/minimal';

/** Wire types: of whole numbers, of what follows its length, of four bytes. */
const WHOLE = 0;
const DELIMITED = 2;
const FOUR_BYTES = 5;

/** A member of a message, as it is on the wire. */
export interface MessageMember {
  readonly number: number;
  /** Of a whole number; else 0. */
  readonly whole: number;
  /** Content of any other value. */
  readonly bytes: Buffer;
  /** With its number and its length. */
  readonly raw: Buffer;
}

/**
 * Members of a message in their order, also those that no schema knows. Nothing is copied.
 *
 * @throws RangeError at its end; Error where it is no message
 */
export function* membersOf(message: Uint8Array): Generator<MessageMember> {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const reader = Reader.create(buffer);
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const head = reader.uint32();
    const [number, type] = [head >>> 3, head & 7];
    const whole = type === WHOLE ? Number(reader.uint64()) : 0;
    const length = type === DELIMITED ? reader.uint32() : undefined;
    const start = reader.pos;
    if (length !== undefined) reader.skip(length);
    else if (type !== WHOLE) reader.skipType(type);
    yield { number, whole, bytes: buffer.subarray(start, reader.pos), raw: buffer.subarray(from, reader.pos) };
  }
}

/** A member as it is on the wire: a whole number, a text, or bytes, which may be a message. */
export function memberOf(number: number, value: number | string | Uint8Array): Buffer {
  const writer = Writer.create();
  if (typeof value === 'number') writer.uint32(headOf(number, WHOLE)).uint64(value);
  else if (typeof value === 'string') writer.uint32(headOf(number, DELIMITED)).string(value);
  else writer.uint32(headOf(number, DELIMITED)).bytes(value);
  return finished(writer);
}

/** The same of a number of four bytes. */
export function floatMemberOf(number: number, value: number): Buffer {
  return finished(Writer.create().uint32(headOf(number, FOUR_BYTES)).float(value));
}

/** The same of a message of these members. */
export function messageMemberOf(number: number, members: readonly Uint8Array[]): Buffer {
  return memberOf(number, Buffer.concat(members));
}

/** A member that is a message, with further members of it. */
export function memberWith({ number, bytes }: MessageMember, added: Uint8Array): Buffer {
  return messageMemberOf(number, [bytes, added]);
}

function headOf(number: number, type: number): number {
  return ((number << 3) | type) >>> 0;
}

function finished(writer: Writer): Buffer {
  const bytes = writer.finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
