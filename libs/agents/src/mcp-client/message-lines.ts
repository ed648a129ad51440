import { AppError, JsonStructure } from '@lectern/contracts/core';
import { MESSAGE_BYTES_MAX, messageBounds, tooComplex, tooLarge } from './event-bounds';

/** Bytes that one connection receives. */
const RECEIVED_BYTES_MAX = 64 * 1024 ** 2;
const LINE_FEED = 0x0a;

/** Messages as lines, each within the bounds of a message before it is a text. */
export class MessageLines {
  private parts: Buffer[] = [];
  private bytes = 0;
  private received = 0;
  private structure = new JsonStructure(messageBounds);

  /** Whole lines that a chunk completes, without empty ones. @throws AppError `too_large` */
  *take(chunk: Buffer): Generator<string> {
    this.received += chunk.length;
    if (this.received > RECEIVED_BYTES_MAX)
      throw new AppError('too_large', `The MCP server sends more than ${RECEIVED_BYTES_MAX} bytes`);
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.add(chunk.subarray(start, end));
      start = end + 1;
      const line = Buffer.concat(this.parts).toString('utf8').trim();
      this.parts = [];
      this.bytes = 0;
      this.structure = new JsonStructure(messageBounds);
      if (line !== '') yield line;
    }
    this.add(chunk.subarray(start));
  }

  private add(part: Buffer): void {
    if (part.length === 0) return;
    this.bytes += part.length;
    if (this.bytes > MESSAGE_BYTES_MAX) throw tooLarge();
    if (this.structure.add(part) !== undefined) throw tooComplex();
    this.parts.push(part);
  }
}
