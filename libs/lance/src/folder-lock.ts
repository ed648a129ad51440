import { setTimeout as sleep } from 'node:timers/promises';
import { type FolderLock, lockFolder } from '@lectern/config';
import { AppError, messageOf } from '@lectern/contracts/core';

const RETRY_MS = 50;

/**
 * Locks a folder for its only writer, also after a writer that is about to stop.
 *
 * @throws AppError `unavailable` when the other one does not stop within `waitMs`
 */
export async function lockForWriting(folder: string, waitMs: number): Promise<FolderLock> {
  for (const endMs = Date.now() + waitMs; ; await sleep(RETRY_MS)) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (!/in use|locked/.test(messageOf(error))) throw error;
      if (Date.now() >= endMs) throw new AppError('unavailable', `Another process writes to the index in ${folder}`);
    }
  }
}
