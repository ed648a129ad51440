import { ExtractError } from './extract-error';

/** Counts what archives inflate to, over all nesting levels of one extraction. */
export class InflateBudget {
  private usedBytes = 0;
  private parts = 0;

  constructor(
    private readonly bytesMax: number,
    private readonly partsMax: number,
  ) {}

  get leftBytes(): number {
    return this.bytesMax - this.usedBytes;
  }

  /** @throws ExtractError when more was inflated than is allowed */
  use(bytes: number): void {
    this.usedBytes += bytes;
    if (this.usedBytes > this.bytesMax) {
      throw new ExtractError(
        `The file unpacks to more than ${Math.floor(this.bytesMax / 1_048_576)} MiB, which is the limit; ` +
          'split it, or send what it contains',
      );
    }
  }

  /** Whether one more part may be read. */
  takePart(): boolean {
    this.parts += 1;
    return this.parts <= this.partsMax;
  }
}
