// Removes files that no program loads, after `npm ci`: `node docker/prune.mjs FOLDER`. The lock then names the
// remaining packages, so that a list made of it is right.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prune } from '../tools/prune.mjs';

function pruneLock(folder) {
  const file = join(folder, 'package-lock.json');
  const { packages, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const there = Object.entries(packages).filter(([path]) => existsSync(join(folder, path)));
  writeFileSync(file, `${JSON.stringify({ ...rest, packages: Object.fromEntries(there) }, null, 2)}\n`);
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('node docker/prune.mjs FOLDER');
prune(resolve(folder), { keepTypes: false });
pruneLock(resolve(folder));
