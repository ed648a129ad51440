import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type UnpackBounds, UnpackBudget } from './unpack-budget';
import { damaged } from './unpack-error';

/** Writes the files of an archive into a folder, never outside it or beyond the bounds. */
export class UnpackedFolder {
  private readonly budget: UnpackBudget;

  constructor(
    private readonly folder: string,
    bounds: UnpackBounds,
  ) {
    this.budget = new UnpackBudget(bounds);
  }

  /** @throws UnpackError for a path that leaves the folder, or for too many or too large files */
  async write(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    this.budget.takeFile(path);
    const place = join(this.folder, path);
    try {
      await mkdir(dirname(place), { recursive: true });
      await pipeline(content, (chunks: AsyncIterable<Buffer>) => this.counted(chunks), createWriteStream(place));
    } catch (error) {
      throw isAboutNames(error) ? damaged('archive') : error;
    }
  }

  /** Skips an entry that is not written, such as a folder. @throws UnpackError as `write` */
  pass(): void {
    this.budget.takeEntry();
  }

  allowEntries(count: number): void {
    this.budget.allowEntries(count);
  }

  private async *counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.budget.use(chunk.length);
      yield chunk;
    }
  }
}

/** A file of the archive is in the place of a folder, or vice versa, or the operating system rejects the name. */
function isAboutNames(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['EEXIST', 'EISDIR', 'ENAMETOOLONG', 'ENOTDIR'].some((one) => one === code);
}
