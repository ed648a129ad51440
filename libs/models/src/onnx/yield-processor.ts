import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Gives the calling thread, and threads it starts later, a low priority. Does nothing except on Linux, the only system
 * with priorities of threads.
 */
export function yieldProcessor(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not Linux, or not permitted: it works, but competes with other work.
  }
}
