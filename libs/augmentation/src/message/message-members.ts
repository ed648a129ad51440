import { Reader, Writer } from 'protobufjs/minimal';

/** Wire type of length-delimited values. */
const DELIMITED = 2;

/** A member of a message, as it is on the wire. */
export interface MessageMember {
  readonly number: number;
  /** Content of a length-delimited value; else empty. */
  readonly bytes: Uint8Array;
  /** With its number and its length. */
  readonly raw: Uint8Array;
}

/** Members of a message in their order, also those that the schema does not know. @throws RangeError at its end */
export function* membersOf(message: Uint8Array): Generator<MessageMember> {
  const reader = Reader.create(message);
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const head = reader.uint32();
    const [number, type] = [head >>> 3, head & 7];
    const bytes = type === DELIMITED ? reader.bytes() : new Uint8Array();
    if (type !== DELIMITED) reader.skipType(type);
    yield { number, bytes, raw: message.subarray(from, reader.pos) };
  }
}

/** A member that is a message, with further members of it. */
export function memberWith({ number, bytes }: MessageMember, added: Uint8Array): Uint8Array {
  const head = Writer.create().uint32(((number << 3) | DELIMITED) >>> 0);
  return head.bytes(Buffer.concat([bytes, added])).finish();
}
