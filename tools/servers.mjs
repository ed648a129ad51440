// Puts servers that tests use into .cache/servers/: node tools/servers.mjs nats-server …
// Each file of tools/servers/ that exports `obtain` is one. Where Docker runs, an image of it does instead.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { obtainImage } from './servers/docker-image.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, '.cache', 'servers');
const known = join(import.meta.dirname, 'servers');
/** Programs that are not called as the server is. */
const programs = { neo4j: 'neo4j-node', opensearch: 'opensearch-node' };

async function obtain(server) {
  const file = join(known, `${server}.mjs`);
  const { obtain: from } = existsSync(file) ? await import(file) : {};
  if (!from) throw new Error('there is no such server');
  await mkdir(folder, { recursive: true });
  const program = programs[server] ?? server;
  const image = existsSync(join(folder, program)) ? undefined : await imageFor(program);
  // `npm run dev` runs NATS as a program, with or without Docker.
  return image && server !== 'nats-server' ? image : from(folder);
}

async function imageFor(program) {
  const images = JSON.parse(await readFile(join(root, 'libs/testing/src/servers/images.json'), 'utf8'));
  if (!images[program]) return undefined;
  return obtainImage(images[program]).catch((error) => console.error(error.message));
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
