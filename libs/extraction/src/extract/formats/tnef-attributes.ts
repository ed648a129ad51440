import { viewOf } from '../data-view';
import { ExtractError } from '../extract-error';

/** The first four bytes of a file in the Transport Neutral Encapsulation Format ([MS-OXTNEF]). */
export const TNEF_SIGNATURE = 0x223e9f78;

const HEADER_BYTES = 6;
const ATTRIBUTES_MAX = 20_000;
const PROPERTIES_MAX = 20_000;
const NAMED_FROM = 0x8000;
const MULTIPLE = 0x1000;
const [STRING, WIDE_STRING, OBJECT, BINARY] = [0x1e, 0x1f, 0x0d, 0x102];
/** Bytes of values of a fixed size, padding included. */
const fixedBytes: Readonly<Record<number, number>> = {
  0x00: 4,
  0x01: 4,
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
};

export interface TnefAttribute {
  readonly isOfAttachment: boolean;
  readonly id: number;
  readonly value: Uint8Array;
}

/** Attributes in their order, up to where the file is damaged. @throws ExtractError for another format */
export function* tnefAttributes(bytes: Uint8Array): Generator<TnefAttribute> {
  const view = viewOf(bytes);
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== TNEF_SIGNATURE)
    throw new ExtractError('The file is not a winmail.dat: ask its sender for the mail in another format');
  let at = HEADER_BYTES;
  for (let count = 0; at + 9 <= bytes.length && count < ATTRIBUTES_MAX; count += 1) {
    const [level, id, length] = [bytes[at], view.getUint32(at + 1, true), view.getUint32(at + 5, true)];
    const end = at + 9 + length;
    yield { isOfAttachment: level === 2, id: id & 0xffff, value: bytes.subarray(at + 9, end) };
    // A checksum follows.
    at = end + 2;
  }
}

/** A value of MAPI: bytes as they are, a text, or the little-endian bytes of a number. */
export interface MapiValue {
  readonly text?: string;
  readonly bytes: Uint8Array;
}

/** Properties by their ids; of several values the first one. Ends where they are damaged. */
export function mapiProperties(bytes: Uint8Array): ReadonlyMap<number, MapiValue> {
  const properties = new Map<number, MapiValue>();
  const reader = new MapiReader(bytes);
  const count = Math.min(reader.number(), PROPERTIES_MAX);
  for (let read = 0; read < count && !reader.isAtEnd; read += 1) {
    const tag = reader.number();
    const [type, id] = [tag & 0xffff, tag >>> 16];
    if (id >= NAMED_FROM) reader.skipName();
    const value = reader.value(type);
    if (value === undefined) break;
    if (!properties.has(id)) properties.set(id, value);
  }
  return properties;
}

class MapiReader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = viewOf(bytes);
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  number(): number {
    if (this.at + 4 > this.bytes.length) {
      this.at = this.bytes.length;
      return 0;
    }
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  skipName(): void {
    this.at += 16;
    if (this.number() === 0) this.number();
    else this.take(this.number());
  }

  /** Undefined where the type is unknown, so that nothing after it can be read. */
  value(type: number): MapiValue | undefined {
    const single = type & ~MULTIPLE;
    const isVariable = [STRING, WIDE_STRING, OBJECT, BINARY].includes(single);
    const sizeBytes = isVariable ? undefined : fixedBytes[single];
    if (!isVariable && sizeBytes === undefined) return undefined;
    const count = isVariable || single !== type ? Math.min(this.number(), PROPERTIES_MAX) : 1;
    let first: Uint8Array = new Uint8Array();
    for (let read = 0; read < count && !this.isAtEnd; read += 1) {
      const content = this.take(sizeBytes ?? this.number());
      if (read === 0) first = content;
    }
    if (single === WIDE_STRING)
      return { bytes: first, text: new TextDecoder('utf-16le').decode(first).replace(/\0[^]*$/, '') };
    return { bytes: first };
  }

  private take(length: number): Uint8Array {
    const content = this.bytes.subarray(this.at, this.at + length);
    this.at += Math.ceil(length / 4) * 4;
    return content;
  }
}
