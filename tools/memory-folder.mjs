// A folder in memory for the files of a test run.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const place = '/dev/shm';
/** A run held 1.5 GiB at once. */
const bytesMin = 8 * 2 ** 30;

/** Programs are started from there, too. */
function mayRunPrograms() {
  const mount = readFileSync('/proc/mounts', 'utf8').match(new RegExp(`^\\S+ ${place} tmpfs (\\S+)`, 'm'));
  return mount !== null && !mount[1].split(',').includes('noexec');
}

function hasRoom() {
  const { bavail, bsize } = statfsSync(place);
  return Math.min(bavail * bsize, freemem()) >= bytesMin;
}

/**
 * Tests create more than a hundred thousand files, which takes a disk's file system seven times as long.
 *
 * @returns undefined where there is no such folder, or too little room, or the caller has chosen one
 */
export function folderInMemory() {
  if (process.platform !== 'linux' || process.env.TMPDIR) return undefined;
  try {
    if (!mayRunPrograms() || !hasRoom()) return undefined;
    const folder = mkdtempSync(`${place}/lectern-tests-`);
    // A database server that root starts is another user's.
    chmodSync(folder, 0o755);
    return { env: { TMPDIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
  } catch {
    return undefined;
  }
}
