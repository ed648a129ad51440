import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/**
 * The folder of one opening of a table. A recreated table has another folder under the same name: while this one is
 * held open, the system does not reuse its number.
 */
export class HeldFolder {
  private isHeld = true;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly held: BigIntStats,
  ) {}

  /** `undefined` when the folder does not exist, or the system cannot open folders. */
  static async hold(path: string): Promise<HeldFolder | undefined> {
    const handle = await open(path).catch(() => undefined);
    if (!handle) return undefined;
    try {
      return new HeldFolder(path, handle, await handle.stat({ bigint: true }));
    } catch {
      await handle.close();
      return undefined;
    }
  }

  /** Whether the path still leads to the held folder; if so, it has done so all the time. */
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
