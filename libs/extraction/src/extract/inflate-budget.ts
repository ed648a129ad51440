import { UnpackBudget } from '@lectern/archives';
import { ExtractError } from './extract-error';

/** Counts what archives inflate to, over all nesting levels of one extraction. */
export class InflateBudget extends UnpackBudget {
  private parts = 0;

  constructor(
    bytesMax: number,
    private readonly partsMax: number,
  ) {
    super({ bytesMax, filesMax: partsMax, nameCharsMax: 0 });
  }

  /** @throws ExtractError when more was inflated than is allowed */
  override use(bytes: number): void {
    try {
      super.use(bytes);
    } catch (error) {
      throw unpacksToMore(this.bounds.bytesMax, error);
    }
  }

  /** Whether one more part may be read. */
  takePart(): boolean {
    this.parts += 1;
    return this.parts <= this.partsMax;
  }
}

export function unpacksToMore(bytesMax: number, cause: unknown): ExtractError {
  const text =
    `The file unpacks to more than ${Math.floor(bytesMax / 1_048_576)} MiB, which is the limit; ` +
    'split it, or send what it contains';
  return new ExtractError(text, 'ERROR', { cause });
}
