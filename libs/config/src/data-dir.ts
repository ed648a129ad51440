import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { types } from 'node:util';
import { optionalText } from './setting';
import { type ConfigOf, configSlice, readConfig } from './slice';

export const dataDirSlice = configSlice('data-dir', {
  DATA_DIR: optionalText({
    doc: 'folder of everything embedded; when not set $XDG_DATA_HOME/lectern or ~/.local/share/lectern',
  }),
});

/** Absolute path of the data folder. Nothing is created. */
export function dataDir(
  config: ConfigOf<typeof dataDirSlice> = readConfig(dataDirSlice),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const shared = environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share');
  return resolve(config.DATA_DIR ?? join(shared, 'lectern'));
}

/**
 * Creates a folder that only its owner can access. When the owner is root, other users may traverse the folder but
 * not list it, because the embedded database runs below it as an unprivileged user.
 *
 * @returns the same path
 */
export function ensureFolder(path: string): string {
  if (existsSync(path)) return path;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chmodSync(path, 0o711);
  return path;
}

/** Held until it is released or the process ends, for whatever reason. */
export interface FolderLock {
  release(): void;
}

/**
 * Ensures that only one process at a time uses a folder. The lock is an operating system lock, taken through SQLite
 * because Node has no call for it, so a killed process leaves no lock behind.
 *
 * @throws Error naming the folder and the process that holds the lock
 */
export function lockFolder(path: string): FolderLock {
  const owner = join(path, 'owner.pid');
  const database = new DatabaseSync(join(path, 'owner.lock'));
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!types.isNativeError(error) || !error.message.includes('locked')) throw error;
    throw new Error(`The data folder ${path} is in use by another process${pidIn(owner)}`);
  }
  writeFileSync(owner, `${process.pid}\n`);
  return { release: () => database.close() };
}

function pidIn(file: string): string {
  return existsSync(file) ? ` (${readFileSync(file, 'utf8').trim()})` : '';
}
