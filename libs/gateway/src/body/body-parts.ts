import { Readable } from 'node:stream';

/**
 * A body in pieces of a bounded size, one after the other. When it breaks off, what came of it is a piece as well, and
 * `failure` says why.
 */
export class BodyParts {
  /** Why the body ended early. */
  failure: { readonly error: unknown } | undefined;
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer | undefined;

  constructor(
    body: Readable,
    private readonly partBytesMax: number,
  ) {
    this.chunks = body[Symbol.asyncIterator]();
  }

  /** The next piece, which must be read to its end before another one; undefined after the last byte. */
  async next(): Promise<Readable | undefined> {
    this.rest ??= await this.pull();
    return this.rest && Readable.from(this.bytes(), { objectMode: false });
  }

  private async *bytes(): AsyncGenerator<Buffer> {
    for (let left = this.partBytesMax; left > 0;) {
      const chunk = this.rest ?? (await this.pull());
      this.rest = undefined;
      if (!chunk) return;
      const piece = chunk.subarray(0, left);
      if (piece.length < chunk.length) this.rest = chunk.subarray(left);
      left -= piece.length;
      yield piece;
    }
  }

  private async pull(): Promise<Buffer | undefined> {
    if (this.failure) return undefined;
    try {
      const { done, value } = await this.chunks.next();
      return done ? undefined : value;
    } catch (error) {
      this.failure = { error };
      return undefined;
    }
  }
}
