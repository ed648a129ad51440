import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, readdir, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import type { TestCertificate } from '../test-authority';
import { findProgram, type FoundProgram } from './found-server';
import { SpawnedServer } from './spawned-server';
import { TestServer } from './test-server';

const startTimeoutMs = 60_000;
/** `nobody`: the server refuses to run as root. */
const unprivileged = 65_534;
const TABLES = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'];

/** `mariadbd` on the PATH, else in `.cache/servers` of the checkout. */
export function findMariadb(environment?: NodeJS.ProcessEnv): FoundProgram {
  return findProgram('mariadbd', environment);
}

/** A server of MariaDB with one database and one user, who owns it and has no other rights. */
export class MariadbServer extends TestServer {
  /**
   * @param tls certificate that it shows, and its key; it takes connections without TLS, too
   * @throws Error when it is missing, or does not start
   */
  static async start(found: FoundProgram, tls?: TestCertificate): Promise<MariadbServer> {
    if ('missing' in found) throw new Error(found.missing);
    let url = '';
    const spawned = await SpawnedServer.start(async ({ folder, port }) => {
      url = `mysql://reader:secret@127.0.0.1:${port}/shop?sslmode=disable`;
      const isRoot = process.getuid?.() === 0;
      if (isRoot) await chown(folder, unprivileged, unprivileged);
      const uid = isRoot ? unprivileged : undefined;
      const share = await shareOf(found.binary);
      const args = [
        '--no-defaults',
        `--datadir=${folder}`,
        `--tmpdir=${folder}`,
        '--innodb-buffer-pool-size=16M',
        '--innodb-log-file-size=8M',
      ];
      const texts = share ? [`--lc-messages-dir=${share}`, `--character-sets-dir=${join(share, 'charsets')}`] : [];
      await bootstrap(found.binary, { args: [...args, ...texts], uid, share: share ?? '/usr/share/mysql' });
      const first = join(folder, 'first.sql');
      await writeFile(first, USERS, { mode: 0o644 });
      const secure = tls ? await certificateFiles(folder, tls) : [];
      const place = [...secure, '--bind-address=127.0.0.1', `--port=${port}`, `--socket=${join(folder, 's')}`];
      return {
        name: 'mariadbd',
        command: found.binary,
        args: [...args, ...texts, ...place, '--skip-name-resolve', `--init-file=${first}`],
        cwd: folder,
        uid,
        isReady: () => accepts(port),
        startTimeoutMs,
      };
    });
    return new MariadbServer(url, spawned);
  }
}

const USERS = `CREATE DATABASE IF NOT EXISTS shop;
CREATE USER IF NOT EXISTS 'reader'@'%' IDENTIFIED BY 'secret';
GRANT ALL ON shop.* TO 'reader'@'%';
`;

/** Beside a program that `tools/servers.mjs` put there. */
async function shareOf(binary: string): Promise<string | undefined> {
  const share = join(dirname(binary), 'mariadb/usr/share/mysql');
  return (await readdir(share).catch(() => undefined)) && share;
}

async function bootstrap(
  binary: string,
  { args, uid, share }: { readonly args: readonly string[]; readonly uid: number | undefined; readonly share: string },
): Promise<void> {
  const tables = await Promise.all(TABLES.map((name) => readFile(join(share, name), 'utf8')));
  const child = spawn(binary, [...args, '--bootstrap', '--skip-networking'], {
    uid,
    gid: uid,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(['create database mysql;', 'use mysql;', ...tables].join('\n'));
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`mariadbd could not make its tables: it ended with ${String(code)}`);
}

async function certificateFiles(folder: string, { cert, key }: TestCertificate): Promise<readonly string[]> {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certFile, cert, { mode: 0o644 }), writeFile(keyFile, key, { mode: 0o644 })]);
  return [`--ssl-cert=${certFile}`, `--ssl-key=${keyFile}`];
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    // A server that is ready greets first.
    socket
      .once('data', () => resolve(true))
      .once('error', () => resolve(false))
      .once('close', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });
}
