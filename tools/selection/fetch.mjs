// Puts tools of tests in their places, several at a time: `node tools/selection/fetch.mjs` those of all suites, and
// with the arguments of `npm test` those of the suites that it runs. Plain Node 20, before anything is installed.
import { join, resolve } from 'node:path';
import { runToEnd } from '../child-process.mjs';
import { tools } from './needs.mjs';
import { select } from './select.mjs';

const root = resolve(import.meta.dirname, '../..');
const atOnce = 3;
const timeoutMs = 900_000;

/**
 * A tool that cannot be had is named, and is no failure: its suites are skipped, and say so.
 *
 * @param names of `tools`
 */
export async function fetchTools(names, node = process.execPath) {
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const options = { cwd: root, doing: `preparing ${name}`, timeout: timeoutMs };
      const status = await runToEnd(node, tools[name].obtain, options);
      if (status !== 0) console.error(`Without ${name}: its tests are skipped.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

export const isEarly = (name) => !tools[name].needsBuild;

if (process.argv[1] === join(import.meta.dirname, 'fetch.mjs'))
  await fetchTools(select(process.argv.slice(2), { root }).tools.filter(isEarly));
