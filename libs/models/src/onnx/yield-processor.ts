import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Gives the calling thread, and threads it starts later, a low priority. Only Linux has
 * priorities of threads; elsewhere this does nothing.
 */
export function yieldProcessor(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not Linux, or not allowed: it works as well, only less politely.
  }
}
