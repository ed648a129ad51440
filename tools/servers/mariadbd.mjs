// MariaDB for tests, out of Debian's packages: apt checks their signatures, and nothing is installed.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const timeout = 300_000;
const packages = ['mariadb-server-core', 'liburing2', 'libaio1'];

/** @returns a line that reports the result */
export async function obtain(folder) {
  const target = join(folder, 'mariadbd');
  const files = join(folder, 'mariadb');
  if (existsSync(target)) return `${target} is there`;
  if (!existsSync('/usr/bin/apt-get')) throw new Error('there is no apt-get; put mariadbd on the PATH');
  const place = await mkdtemp(join(tmpdir(), 'lectern-servers-'));
  try {
    await chmod(place, 0o755);
    await run('apt-get', ['download', ...packages], { cwd: place, timeout });
    const root = join(place, 'root');
    await mkdir(root);
    for (const name of await readdir(place))
      if (name.endsWith('.deb')) await run('dpkg', ['-x', join(place, name), root], { timeout });
    await rm(files, { recursive: true, force: true });
    await rename(root, files).catch(() => run('cp', ['-r', root, files]));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
  const own = '$(dirname "$(readlink -f "$0")")/mariadb/usr';
  const script = [
    '#!/bin/sh',
    `usr="${own}"`,
    'export LD_LIBRARY_PATH="$(echo "$usr"/lib/*-linux-gnu):$LD_LIBRARY_PATH"',
    'exec "$usr/sbin/mariadbd" "$@"',
    '',
  ];
  await writeFile(target, script.join('\n'));
  await chmod(target, 0o755);
  return `${target} from ${packages.join(', ')}`;
}
