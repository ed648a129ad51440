// What changed in a checkout, as Git knows it. Plain Node 20, before anything is installed.
import { execFileSync } from 'node:child_process';
import { importsIn, isBarrel } from './imports.mjs';

const outputBytesMax = 256 * 2 ** 20;

function git(root, ...args) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: outputBytesMax, stdio: ['ignore', 'pipe', 'pipe'] };
  return execFileSync('git', args, options);
}

const linesOf = (text) => text.split('\0').filter((line) => line !== '');

/**
 * The commit that changes count from: where this branch left that of `ref`.
 *
 * @throws Error when there is no such commit here, as in a clone without history
 */
export function baseOf(root, ref) {
  try {
    return git(root, 'merge-base', ref, 'HEAD').trim();
  } catch (error) {
    const [reason] = String(error.stderr || error.message)
      .trim()
      .split('\n');
    throw new Error(`cannot tell what changed since ${ref}: ${reason || 'this clone has no common commit with it'}`);
  }
}

/** Files that the working tree has otherwise than a commit, and new ones that Git does not ignore. */
export function changedFiles(root, base) {
  const changed = git(root, 'diff', '--name-only', '--no-renames', '-z', base);
  const fresh = git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set([...linesOf(changed), ...linesOf(fresh)])];
}

/** Where each name comes from that a text passes on. */
function passedOn(text) {
  const passed = importsIn(text, { withTypes: true }).filter(({ isPassedOn }) => isPassedOn);
  return new Map(
    passed.flatMap(({ specifier, names = [] }) => names.map(({ there, here }) => [here, `${specifier}#${there}`])),
  );
}

/**
 * `index#name` for each name that a changed index passed on from elsewhere before. A name that it does not have any
 * more is no such name: who imports it depends on the whole index.
 */
export function movedNames({ root, base, graph, changed }) {
  return changed.flatMap((file) => {
    if (!graph.names.has(file) || !graph.isBarrel(file)) return [];
    const before = textAt(root, base, file);
    const now = passedOn(graph.text(file));
    if (before === undefined || !isBarrel(before)) return [...now.keys()].map((name) => `${file}#${name}`);
    return [...passedOn(before)].flatMap(([name, origin]) =>
      now.has(name) && now.get(name) !== origin ? [`${file}#${name}`] : [],
    );
  });
}

function textAt(root, base, file) {
  try {
    return git(root, 'show', `${base}:${file}`);
  } catch {
    return undefined;
  }
}
