// One Neo4j for tests, out of the jars that `neo4j/pom.xml` names. Only tests use it: its licence is the GPL.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findJdk } from './jdk.mjs';

const source = join(import.meta.dirname, 'neo4j');
const releaseMin = 17;
const copying = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const timeout = 900_000;
const options = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx400m -Dorg.slf4j.simpleLogger.defaultLogLevel=off';

const run = promisify(execFile);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** One hash of all jars is the trust. */
async function hashOf(folder) {
  const names = (await readdir(folder)).toSorted();
  const lines = await Promise.all(names.map(async (name) => `${sha256(await readFile(join(folder, name)))} ${name}\n`));
  return sha256(lines.join(''));
}

/** @returns a line that reports the result */
export async function obtain(folder) {
  const [target, script] = [join(folder, 'neo4j'), join(folder, 'neo4j-node')];
  const home = await findJdk(releaseMin);
  const files = ['pom.xml', 'TestGraph.java', 'jars.sha256'].map((name) => readFile(join(source, name)));
  const [stamp, stampFile] = [
    sha256(Buffer.concat([Buffer.from(`${home}\n${options}`), ...(await Promise.all(files))])),
    join(target, 'stamp'),
  ];
  if (existsSync(script) && existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp)
    return `${script} is there`;

  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await cp(join(source, 'pom.xml'), join(target, 'pom.xml'));
  await run('mvn', ['-q', '-B', copying, '-DoutputDirectory=lib', '-DincludeScope=runtime'], { cwd: target, timeout });
  const [found, expected] = [
    await hashOf(join(target, 'lib')),
    (await readFile(join(source, 'jars.sha256'), 'utf8')).trim(),
  ];
  if (found !== expected) throw new Error(`the jars have the hash ${found}, expected ${expected}`);
  const compiler = join(home, 'bin', 'javac');
  await run(compiler, ['-cp', 'lib/*', '-d', 'classes', join(source, 'TestGraph.java')], { cwd: target, timeout });
  const path = `${join(target, 'classes')}:${join(target, 'lib', '*')}`;
  const text = `#!/bin/sh\n# neo4j-node FOLDER PORT PASSWORD\nexec '${join(home, 'bin', 'java')}' ${options} -cp '${path}' TestGraph "$@"\n`;
  await writeFile(`${script}.part`, text, { mode: 0o755 });
  await rename(`${script}.part`, script);
  await writeFile(stampFile, stamp);
  return `${script} from the jars of ${join('tools', 'servers', 'neo4j', 'pom.xml')}`;
}
