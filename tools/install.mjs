// Makes node_modules what package-lock.json says. Plain Node 20: it runs before anything is installed.
// The product needs what builds and runs it; tests, lint and the like need the packages of developers, too.
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runToEnd } from './child-process.mjs';
import { prune } from './prune.mjs';

const root = resolve(import.meta.dirname, '..');
const attemptsMax = 2;
const hostNodeMin = [20, 19];
const ownNodeMajor = 24;

/** Native programs come as packages of one platform; Linux has two C libraries. */
const platform = { os: process.platform, cpu: process.arch, libc: libc() };

function libc() {
  if (process.platform !== 'linux') return undefined;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

function isForHere(entry) {
  return Object.entries(platform).every(([kind, own]) => entry[kind] === undefined || entry[kind].includes(own));
}

/** Whether npm must install a package of the lock: one without a hash is named there, but no registry has it. */
function isNeeded([path, { optional, dev, devOptional, link, os, cpu, integrity, ...entry }], forDevelopers) {
  if (path === '' || link || (dev && !forDevelopers)) return false;
  if (!optional && !devOptional) return true;
  return os !== undefined && cpu !== undefined && integrity !== undefined && isForHere({ os, cpu, ...entry });
}

function packagesOf(file, select) {
  if (!existsSync(file)) return [];
  const { packages = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).filter(select);
}

/** Packages of the lock that are not installed; npm lists installed ones in a hidden lock file. */
function missing(forDevelopers) {
  const name = ([path, { version }]) => `${path}@${version}`;
  const installed = new Set(packagesOf(join(root, 'node_modules/.package-lock.json'), () => true).map(name));
  const needed = packagesOf(join(root, 'package-lock.json'), (entry) => isNeeded(entry, forDevelopers));
  return needed.filter((entry) => !installed.has(name(entry)) || !existsSync(join(root, entry[0]))).map(name);
}

async function npmCi(forDevelopers) {
  const env = { ...process.env, NODE_ENV: 'development' };
  const dev = forDevelopers ? '--include=dev' : '--omit=dev';
  const args = ['ci', dev, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const shell = process.platform === 'win32';
  await runToEnd('npm', args, { cwd: root, env, shell, doing: 'installing packages' });
  if (existsSync(join(root, 'node_modules'))) prune(root, { keepTypes: forDevelopers });
}

function refuse(reason) {
  console.error(reason);
  process.exit(1);
}

/**
 * Installs missing packages; without any, the registry is not called.
 *
 * @param forDevelopers whether those are needed that neither build nor run the product
 */
export async function install({ forDevelopers = true } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < hostNodeMin[0] || (major === hostNodeMin[0] && minor < hostNodeMin[1])) {
    refuse(`Lectern needs Node ${hostNodeMin.join('.')} or later to install itself; this is ${process.versions.node}.`);
  }
  for (let attempt = 0; attempt < attemptsMax && missing(forDevelopers).length > 0; attempt++) {
    console.error('Installing what package-lock.json names (up to three minutes, once) …');
    await npmCi(forDevelopers);
  }
  const left = missing(forDevelopers);
  if (left.length > 0) {
    refuse(`Not installed: ${left.slice(0, 5).join(', ')} (${left.length} in all). Is the npm registry reachable?`);
  }
  linkNode();
}

const packagedNode = `node-${process.platform}-${process.arch}/bin/node`;

/** npm 10 takes this link away together with that of the package that is for another platform. */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node');
  const isPackaged = existsSync(join(root, 'node_modules', packagedNode));
  if (!isPackaged || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(join('..', packagedNode), link);
}

/** The Node that everything runs on: the one that was installed, or this one where no package has one. */
export function projectNode() {
  const packaged = join(root, 'node_modules', packagedNode);
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= ownNodeMajor) return process.execPath;
  return refuse(`There is no packaged Node for this platform: run this with Node ${ownNodeMajor} or later.`);
}
