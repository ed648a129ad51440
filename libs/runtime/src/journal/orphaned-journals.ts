import { lockFolder, type FolderLock } from '@lectern/config';
import type { Logger } from '@nestjs/common';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalDrain } from './journal-drain';

const FOLDERS_MAX = 1_000;
/** A new process locks its folder within this time. */
const AGE_MS_MIN = 2_000;
const FOLDER = /^[0-9a-f-]{36}$/;
const FILE = /\.journal$/;

/** Journals of processes that were killed: delivers what they contain, and removes them. */
export class OrphanedJournals {
  constructor(
    private readonly root: string,
    private readonly drain: Pick<JournalDrain<string>, 'drain' | 'forget'>,
    private readonly logger: Logger,
  ) {}

  /** @throws AppError `unavailable` */
  async drainAll(now: number = Date.now()): Promise<void> {
    const names = await readdir(this.root).catch(() => []);
    for (const name of names.filter((one) => FOLDER.test(one)).slice(0, FOLDERS_MAX)) {
      const folder = join(this.root, name);
      const age = await stat(folder).then(
        ({ mtimeMs }) => now - mtimeMs,
        () => 0,
      );
      const lock = age > AGE_MS_MIN ? lockOf(folder) : undefined;
      if (lock) await this.drainFolder(folder).finally(() => lock.release());
    }
  }

  private async drainFolder(folder: string): Promise<void> {
    const paths = (await readdir(folder)).filter((name) => FILE.test(name)).map((name) => join(folder, name));
    for (const path of paths) {
      const { size: sizeBytes } = await stat(path);
      await this.drain.drain({ path, sizeBytes, deliveredBytes: 0 }, () => undefined);
    }
    await rm(folder, { recursive: true, force: true });
    for (const path of paths) await this.drain.forget(path);
    if (paths.length > 0) this.logger.log('Delivered the rows that another process had recorded');
  }
}

/** Undefined while the process lives. */
function lockOf(folder: string): FolderLock | undefined {
  try {
    return lockFolder(folder);
  } catch {
    return undefined;
  }
}
