import { crc32 } from 'node:zlib';
import { encodeFrame, type Frame, frameHead } from './frame';

const SUM_BYTES = 4;

/** CRC-32 of consecutive items; detects accidental changes. */
export class Checksum {
  private value = 0;

  /** Adds an item in its written form. */
  addBytes(frame: Uint8Array): void {
    this.value = crc32(frame, this.value);
  }

  /** Adds an item that was read. */
  add({ type, payload }: Frame): void {
    this.value = crc32(payload, crc32(frameHead(type, payload.length), this.value));
  }

  /** The item (`SUM`) with the checksum of the preceding items; resets the checksum. */
  frame(): Buffer {
    const payload = Buffer.alloc(SUM_BYTES);
    payload.writeUInt32BE(this.value);
    this.value = 0;
    return encodeFrame('SUM', payload);
  }

  /** Whether the item matches the checksum of the preceding items; resets the checksum. */
  agrees({ payload }: Frame): boolean {
    const isRight = payload.length === SUM_BYTES && payload.readUInt32BE() === this.value;
    this.value = 0;
    return isRight;
  }
}
