/** Bytes of a disk. */
export interface DiskFigures {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** `critical`: the reserve is almost used up, so even deletions may soon fail. */
export type DiskState = 'ample' | 'short' | 'critical';

/** On a small disk, the reserve is at most this share. */
const RESERVE_SHARE_MAX = 0.1;
const CRITICAL_SHARE = 0.25;
/** Two segments of Postgres's write-ahead log: enough for many deletions to commit. */
const SPARE_BYTES_MAX = 32 * 1024 ** 2;
const SPARE_SHARE_MAX = 0.5;

/** Bytes to keep free for deletions on a disk of this size. */
export function reserveOf(totalBytes: number, wantedBytes: number): number {
  return Math.floor(Math.min(wantedBytes, totalBytes * RESERVE_SHARE_MAX));
}

export function stateOf({ freeBytes, totalBytes }: DiskFigures, wantedBytes: number): DiskState {
  const reserve = reserveOf(totalBytes, wantedBytes);
  if (freeBytes >= reserve) return 'ample';
  return freeBytes < reserve * CRITICAL_SHARE ? 'critical' : 'short';
}

/** Size of the spare file, which is removed when other programs have filled the disk. */
export function spareOf({ totalBytes }: DiskFigures, wantedBytes: number): number {
  return Math.floor(Math.min(SPARE_BYTES_MAX, reserveOf(totalBytes, wantedBytes) * SPARE_SHARE_MAX));
}
