import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from './client';
import { Distributed, services } from './distributed';
import { Standalone, temporaryFolder } from './standalone';

/** Something that can be killed. Settles when it is up again. */
export interface Kill {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** A running product that is to be killed in several ways. */
export interface CrashTarget {
  /** Of the product's blobs. */
  readonly blobFolder: string;
  /** Of the database's socket. */
  readonly postgresFolder: string;
  readonly kills: readonly Kill[];
  /** Where it is now: a process that starts again may listen elsewhere. */
  client(credential?: Readonly<Record<string, string>>): Client;
  printed(): string;
  stop(): Promise<void>;
}

/** The product in one process: it, its database alone, or both at once. */
export async function standaloneTarget(): Promise<CrashTarget> {
  const folder = await temporaryFolder();
  const standalone = await Standalone.start({ dataDir: folder });
  const killDatabase = async () => killTree(await postmasterOf(join(folder, 'postgres')));
  const killProduct = (meanwhile: () => Promise<void>) => standalone.restart(meanwhile);
  const root = () => ({ authorization: `Bearer ${standalone.token}` });
  return {
    blobFolder: join(folder, 'blobs'),
    postgresFolder: join(folder, 'postgres'),
    kills: [
      { name: 'the product', run: () => killProduct(async () => undefined) },
      { name: 'the database', run: killDatabase },
      { name: 'the product and its database', run: () => killProduct(killDatabase) },
    ],
    client: (credential = root()) => new Client(standalone.origin, credential),
    printed: () => standalone.printed(),
    stop: () => standalone.stop(),
  };
}

/** The product in a process for each service: each of them, the database alone, or all at once. */
export async function servicesTarget(): Promise<CrashTarget> {
  const folder = await temporaryFolder();
  const distributed = await Distributed.start({ folder });
  const postgresFolder = join(folder, 'postgres');
  const killServices = async (killed: readonly (typeof services)[number][]) => {
    for (const service of killed) distributed.app(service).kill();
    await Promise.all(killed.map((service) => distributed.startService(service)));
  };
  // Nobody else starts it again here.
  const killDatabase = () => {
    const backends = childrenOf(distributed.postgresPid);
    return distributed.crashPostgres(async () => killAll(backends));
  };
  const root = () => ({ authorization: `Bearer ${distributed.token}` });
  return {
    blobFolder: join(folder, 'data', 'blobs'),
    postgresFolder,
    kills: [
      ...services.map((service) => ({ name: service, run: () => killServices([service]) })),
      { name: 'the database', run: killDatabase },
      { name: 'all services', run: () => killServices(services) },
    ],
    client: (credential = root()) => new Client(distributed.origin, credential),
    printed: () => distributed.printed(),
    stop: () => distributed.stop(),
  };
}

async function postmasterOf(folder: string): Promise<number> {
  const lines = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(lines.split('\n')[0]);
}

/** A server of Postgres and its backends, all at once. */
function killTree(pid: number): void {
  if (pid) killAll([pid, ...childrenOf(pid)]);
}

function killAll(pids: readonly number[]): void {
  for (const one of pids) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
