import { randomUUID } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureFolder } from '@lectern/config';
import { randomSecret } from './master-key';

/**
 * Reads a file of secrets that only its owner can read; creates the file with a new secret if it is missing.
 * Processes that start at the same time end up with the same file.
 *
 * @returns its text, one secret per line
 */
export async function readOrCreateKeyFile(path: string): Promise<string> {
  const found = await readIfThere(path);
  if (found !== undefined) return found;
  ensureFolder(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  await writePrivate(draft, `${randomSecret()}\n`);
  try {
    // `link` never replaces a file, so the second process keeps the file of the first.
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path, 'utf8');
}

/** Durably writes a file that only its owner can read; never overwrites an existing file. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
