// A Java development kit of this machine, by looking: nothing is fetched, no folder is known by name.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Kits that JAVA_HOME and the PATH name, and those installed beside them. */
function* homes() {
  const named = [process.env.JAVA_HOME, ...onPath()].filter(Boolean);
  yield* named;
  for (const parent of new Set(named.map((home) => dirname(home))))
    for (const name of readdirSync(parent)) yield join(parent, name);
}

function onPath() {
  const compilers = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'javac'));
  return compilers.filter((path) => existsSync(path)).map((path) => resolve(realpathSync(path), '..', '..'));
}

/**
 * @returns the folder of a kit whose `bin/javac` is of that release or a later one
 * @throws Error when it is missing
 */
export async function findJdk(releaseMin) {
  for (const home of new Set(homes())) {
    const compiler = join(home, 'bin', 'javac');
    if (!existsSync(compiler)) continue;
    const { stdout, stderr } = await promisify(execFile)(compiler, ['-version'], { timeout: 20_000 });
    if (Number(/javac (\d+)/.exec(stdout + stderr)?.[1]) >= releaseMin) return home;
  }
  throw new Error(`no JDK ${releaseMin} or later is on the PATH, named by JAVA_HOME, or installed beside those`);
}
