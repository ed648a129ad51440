import { crc32 } from 'node:zlib';
import { encodeFrame, type Frame, frameHead } from './frame';

const SUM_BYTES = 4;

/** CRC-32 of items, one behind the other: shows what was changed by accident. */
export class Checksum {
  private value = 0;

  /** An item as it is written. */
  addBytes(frame: Uint8Array): void {
    this.value = crc32(frame, this.value);
  }

  /** An item that was read. */
  add({ type, payload }: Frame): void {
    this.value = crc32(payload, crc32(frameHead(type, payload.length), this.value));
  }

  /** The item (`SUM`) that follows those before, and begins again. */
  frame(): Buffer {
    const payload = Buffer.alloc(SUM_BYTES);
    payload.writeUInt32BE(this.value);
    this.value = 0;
    return encodeFrame('SUM', payload);
  }

  /** Whether such an item has the sum of the items before it. Begins again. */
  agrees({ payload }: Frame): boolean {
    const isRight = payload.length === SUM_BYTES && payload.readUInt32BE() === this.value;
    this.value = 0;
    return isRight;
  }
}
