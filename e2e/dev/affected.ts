import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Libs that sources below a folder import. */
function importsOf(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = files
    .filter((file) => !/\.(spec|contract|fixture|bench)\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/'@lectern\/([a-z-]+)(?:\/[a-z-]+)?'/g)].map(([, lib = '']) => lib)),
  );
}

/** Folders whose code runs in an app: its own, and the libs it imports, directly or not. */
export function foldersOf(root: string, app: string): ReadonlySet<string> {
  const found = new Set([`apps/${app}`]);
  // Iteration over a set includes elements added during it.
  for (const folder of found) for (const lib of importsOf(join(root, folder, 'src'))) found.add(`libs/${lib}`);
  return found;
}

/** The apps that run any of the changed files, which are paths from the root or from the build. */
export function affected<T extends string>(root: string, apps: readonly T[], changed: readonly string[]): T[] {
  const folders = new Set(changed.map((file) => file.split('/').slice(0, 2).join('/')));
  return apps.filter((app) => [...foldersOf(root, app)].some((folder) => folders.has(folder)));
}
