// Removes files that no program loads, after `npm ci`: `node docker/prune.mjs FOLDER`. The lock then names the
// remaining packages, so that a list made of it is right.
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of a folder a system, and in it a folder a processor. */
const natives = 'node_modules/onnxruntime-node/bin/napi-v6';

/** Of packages: what editors, compilers and browsers read. */
const unread = [
  'node_modules/**/*.{js,cjs,mjs,css}.map',
  'node_modules/**/*.d.{ts,cts,mts}{,.map}',
  'node_modules/**/*.min.map',
  'node_modules/@hyzyla/pdfium/dist/{index.esm.{base64,browser,cdn,worker}.js,pdfium.wasm.base64-*,worker.bundle.js}',
  'node_modules/officeparser/dist/officeparser.browser.*',
  'node_modules/typeorm/browser',
];

function pruneNatives(folder) {
  const place = join(folder, natives);
  if (!existsSync(place)) return;
  for (const system of readdirSync(place))
    for (const processor of readdirSync(join(place, system)))
      if (system !== process.platform || processor !== process.arch)
        rmSync(join(place, system, processor), { recursive: true });
}

function pruneUnread(folder) {
  for (const path of globSync(unread, { cwd: folder })) rmSync(join(folder, path), { recursive: true, force: true });
}

function pruneLock(folder) {
  const file = join(folder, 'package-lock.json');
  const { packages, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const there = Object.entries(packages).filter(([path]) => existsSync(join(folder, path)));
  writeFileSync(file, `${JSON.stringify({ ...rest, packages: Object.fromEntries(there) }, null, 2)}\n`);
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('node docker/prune.mjs FOLDER');
pruneNatives(resolve(folder));
pruneUnread(resolve(folder));
pruneLock(resolve(folder));
