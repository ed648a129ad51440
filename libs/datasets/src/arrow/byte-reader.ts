import type { Readable } from 'node:stream';

/** Takes pieces of known sizes from a stream. */
export class ByteReader {
  /** Bytes taken so far. */
  taken = 0;
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly content: Readable) {
    // A stream of bytes without an encoding yields buffers.
    this.chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** The next bytes; fewer at the end of the stream. */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.rest.length === 0) {
        const next = await this.chunks.next();
        if (next.done) break;
        this.rest = next.value;
      }
      const part = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    this.taken += count - missing;
    return parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
  }

  /** Ends the reading. */
  close(): void {
    this.content.destroy();
  }
}
