// Builds the console, apps/console, to dist/apps/console: static files, compressed ones beside them. Skipped while its
// sources are unchanged.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const out = join(root, 'dist/apps/console');
const sources = [
  'apps/console',
  'libs/client/src',
  'libs/contracts/src',
  'examples',
  'package-lock.json',
  'tools/console.mjs',
];
const compressible = /\.(js|css|svg|json|mjs|wasm)$/;
const firstScriptBytesMax = 250_000;

async function filesOf(path) {
  if (path.endsWith('.json') || path.endsWith('.mjs')) return [join(root, path)];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.spec\.ts$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(sources.map(filesOf))).flat()) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

async function compress(file) {
  const bytes = await readFile(file);
  const [gz, br] = await Promise.all([promisify(gzip)(bytes, { level: 9 }), promisify(brotliCompress)(bytes)]);
  await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)]);
}

/** Scripts that a browser fetches before anything is shown: the entry and what the page preloads with it. */
async function firstScripts() {
  const page = await readFile(join(out, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
}

/** @throws Error when more must be loaded first than we allow, or nothing is */
async function weigh() {
  const scripts = await firstScripts();
  if (scripts.length === 0) throw new Error('The page of the console has no script.');
  const sizes = await Promise.all(scripts.map(async (file) => (await readFile(join(out, `${file}.gz`))).length));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= firstScriptBytesMax) return bytes;
  throw new Error(`The first script of the console has ${bytes} bytes compressed; at most ${firstScriptBytesMax}.`);
}

/** In a process of its own: who builds may run with the environment of tests, and React would be its larger variant. */
async function bundle() {
  const args = ['node_modules/vite/bin/vite.js', 'build', 'apps/console', '--logLevel', 'error'];
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, args, { cwd: root, env });
}

/** @returns bytes of the first script, compressed; undefined when nothing had to be built */
export async function buildConsole() {
  const stamp = join(out, '.sources');
  const hash = await hashOfSources();
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return undefined;
  await bundle();
  const assets = await readdir(join(out, 'assets'), { recursive: true });
  await Promise.all(
    assets.filter((name) => compressible.test(name)).map((name) => compress(join(out, 'assets', name))),
  );
  const bytes = await weigh();
  await writeFile(stamp, hash);
  return bytes;
}

if (process.argv[1] === import.meta.filename) console.log(await buildConsole());
