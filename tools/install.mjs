// Makes node_modules what package-lock.json says. Plain Node 20: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** `name@version` of every package in a lock that this platform must have. */
function wanted(lock) {
  return Object.entries(lock.packages ?? {})
    .filter(([path, { optional, devOptional, link }]) => path !== '' && !optional && !devOptional && !link)
    .map(([path, { version }]) => `${path}@${version}`);
}

function packagesOf(file) {
  return existsSync(file) ? wanted(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** Whether something in the lock is not installed; npm notes what is in a lock of its own. */
function isIncomplete() {
  const installed = new Set(packagesOf(join(root, 'node_modules/.package-lock.json')));
  const needed = packagesOf(join(root, 'package-lock.json'));
  return needed.some((name) => !installed.has(name)) || !existsSync(join(root, 'node_modules/node/bin/node'));
}

export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Lectern needs Node 20.19 or later to install itself; this is ${process.versions.node}.`);
    process.exit(1);
  }
  if (!isIncomplete()) return;
  console.error('Installing what package-lock.json names (about a minute, once) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // The CPU runtime lies in the package; its script would only fetch parts for GPUs.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip', NODE_ENV: 'development' };
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm, args, { cwd: root, env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (status !== 0 || isIncomplete()) {
    console.error('The packages could not be installed: is the npm registry reachable?');
    process.exit(1);
  }
}
