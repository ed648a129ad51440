// Compiles apps, libs and e2e to CommonJS under dist/, file by file, only what changed; `@lectern/*` becomes a relative path.
import { transformFile } from '@swc/core';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const out = join(root, 'dist');
const options = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
const copied = /\.(json|html|css|svg|png|sql)$/;

async function* files(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

async function modifiedMs(path) {
  return existsSync(path) ? (await stat(path)).mtimeMs : 0;
}

function withRelativeImports(code, target) {
  return code.replace(/require\("@lectern\/([a-z-]+)"\)/g, (_, lib) => {
    const path = relative(dirname(target), join(out, 'libs', lib, 'src', 'index.js'));
    return `require(${JSON.stringify(path.startsWith('.') ? path : `./${path}`)})`;
  });
}

async function compile(source, target) {
  const { code, map } = await transformFile(source, { ...options, swcrc: false, filename: source });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.map`, map);
  await writeFile(target, `${withRelativeImports(code, target)}\n//# sourceMappingURL=${target.split('/').at(-1)}.map\n`);
}

async function place(source) {
  const name = relative(root, source);
  if (/\.(spec|int\.spec|e2e-spec|contract)\.ts$|\.d\.ts$/.test(name) && !name.startsWith('e2e/harness')) return undefined;
  const isSource = name.endsWith('.ts');
  if (!isSource && (!copied.test(name) || name.endsWith('project.json') || name.includes('tsconfig'))) return undefined;
  const target = join(out, isSource ? name.replace(/\.ts$/, '.js') : name);
  if ((await modifiedMs(target)) <= (await modifiedMs(source))) {
    await (isSource ? compile(source, target) : mkdir(dirname(target), { recursive: true }).then(() => cp(source, target)));
  }
  return target;
}

/** Removes what no source stands for any more. */
async function prune(kept) {
  for await (const path of files(out)) if (!kept.has(path.replace(/\.map$/, ''))) await rm(path);
}

export async function build() {
  await mkdir(out, { recursive: true });
  const stamp = join(out, '.options.json');
  const wanted = JSON.stringify([options, readFileSync(import.meta.filename, 'utf8').length]);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) await rm(out, { recursive: true, force: true });
  const sources = [];
  for (const folder of ['apps', 'libs', 'e2e']) if (existsSync(join(root, folder))) for await (const file of files(join(root, folder))) sources.push(file);
  const kept = new Set((await Promise.all(sources.map(place))).filter(Boolean));
  await mkdir(out, { recursive: true });
  await writeFile(stamp, wanted);
  kept.add(stamp);
  await prune(kept);
}

if (process.argv[1] === import.meta.filename) await build();
