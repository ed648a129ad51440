import { createHash } from 'node:crypto';

/** A name that every file system takes: as it is where it is harmless, otherwise its hash. */
export function tableName(id: string): string {
  return /^[0-9a-z-]{1,64}$/.test(id) ? id : `x${createHash('sha256').update(id).digest('hex')}`;
}
