import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';

const CHUNK_BYTES = 1024 ** 2;

/** Room that is taken in advance, to be given back to a disk that other programs have filled. */
export class SpareFile {
  constructor(private readonly path: string) {}

  /** Really written, since a file with holes takes no room; what cannot be compressed takes it on every file system. */
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
