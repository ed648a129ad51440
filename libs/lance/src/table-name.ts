import { createHash } from 'node:crypto';

/** A name valid in every file system: the id itself if harmless, otherwise its hash. */
export function tableName(id: string): string {
  return /^[0-9a-z-]{1,64}$/.test(id) ? id : `x${createHash('sha256').update(id).digest('hex')}`;
}
