// Puts servers that tests use into .cache/servers/: node tools/servers.mjs nats-server …
// Each file of tools/servers/ that exports `obtain` is one.
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '..', '.cache', 'servers');
const known = join(import.meta.dirname, 'servers');

async function obtain(server) {
  const file = join(known, `${server}.mjs`);
  const { obtain: from } = existsSync(file) ? await import(file) : {};
  if (!from) throw new Error('there is no such server');
  await mkdir(folder, { recursive: true });
  return from(folder);
}

async function all() {
  const files = (await readdir(known)).filter((file) => file.endsWith('.mjs'));
  const modules = await Promise.all(
    files.map(async (file) => [basename(file, '.mjs'), await import(join(known, file))]),
  );
  return modules.filter(([, module]) => module.obtain).map(([name]) => name);
}

const names = process.argv.slice(2);
for (const server of names.length > 0 ? names : await all()) {
  try {
    console.log(`${server}: ${await obtain(server)}`);
  } catch (error) {
    console.error(`${server}: ${error.message}`);
    process.exitCode = 1;
  }
}
