// Bundles what programs load of our 1,900 compiled files into dist/apps/<program>/main.js and, where they share it,
// dist/apps/shared: Node finds, reads and compiles each file by itself, a fifth of the CPU of a start. Packages, worker
// threads and child processes are loaded from where they are.
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { operationTable } from '../apps/console/operation-table.mjs';

const root = resolve(import.meta.dirname, '..');
const own = /^(\.|\/)/;
const shared = 'apps/shared';
const commandLine = 'cli';
const bundled = /^apps\/([^/]+\/main|shared\/[^/]+|cli\/parts\/[^/]+)\.js(\.map)?$/;

/** The check of start.cjs: a Node that is too old says which one is needed, before it loads what it does not have. */
function nodeCheck() {
  const code = readFileSync(join(root, 'apps/cli/start.cjs'), 'utf8');
  return code.slice(code.indexOf('var NEEDED'), code.indexOf('require('));
}

/** @param name of a file below dist/ */
export const isBundled = (name) => bundled.test(name);

/** @param out the folder of compiled files */
export async function bundlePrograms(out) {
  const apps = await readdir(join(out, 'apps'));
  const entries = apps
    .map((app) => [app, join(out, 'apps', app, 'src/main.js')])
    .filter(([app, file]) => app !== commandLine && existsSync(file));
  const bundle = await rolldown({
    input: Object.fromEntries(entries),
    platform: 'node',
    treeshake: false,
    external: (id) => !own.test(id),
    plugins: [{ name: 'compiled', load: (id) => (own.test(id) && id.endsWith('.js') ? compiled(id, out) : undefined) }],
  });
  await rm(join(out, shared), { recursive: true, force: true });
  await bundle.write({
    dir: out,
    format: 'cjs',
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: 'apps/[name]/main.js',
    chunkFileNames: `${shared}/[name]-[hash].js`,
  });
}

/** A file with the map to its source; its folder is not that of the bundle, which lies two below `out`. */
function compiled(file, out) {
  const folder = JSON.stringify(join('../..', relative(out, dirname(file))));
  const code = readFileSync(file, 'utf8').replace(/\b__dirname\b/g, `require("node:path").join(__dirname, ${folder})`);
  return { code, map: JSON.parse(readFileSync(`${file}.map`, 'utf8')) };
}

/**
 * Of the command line, whose start is all that most of its commands take: from its sources, with the light contracts of
 * the console, and parts that are loaded when a command needs them. Commands for the model store load the compiled
 * libraries.
 *
 * @param dir folder of the program
 * @param isWhole whether packages are in the bundle, which then runs alone, without the commands for the model store,
 *   and is lectern.js, which start.cjs loads: parts load it by its name
 */
export async function bundleCommandLine(dir, { isWhole = false } = {}) {
  const models = {
    name: 'models',
    resolveId: (id) => (id === './model-parts' ? { id: './src/model-parts.js', external: true } : undefined),
  };
  const bundle = await rolldown({
    input: { [isWhole ? 'lectern' : 'main']: join(root, 'apps/cli/src/main.ts') },
    platform: 'node',
    external: (id) => !isWhole && !own.test(id) && !id.startsWith('@lectern/') && !id.startsWith('\0'),
    resolve: {
      alias: Object.fromEntries(
        ['client', 'evaluation'].map((lib) => [`@lectern/${lib}`, join(root, `libs/${lib}/src/index.ts`)]),
      ),
    },
    plugins: [models, operationTable()],
  });
  await rm(join(dir, 'parts'), { recursive: true, force: true });
  await bundle.write({
    dir,
    format: 'cjs',
    banner: ({ isEntry }) => (isEntry ? nodeCheck() : ''),
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
  });
}
