// One OpenSearch node for tests, out of the jars that `opensearch/pom.xml` names: the hashes are the trust.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findJdk } from './jdk.mjs';

const source = join(import.meta.dirname, 'opensearch');
const releaseMin = 21;
const fetchTimeoutMs = 900_000;
const rehearsalTimeoutMs = 240_000;
const copying = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const options = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms512m -Xmx512m';

const run = promisify(execFile);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** A build from the same sources is reused. */
async function stampOf(home) {
  const files = ['pom.xml', 'TestNode.java', 'jars.sha256'].map((name) => readFile(join(source, name)));
  return sha256(Buffer.concat([Buffer.from(`${home}\n${options}\n`), ...(await Promise.all(files))]));
}

async function fetchJars(folder) {
  await cp(join(source, 'pom.xml'), join(folder, 'pom.xml'));
  await run('mvn', ['-q', '-B', copying, '-DoutputDirectory=lib', '-DincludeScope=runtime'], {
    cwd: folder,
    timeout: fetchTimeoutMs,
  });
  const lines = (await readFile(join(source, 'jars.sha256'), 'utf8')).trim().split('\n');
  const expected = new Map(lines.map((line) => line.split(/ +/).toReversed()));
  for (const name of await readdir(join(folder, 'lib'))) {
    const hash = sha256(await readFile(join(folder, 'lib', name)));
    if (hash !== expected.get(name)) throw new Error(`${name} has the hash ${hash}, expected ${expected.get(name)}`);
    expected.delete(name);
  }
  if (expected.size > 0) throw new Error(`jars are missing: ${[...expected.keys()].join(', ')}`);
}

async function compile(folder, home) {
  const classes = join(folder, 'classes');
  await run(join(home, 'bin', 'javac'), ['-cp', 'lib/*', '-d', classes, join(source, 'TestNode.java')], {
    cwd: folder,
  });
  await run(join(home, 'bin', 'jar'), ['--create', '--file', 'lib/test-node.jar', '-C', classes, '.'], { cwd: folder });
}

/** A start writes down which classes are loaded: later ones take a third of its time. */
async function rehearse(folder, home) {
  const port = await freePort();
  const rehearsal = join(folder, 'rehearsal');
  const archive = `-XX:ArchiveClassesAtExit=${join(folder, 'classes.jsa')}`;
  const args = [...options.split(' '), archive, '-cp', join(folder, 'lib', '*'), 'TestNode', rehearsal, String(port)];
  const node = spawn(join(home, 'bin', 'java'), args, { stdio: 'ignore' });
  const untilMs = Date.now() + rehearsalTimeoutMs;
  try {
    while (!(await answers(port))) {
      if (node.exitCode !== null || Date.now() > untilMs) throw new Error('the node does not start');
      await sleep(250);
    }
    node.kill('SIGTERM');
    await once(node, 'exit', { signal: AbortSignal.timeout(rehearsalTimeoutMs) });
  } finally {
    node.kill('SIGKILL');
    await rm(rehearsal, { recursive: true, force: true });
  }
}

async function answers(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function scriptOf(folder, home) {
  return `#!/bin/sh
# opensearch-node FOLDER PORT [setting=value …]
exec '${join(home, 'bin', 'java')}' ${options} -XX:SharedArchiveFile='${join(folder, 'classes.jsa')}' -Xlog:disable \\
  -cp '${join(folder, 'lib', '*')}' TestNode "$@"
`;
}

/** @returns a line that reports the result */
export async function obtain(folder) {
  const [target, script] = [join(folder, 'opensearch'), join(folder, 'opensearch-node')];
  const home = await findJdk(releaseMin);
  const [stamp, stampFile] = [await stampOf(home), join(target, 'stamp')];
  if (existsSync(script) && existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp)
    return `${script} is there`;

  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  await fetchJars(target);
  await compile(target, home);
  await rehearse(target, home);
  await writeFile(`${script}.part`, scriptOf(target, home), { mode: 0o755 });
  await rename(`${script}.part`, script);
  await writeFile(stampFile, stamp);
  return `${script} from the jars of ${join('tools', 'servers', 'opensearch', 'pom.xml')}`;
}
