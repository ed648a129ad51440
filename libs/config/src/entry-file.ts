import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The compiled file to start a worker thread or a child process from: a neighbour of the caller, also when the caller
 * itself runs from source under a test runner (then the build's copy is used).
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
