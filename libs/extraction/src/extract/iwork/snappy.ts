import { ExtractError } from '../extract-error';

const LITERAL = 0;
const COPY_1 = 1;
const COPY_2 = 2;

/**
 * Unpacks parts of Apple's office documents: chunks of a type byte and a length, each packed with Snappy, without the
 * sums that its framing has elsewhere.
 *
 * @throws ExtractError when they are damaged or unpack to more than `bytesMax`
 */
export function unpackedChunks(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = (bytes[at + 1] ?? 0) | ((bytes[at + 2] ?? 0) << 8) | ((bytes[at + 3] ?? 0) << 16);
    const chunk = unpacked(bytes.subarray(at + 4, at + 4 + length), bytesMax - sizeBytes);
    chunks.push(chunk);
    sizeBytes += chunk.length;
    at += 4 + length;
  }
  return Buffer.concat(chunks);
}

function unpacked(packed: Uint8Array, bytesMax: number): Uint8Array {
  const [sizeBytes, start] = variableNumber(packed, 0);
  if (sizeBytes > bytesMax) throw new ExtractError('The document unpacks to more than is allowed: export it as PDF');
  const out = new Uint8Array(sizeBytes);
  let [at, to] = [start, 0];
  while (at < packed.length && to < sizeBytes) {
    const tag = packed[at] ?? 0;
    at += 1;
    if ((tag & 3) === LITERAL) {
      const [length, next] = literalLength(packed, tag >> 2, at);
      out.set(packed.subarray(next, next + Math.min(length, sizeBytes - to)), to);
      [at, to] = [next + length, to + length];
      continue;
    }
    const copy = copyOf(packed, tag, at);
    if (copy.offset === 0 || copy.offset > to) throw damagedSnappy();
    for (let left = copy.length; left > 0 && to < sizeBytes; left -= 1, to += 1) out[to] = out[to - copy.offset] ?? 0;
    at = copy.next;
  }
  return out;
}

function literalLength(packed: Uint8Array, short: number, at: number): readonly [length: number, next: number] {
  if (short < 60) return [short + 1, at];
  let length = 0;
  for (let byte = 0; byte < short - 59; byte += 1) length += (packed[at + byte] ?? 0) * 2 ** (8 * byte);
  return [length + 1, at + short - 59];
}

function copyOf(packed: Uint8Array, tag: number, at: number): { length: number; offset: number; next: number } {
  const [one = 0, two = 0, three = 0, four = 0] = packed.subarray(at, at + 4);
  if ((tag & 3) === COPY_1) return { length: ((tag >> 2) & 7) + 4, offset: ((tag >> 5) << 8) | one, next: at + 1 };
  const length = (tag >> 2) + 1;
  if ((tag & 3) === COPY_2) return { length, offset: one | (two << 8), next: at + 2 };
  return { length, offset: one + two * 2 ** 8 + three * 2 ** 16 + four * 2 ** 24, next: at + 4 };
}

/** Seven bits a byte, the least first. */
export function variableNumber(bytes: Uint8Array, start: number): readonly [value: number, next: number] {
  let value = 0;
  for (let at = start; at < bytes.length && at < start + 8; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return [value, at + 1];
  }
  throw damagedSnappy();
}

function damagedSnappy(): ExtractError {
  return new ExtractError('The document is damaged: save it again, or export it as PDF');
}
