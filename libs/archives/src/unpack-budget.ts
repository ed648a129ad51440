import { UnpackError } from './unpack-error';

/** Limits of what archives may unpack to. */
export interface UnpackBounds {
  /** Total bytes of all files. */
  readonly bytesMax: number;
  /** Number of files, folders and other named entries. */
  readonly filesMax: number;
  /** Characters in the path of a file. */
  readonly nameCharsMax: number;
}

/** Counts what archives really unpack to, because the sizes that they state may be wrong. */
export class UnpackBudget {
  private usedBytes = 0;
  private files = 0;

  constructor(protected readonly bounds: UnpackBounds) {}

  get leftBytes(): number {
    return this.bounds.bytesMax - this.usedBytes;
  }

  /** @throws UnpackError when more was unpacked than is allowed */
  use(bytes: number): void {
    this.usedBytes += bytes;
    if (this.usedBytes > this.bounds.bytesMax) throw new UnpackError({ kind: 'bytes', bytesMax: this.bounds.bytesMax });
  }

  /**
   * Counts a file that will be written below a folder.
   *
   * @throws UnpackError when its path leaves the folder, or there are too many files
   */
  takeFile(name: string): void {
    const isInside = !name.startsWith('/') && !/[\\:\0]/.test(name) && !name.split('/').includes('..');
    if (name === '' || name.length > this.bounds.nameCharsMax || !isInside)
      throw new UnpackError({ kind: 'name', name: name.slice(0, 100) });
    this.takeEntry();
  }

  /** Counts an entry that is not written, such as a folder. @throws UnpackError when there are too many */
  takeEntry(): void {
    this.files += 1;
    this.allowEntries(this.files);
  }

  /** @throws UnpackError when an archive may not have this many entries */
  allowEntries(count: number): void {
    if (count > this.bounds.filesMax) throw new UnpackError({ kind: 'files', filesMax: this.bounds.filesMax });
  }
}
