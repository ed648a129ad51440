// Removes what a package carries for other platforms: `node docker/prune.mjs FOLDER`, after `npm ci` there.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of a folder a system, and in it a folder a processor. */
const natives = 'node_modules/onnxruntime-node/bin/napi-v6';

/** @returns what was removed, from the folder */
export function prune(folder, { platform = process.platform, arch = process.arch } = {}) {
  const place = join(folder, natives);
  if (!existsSync(place)) return [];
  const foreign = readdirSync(place).flatMap((system) =>
    readdirSync(join(place, system))
      .filter((processor) => system !== platform || processor !== arch)
      .map((processor) => join(natives, system, processor)),
  );
  for (const name of foreign) rmSync(join(folder, name), { recursive: true });
  return foreign;
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('node docker/prune.mjs FOLDER');
  console.log(prune(resolve(folder)).map((name) => `removed ${name}`).join('\n'));
}
