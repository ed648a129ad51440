import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';

const CHUNK_BYTES = 1024 ** 2;

/** Disk space reserved in advance, released when other programs have filled the disk. */
export class SpareFile {
  constructor(private readonly path: string) {}

  /** Writes every byte, because a sparse file takes no room; random bytes, because some file systems compress. */
  async write(sizeBytes: number): Promise<void> {
    const found = await stat(this.path).catch(() => undefined);
    if (found?.size === sizeBytes) return;
    const file = await open(this.path, 'w', 0o600);
    try {
      for (let at = 0; at < sizeBytes; at += CHUNK_BYTES) {
        await file.writeFile(randomBytes(Math.min(CHUNK_BYTES, sizeBytes - at)));
      }
      await file.sync();
    } catch (error) {
      await file.truncate(0);
      throw error;
    } finally {
      await file.close();
    }
  }

  async release(): Promise<void> {
    await rm(this.path, { force: true });
  }
}
