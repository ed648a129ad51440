import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The compiled file that a worker thread or child process starts from. It is in the caller's folder, or in the build's
 * copy of that folder when the caller runs from source under a test runner.
 *
 * @param folder the caller's `__dirname`
 * @param name file name without extension
 * @throws Error when the project has not been built
 */
export function entryFile(folder: string, name: string): string {
  const beside = join(folder, `${name}.js`);
  if (existsSync(beside)) return beside;
  const built = beside.replace(`${sep}libs${sep}`, `${sep}dist${sep}libs${sep}`);
  if (existsSync(built)) return built;
  throw new Error(`${built} does not exist: build the project first`);
}
