import { AppError } from '@lectern/contracts/core';
import { frameLimits } from './frame-limits';

/** A three-letter type and the length. */
const HEAD_BYTES = 7;
const TYPE_BYTES = 3;
const TYPE = /^[A-Z]{3}$/;

/** One item of a file. */
export interface Frame {
  /** Three capital letters. */
  readonly type: string;
  readonly payload: Buffer;
}

/** A frame and its position. */
export interface PositionedFrame extends Frame {
  /** Offset of its first byte in the file. */
  readonly start: number;
  /** Offset after its last byte. */
  readonly end: number;
}

/**
 * Encodes a frame: its type, the length of its payload in four bytes (big-endian), the payload.
 *
 * @throws Error for a payload that exceeds the limit of its type
 */
export function encodeFrame(type: string, payload: Uint8Array): Buffer {
  if (!TYPE.test(type)) throw new Error(`${type} is no type of a frame`);
  if (payload.byteLength > frameLimits(type).sizeBytesMax)
    throw new Error(`A frame of ${payload.byteLength} bytes is too large`);
  return Buffer.concat([frameHead(type, payload.byteLength), payload]);
}

/** The bytes before the payload. */
export function frameHead(type: string, payloadBytes: number): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.write(type, 'latin1');
  head.writeUInt32BE(payloadBytes, TYPE_BYTES);
  return head;
}

/** The same for a JSON value. */
export function jsonFrame(type: string, value: unknown): Buffer {
  return encodeFrame(type, Buffer.from(JSON.stringify(value), 'utf8'));
}

/**
 * Splits a stream of bytes, in pieces of any size, into frames. At most one frame and one piece are in memory.
 *
 * @param position offset of the first byte in the file, the start of a frame
 * @throws AppError `bad_request` for a frame that is invalid, too large or truncated
 */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>, position = 0): AsyncGenerator<PositionedFrame> {
  const bytes = new ByteQueue();
  let start = position;
  for await (const chunk of chunks) {
    bytes.push(chunk);
    for (let frame = takeFrame(bytes, start); frame; frame = takeFrame(bytes, start)) {
      start = frame.end;
      yield frame;
    }
  }
  if (bytes.length > 0) throw new AppError('bad_request', `The file ends within the item at byte ${start}`);
}

function takeFrame(bytes: ByteQueue, start: number): PositionedFrame | undefined {
  const head = bytes.peek(HEAD_BYTES);
  if (!head) return undefined;
  const type = head.toString('latin1', 0, TYPE_BYTES);
  const length = head.readUInt32BE(TYPE_BYTES);
  if (!TYPE.test(type)) throw new AppError('bad_request', `At byte ${start} of the file, no item begins`);
  const { sizeBytesMax } = frameLimits(type);
  if (length > sizeBytesMax) {
    const most = `items of the type ${type} have at most ${sizeBytesMax} bytes`;
    throw new AppError('bad_request', `The item at byte ${start} of the file is too large: ${most}`);
  }
  if (bytes.length < HEAD_BYTES + length) return undefined;
  bytes.take(HEAD_BYTES);
  return { type, payload: bytes.take(length), start, end: start + HEAD_BYTES + length };
}

/** A queue of byte pieces that are copied only once, when a frame spans several of them. */
class ByteQueue {
  length = 0;
  private pieces: Buffer[] = [];

  push(piece: Uint8Array): void {
    if (piece.byteLength === 0) return;
    this.pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    this.length += piece.byteLength;
  }

  /** Returns the first bytes without removing them; undefined if there are fewer. */
  peek(count: number): Buffer | undefined {
    if (this.length < count) return undefined;
    const [first] = this.pieces;
    if (first && first.length >= count) return first.subarray(0, count);
    const few: Buffer[] = [];
    for (let i = 0, found = 0; found < count; i += 1) {
      const piece = this.pieces[i];
      if (!piece) return undefined;
      few.push(piece);
      found += piece.length;
    }
    return Buffer.concat(few).subarray(0, count);
  }

  /** Removes and returns the first bytes, which must exist. */
  take(count: number): Buffer {
    const taken: Buffer[] = [];
    let missing = count;
    let used = 0;
    for (; missing > 0; used += 1) {
      const piece = this.pieces[used];
      if (!piece) throw new Error('There are fewer bytes than that');
      if (piece.length > missing) {
        taken.push(piece.subarray(0, missing));
        this.pieces[used] = piece.subarray(missing);
        missing = 0;
        break;
      }
      taken.push(piece);
      missing -= piece.length;
    }
    this.pieces.splice(0, used);
    this.length -= count;
    return taken.length === 1 && taken[0] ? taken[0] : Buffer.concat(taken);
  }
}
