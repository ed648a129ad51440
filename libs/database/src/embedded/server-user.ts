import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The user of the server when this process runs as root, which Postgres refuses: the kernel's overflow user, which
 * exists everywhere.
 */
const NOBODY_ID = 65_534;

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user to switch to, or undefined when the server runs as the current user. */
export function serverUser(): ServerUser | undefined {
  return process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : undefined;
}

/** Whether `user` may pass through every folder above `path`. */
export async function isReachable(path: string, user: ServerUser | undefined): Promise<boolean> {
  if (user === undefined) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
