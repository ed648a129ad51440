// Writes what follows from the table of services, services.json, into the files that name them: `npm run services`.
// Programs are written as a whole; of compose, chart and images only what is missing is added, and a spec checks the
// rest. With `--check` it only prints the files that would change. LECTERN_ROOT names another checkout.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { chartFiles } from './services/chart-files.mjs';
import { containerFiles } from './services/container-files.mjs';
import { programFiles } from './services/program-files.mjs';

const own = resolve(import.meta.dirname, '..');

/** Rows by the name of the service: what it consists of and which servers it uses. */
export const readServices = (root = own) => JSON.parse(readFileSync(join(root, 'tools/services.json'), 'utf8'));

/**
 * Texts of all files that name services.
 *
 * @param checkout `read` answers the text of a file, undefined where there is none; `libs` are the names of all
 *   libraries
 * @returns texts by path from the root
 */
export function documentsOf(services, checkout) {
  const files = [programFiles, containerFiles, chartFiles].map((part) => part(services, checkout));
  return Object.assign({}, ...files);
}

function checkoutAt(root) {
  const read = (name) => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : undefined);
  const folders = readdirSync(join(root, 'libs'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return { read, libs: folders.map(({ name }) => name), list: (folder) => readdirSync(join(root, folder)) };
}

function main(isCheck) {
  const root = resolve(process.env.LECTERN_ROOT || own);
  const checkout = checkoutAt(root);
  for (const [name, text] of Object.entries(documentsOf(readServices(root), checkout))) {
    if (checkout.read(name) === text) continue;
    console.log(isCheck ? `${name} is not what tools/services.json says: npm run services` : name);
    if (isCheck) {
      process.exitCode = 1;
      continue;
    }
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv.includes('--check'));
