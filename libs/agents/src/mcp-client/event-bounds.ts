import { Transform, type TransformCallback } from 'node:stream';
import { AppError, JsonStructure } from '@lectern/contracts/core';

/** Bytes of one message of a server. */
export const MESSAGE_BYTES_MAX = 4 * 1024 ** 2;
/** Values and levels in its JSON. */
export const messageBounds = { nodesMax: 100_000, depthMax: 64 };
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Server-sent events, each within the bounds of a message. */
export class EventBounds extends Transform {
  private bytes = 0;
  private structure = new JsonStructure(messageBounds);
  private isLineEmpty = true;
  private last = 0;

  /** @param noteBytes gets how many came */
  constructor(private readonly noteBytes: (bytes: number) => void) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.noteBytes(chunk.length);
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const isEnd = byte === LINE_FEED || byte === RETURN;
      if (!isEnd) this.isLineEmpty = false;
      else if (byte === LINE_FEED && this.last === RETURN) this.last = byte;
      else if (this.isLineEmpty) {
        const problem = this.add(chunk.subarray(start, at));
        if (problem) return done(problem);
        start = at;
        this.bytes = 0;
        this.structure = new JsonStructure(messageBounds);
      } else this.isLineEmpty = true;
      this.last = byte;
    }
    const problem = this.add(chunk.subarray(start));
    done(problem ?? null, problem ? undefined : chunk);
  }

  private add(bytes: Buffer): AppError | undefined {
    this.bytes += bytes.length;
    if (this.bytes > MESSAGE_BYTES_MAX) return tooLarge();
    return this.structure.add(bytes) === undefined ? undefined : tooComplex();
  }
}

/** @throws AppError `too_large` for JSON that would take too long to read */
export function checkMessage(bytes: Uint8Array): void {
  if (new JsonStructure(messageBounds).add(bytes) !== undefined) throw tooComplex();
}

export function tooLarge(): AppError {
  return new AppError('too_large', `A message of the MCP server has more than ${MESSAGE_BYTES_MAX} bytes`);
}

export function tooComplex(): AppError {
  return new AppError('too_large', 'A message of the MCP server has too many values, or too many levels');
}
