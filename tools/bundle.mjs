// Bundles what programs load of our 1,900 compiled files into dist/apps/<program>/main.js and, where they share it,
// dist/apps/shared: Node finds, reads and compiles each file by itself, a fifth of the CPU of a start. Packages, worker
// threads and child processes are loaded from where they are.
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

const own = /^(\.|\/)/;
const shared = 'apps/shared';
const bundled = /^apps\/([^/]+\/main|shared\/[^/]+)\.js(\.map)?$/;

/** @param name of a file below dist/ */
export const isBundled = (name) => bundled.test(name);

/** @param out the folder of compiled files */
export async function bundlePrograms(out) {
  const apps = await readdir(join(out, 'apps'));
  const entries = apps
    .map((app) => [app, join(out, 'apps', app, 'src/main.js')])
    .filter(([, file]) => existsSync(file));
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
