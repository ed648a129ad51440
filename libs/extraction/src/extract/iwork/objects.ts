import { variableNumber } from './snappy';

const VARIABLE = 0;
const EIGHT_BYTES = 1;
const BYTES = 2;
const FOUR_BYTES = 5;
const FIELDS_MAX = 1_000_000;

interface Field {
  readonly number: number;
  /** Of a number. */
  readonly value: number;
  /** Of a text or a message. */
  readonly bytes?: Uint8Array;
}

/** Fields of a message of protocol buffers, up to the first that is broken. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  for (let left = FIELDS_MAX; at < message.length && left > 0; left -= 1) {
    const [key, start] = variableNumber(message, at);
    const [number, kind] = [Math.floor(key / 8), key % 8];
    if (kind === VARIABLE) {
      const [value, next] = variableNumber(message, start);
      yield { number, value };
      at = next;
    } else if (kind === BYTES) {
      const [length, next] = variableNumber(message, start);
      yield { number, value: 0, bytes: message.subarray(next, next + length) };
      at = next + length;
    } else if (kind === EIGHT_BYTES || kind === FOUR_BYTES) {
      at = start + (kind === EIGHT_BYTES ? 8 : 4);
    } else return;
  }
}

/** Types of messages that hold text, and the fields that lead to it. */
const BODY_TEXT = new Set([2_001, 2_005]);
const TABLE_STRINGS = 6_005;
const BODY_FIELD = 3;
const ENTRIES_FIELD = 3;
const ENTRY_TEXT_FIELD = 3;

/** Texts of a part of Pages, Numbers or Keynote: of boxes and bodies, and of cells, in the order of their objects. */
export function* textsOf(part: Uint8Array): Generator<{ readonly text: string; readonly isCell: boolean }> {
  for (let at = 0; at < part.length;) {
    const [length, start] = variableNumber(part, at);
    at = start + length;
    for (const info of fieldsOf(part.subarray(start, at))) {
      if (info.number !== 2 || !info.bytes) continue;
      const fields = [...fieldsOf(info.bytes)];
      const type = fields.find(({ number }) => number === 1)?.value ?? 0;
      const sizeBytes = fields.find(({ number }) => number === 3)?.value ?? 0;
      const message = part.subarray(at, at + sizeBytes);
      at += sizeBytes;
      if (BODY_TEXT.has(type))
        for (const text of bytesOf(message, BODY_FIELD)) yield { text: decoded(text), isCell: false };
      if (type !== TABLE_STRINGS) continue;
      for (const entry of bytesOf(message, ENTRIES_FIELD))
        for (const text of bytesOf(entry, ENTRY_TEXT_FIELD)) yield { text: decoded(text), isCell: true };
    }
  }
}

function* bytesOf(message: Uint8Array, field: number): Generator<Uint8Array> {
  for (const { number, bytes } of fieldsOf(message)) if (number === field && bytes) yield bytes;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
