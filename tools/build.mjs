// Compiles the tree to CommonJS under dist/, file by file, only what changed; `@lectern/*` becomes a relative path. If
// anything changed, bundles the programs. If contracts changed, describes the interface for the gateway.
import { transformFile } from '@swc/core';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bundleCommandLine, bundlePrograms, isBundled } from './bundle.mjs';
import { buildConsole } from './console.mjs';

const root = resolve(import.meta.dirname, '..');
const out = join(root, 'dist');
const options = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
const folders = ['apps', 'libs', 'e2e', 'tools'].map((folder) => join(root, folder)).filter(existsSync);
/** Made by Vite, for browsers. */
const consoleFolder = join('apps', 'console');
/** Recorded calls, which the description of the interface contains. */
const ofExamples = '.examples.json';
/** Below dist/; documents that `npm run docs` generates lie there, too. */
const generatedFolder = 'generated';
const copied = /\.(json|html|css|svg|png|sql)$/;

async function* files(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && path.endsWith(consoleFolder)) continue;
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

async function modifiedMs(path) {
  return existsSync(path) ? (await stat(path)).mtimeMs : 0;
}

/** Node's `import()` finds files by their whole names only. */
function withRelativeImports(code, target) {
  const whole = code.replace(
    /\bimport\((["'])(\.[^"']*)\1\)/g,
    (_, quote, path) => `import(${quote}${path}.js${quote})`,
  );
  return whole.replace(/require\("@lectern\/([a-z-]+)(?:\/([a-z-]+))?"\)/g, (_, lib, entry = 'index') => {
    const path = relative(dirname(target), join(out, 'libs', lib, 'src', `${entry}.js`));
    return `require(${JSON.stringify(path.startsWith('.') ? path : `./${path}`)})`;
  });
}

async function compile(source, target) {
  const { code, map } = await transformFile(source, { ...options, swcrc: false, filename: source });
  await writeFile(`${target}.map`, map);
  await writeFile(
    target,
    `${withRelativeImports(code, target)}\n//# sourceMappingURL=${target.split('/').at(-1)}.map\n`,
  );
}

function isBuilt(name) {
  if (name.endsWith(ofExamples)) return false;
  if (/\.(spec|e2e-spec|contract|fixture|d)\.ts$/.test(name)) return name.startsWith('e2e/harness');
  if (name.endsWith('.ts')) return true;
  return copied.test(name) && !name.startsWith('tools') && !/project\.json$|tsconfig/.test(name);
}

/** The file that a source becomes, and whether it had to be made. */
async function place(source) {
  const name = relative(root, source);
  if (!isBuilt(name)) return undefined;
  const isSource = name.endsWith('.ts');
  const target = join(out, isSource ? name.replace(/\.ts$/, '.js') : name);
  if ((await modifiedMs(target)) > (await modifiedMs(source))) return { target, isNew: false };
  await mkdir(dirname(target), { recursive: true });
  await (isSource ? compile(source, target) : cp(source, target));
  return { target, isNew: true };
}

/** Removes files whose source no longer exists. */
async function prune(kept) {
  for await (const path of files(out)) {
    const name = relative(out, path);
    const isMade = isBundled(name) || name.startsWith(generatedFolder);
    if (!kept.has(path.replace(/\.map$/, '')) && !isMade) await rm(path);
  }
}

/** After a change of the compiler's settings everything is built again. */
async function forgetOtherBuilds() {
  const stamp = join(out, '.options.json');
  const hash = createHash('sha256')
    .update(JSON.stringify(options))
    .update(readFileSync(import.meta.filename))
    .update(readFileSync(join(root, 'tools/bundle.mjs')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return stamp;
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await writeFile(stamp, hash);
  return stamp;
}

/** Again when a contract, an example or the generator is newer. */
async function describeInterface(sources) {
  const target = join(out, generatedFolder, 'interface.json');
  const read = sources.filter((source) => /^(libs\/contracts|tools\/generators)\//.test(relative(root, source)));
  const newest = Math.max(...(await Promise.all(read.map(modifiedMs))));
  if ((await modifiedMs(target)) > newest) return;
  const generator = join(out, 'tools/generators/interface.js');
  await promisify(execFile)(process.execPath, [generator, target], { cwd: root });
}

/** @returns the files that were made, relative to dist/ */
export async function build() {
  const stamp = await forgetOtherBuilds();
  const sources = [];
  for (const folder of folders) for await (const file of files(folder)) sources.push(file);
  const placed = (await Promise.all(sources.map(place))).filter(Boolean);
  await prune(new Set([stamp, ...placed.map(({ target }) => target)]));
  const made = placed.filter(({ isNew }) => isNew).map(({ target }) => relative(out, target));
  if (made.length > 0 || !existsSync(join(out, 'apps/shared'))) {
    await Promise.all([bundlePrograms(out), bundleCommandLine(join(out, 'apps/cli'))]);
  }
  // Vite takes the contracts for browsers from this build.
  await Promise.all([describeInterface(sources), buildConsole()]);
  return made;
}

if (process.argv[1] === import.meta.filename) await build();
