// Makes packed/lectern-<platform>.tar.zst of the build: a folder that runs with nothing installed, not even Node.
// It holds the product in one process, the command line, the packages that these load, and the models of the store:
// `node tools/pack.mjs [FOLDER]`, after the build. Beside it lectern-cli.tgz, the command line for `npx`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { assemble } from '../docker/assemble.mjs';
import { bundleCommandLine } from './bundle.mjs';
import { prune } from './prune.mjs';

const root = resolve(import.meta.dirname, '..');
const platform = `${process.platform}-${process.arch}`;
const models = resolve(process.env.MODELS_DIR || join(root, '.models'));

/** The arguments of the program of docker/Dockerfile; other commands are those of the command line. */
const launcher = `#!/bin/sh
# lectern start: the product in one process, until Ctrl-C. lectern --help: commands for a running product.
folder=$(dirname "$(readlink -f "$0")")
export MODELS_DIR="\${MODELS_DIR:-$folder/models}"
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
case "\${1:-start}" in
  start) exec "$folder/node" --max-semi-space-size=16 "$folder/dist/apps/standalone/main.js" ;;
  *) exec "$folder/node" "$folder/dist/apps/cli/main.js" "$@" ;;
esac
`;

/** Links to the files, since nobody writes to them and there are 30,000. Nested packages have paths of their own. */
function linkFolder(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') linkFolder(source, target);
    else if (entry.isFile()) linkSync(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  }
}

function linkPackages(paths, folder) {
  // Packages of other platforms are in the lock, and not here.
  for (const path of paths.filter((name) => existsSync(join(root, name))))
    linkFolder(join(root, path), join(folder, path));
}

function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
}

/** @returns the archive */
async function pack(target) {
  mkdirSync(target, { recursive: true });
  // On the disk of the project, for the links.
  const place = mkdtempSync(join(target, 'folder-'));
  const name = `lectern-${platform}`;
  const folder = join(place, name);
  try {
    mkdirSync(folder);
    const packages = ['cli', 'standalone'].flatMap((app) => assemble(app, folder).packages);
    linkPackages([...new Set(packages)].sort(), folder);
    prune(folder, { keepTypes: false });
    run([join(root, 'docker/link.mjs'), folder]);
    cpSync(process.execPath, join(folder, 'node'));
    if (existsSync(models)) cpSync(models, join(folder, 'models'), { recursive: true });
    for (const file of ['LICENSE', 'NOTICE']) cpSync(join(root, file), join(folder, file));
    writeFileSync(join(folder, 'lectern'), launcher);
    chmodSync(join(folder, 'lectern'), 0o755);
    const archive = join(target, `${name}.tar.zst`);
    await archived(place, name, archive);
    return archive;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The command line alone, as a package for `npx`: one folder, without the commands for the model store. */
async function packCommandLine(target) {
  const place = mkdtempSync(join(target, 'cli-'));
  try {
    const folder = join(place, 'package');
    await bundleCommandLine(folder, { isWhole: true });
    const { version, license, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const manifest = { name: 'lectern', version, license, description, bin: 'main.js', engines: { node: '>=24' } };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    cpSync(join(root, 'apps/cli/start.cjs'), join(folder, 'main.js'));
    for (const file of ['LICENSE', 'NOTICE']) cpSync(join(root, file), join(folder, file));
    const archive = join(target, 'lectern-cli.tgz');
    await archived(place, 'package', archive, createGzip());
    return archive;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** One file of a folder, with no owner. */
async function archived(place, name, archive, compress = createZstdCompress()) {
  const args = ['--create', '--owner=0', '--group=0', '--directory', place, name];
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 2] });
  const ended = once(tar, 'close');
  await pipeline(tar.stdout, compress, createWriteStream(archive));
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}

const target = resolve(process.argv[2] ?? join(root, 'packed'));
mkdirSync(target, { recursive: true });
for (const archive of [await packCommandLine(target), await pack(target)])
  console.log(`${archive} (${(statSync(archive).size / 1024 ** 2).toFixed(1)} MB)`);
