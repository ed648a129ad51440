import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/**
 * The folder in which one opening of a table lies. A table that is dropped and made again lies in another one, although
 * under the same name: while this one is held, the system gives its number to no other.
 */
export class TablePlace {
  private isHeld = true;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly held: BigIntStats,
  ) {}

  /** `undefined` when there is none, or the system does not open folders. */
  static async hold(path: string): Promise<TablePlace | undefined> {
    const handle = await open(path).catch(() => undefined);
    if (!handle) return undefined;
    try {
      return new TablePlace(path, handle, await handle.stat({ bigint: true }));
    } catch {
      await handle.close();
      return undefined;
    }
  }

  /** Whether the path still leads to the folder that is held; then it has done so all the time. */
  async isSame(): Promise<boolean> {
    const found = await stat(this.path, { bigint: true }).catch(() => undefined);
    const { dev, ino, birthtimeNs } = this.held;
    return this.isHeld && found?.ino === ino && found.dev === dev && found.birthtimeNs === birthtimeNs;
  }

  async close(): Promise<void> {
    this.isHeld = false;
    await this.handle.close().catch(() => undefined);
  }
}
