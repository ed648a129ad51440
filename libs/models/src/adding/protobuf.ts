/** A field of a message in protobuf's wire format. */
export interface Field {
  readonly number: number;
  /** Of a whole number. */
  readonly whole: number;
  /** Of texts, bytes, messages and floats. */
  readonly body: Buffer;
  /** All of the field, to be written again. */
  readonly raw: Buffer;
}

const empty = Buffer.alloc(0);

/** Fields of a message, in order. @throws RangeError when it is no message */
export function* fieldsOf(message: Buffer): Generator<Field> {
  for (let at = 0; at < message.length;) {
    const start = at;
    const next = () => {
      let value = 0;
      for (let factor = 1; ; factor *= 128) {
        const byte = message.readUInt8(at++);
        value += (byte & 127) * factor;
        if (byte < 128) return value;
      }
    };
    const key = next();
    const kind = key & 7;
    const whole = kind === 0 ? next() : 0;
    const bytes = { 1: 8, 2: 0, 5: 4 }[kind];
    if (kind !== 0 && bytes === undefined) throw new RangeError('This is no message');
    const length = kind === 2 ? next() : (bytes ?? 0);
    if (at + length > message.length) throw new RangeError('The message is cut off');
    const body = length > 0 ? message.subarray(at, at + length) : empty;
    at += length;
    yield { number: Math.floor(key / 8), whole, body, raw: message.subarray(start, at) };
  }
}

export const writeNumber = (field: number, whole: number): Buffer => Buffer.concat([varint(field * 8), varint(whole)]);
export function writeFloat(field: number, value: number): Buffer {
  const body = Buffer.alloc(4);
  body.writeFloatLE(value);
  return Buffer.concat([varint(field * 8 + 5), body]);
}
export const writeBytes = (field: number, body: Buffer): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(body.length), body]);
export const writeText = (field: number, body: string): Buffer => writeBytes(field, Buffer.from(body));
export const writeMessage = (field: number, parts: readonly Buffer[]): Buffer =>
  writeBytes(field, Buffer.concat(parts));

function varint(whole: number): Buffer {
  const bytes: number[] = [];
  for (let rest = whole; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}
