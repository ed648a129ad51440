// Completes package-lock.json after a change: the registry may lack optional binaries of other platforms, npm then
// leaves them out, and `npm ci` refuses the lock. Each that is named and missing gets an entry: `npm run lockfile`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const path = join(resolve(import.meta.dirname, '..'), 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const platforms =
  /(linux|darwin|win32|freebsd|android|openbsd|netbsd|sunos|aix|openharmony)[-_]?(arm64|x64|ia32|arm|ppc64|riscv64|s390x|loong64|mips64el)?/;
let added = 0;

/** Where npm would look for `name` from the package at `from`. */
function isFound(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

for (const [from, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isFound(from, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
    const [, os, cpu] = platforms.exec(name) ?? [];
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      optional: true,
      ...(os && { os: [os] }),
    };
    added += 1;
  }
}
const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
for (const entry of Object.values(sorted)) delete entry.resolved;
// Some packages name their C library in their own name only, and npm would install those of both.
for (const [path, entry] of Object.entries(sorted)) {
  const [, libc] = /-linux-.*-(gnu|musl)$/.exec(path) ?? [];
  if (libc && entry.optional) entry.libc ??= [libc === 'gnu' ? 'glibc' : 'musl'];
}
writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(added === 0 ? 'The lock file is complete.' : `Added ${added} optional packages of other platforms.`);
