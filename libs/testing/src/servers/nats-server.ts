import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where a nats-server for tests comes from: a running one, a binary to start, or nowhere and why. */
export type FoundNatsServer = { readonly url: string } | { readonly binary: string } | { readonly missing: string };

/** What a value of the bus and its envelope need; NATS's own default is 1 MiB. */
const payloadBytesMax = 8 * 1024 * 1024 + 64 * 1024;

const startTimeoutMs = 10_000;

/** `NATS_TEST_URL`, else `nats-server` on the PATH, else in `.cache/servers` of the checkout. */
export function findNatsServer(environment: NodeJS.ProcessEnv = process.env): FoundNatsServer {
  const url = environment['NATS_TEST_URL'];
  if (url) return { url };
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const binary = [...folders, join(checkout(), '.cache', 'servers')]
    .map((folder) => join(folder, 'nats-server'))
    .find((path) => existsSync(path));
  if (binary) return { binary };
  return {
    missing: 'no nats-server: set NATS_TEST_URL, put one on the PATH, or run `node tools/servers.mjs nats-server`',
  };
}

/** A server of the test run. Stopping one that was found running does nothing. */
export class NatsServer {
  private process: ChildProcess | undefined;

  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly found: FoundNatsServer,
  ) {}

  /** @throws Error when there is none, or when it does not start */
  static async start(found: FoundNatsServer): Promise<NatsServer> {
    if ('missing' in found) throw new Error(found.missing);
    if ('url' in found) return new NatsServer(found.url, '', found);
    const folder = await mkdtemp(join(tmpdir(), 'lectern-nats-'));
    const server = new NatsServer(`nats://127.0.0.1:${await freePort()}`, folder, found);
    await writeFile(join(folder, 'nats.conf'), `max_payload: ${payloadBytesMax}\n`);
    await server.resume();
    return server;
  }

  /** Whether tests may stop and resume it. */
  get isOurs(): boolean {
    return 'binary' in this.found;
  }

  /** Starts it again on the same port. */
  async resume(): Promise<void> {
    if (!('binary' in this.found) || this.process) return;
    const { port } = new URL(this.url);
    const options = ['-a', '127.0.0.1', '-p', port, '-c', join(this.folder, 'nats.conf')];
    this.process = spawn(this.found.binary, options, { stdio: 'ignore' });
    await listening(Number(port));
  }

  /** Stops it hard, as a crash would. */
  async pause(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (!process || process.exitCode !== null) return;
    process.kill('SIGKILL');
    await once(process, 'exit');
  }

  async stop(): Promise<void> {
    await this.pause();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }
}

function checkout(folder: string = __dirname): string {
  if (existsSync(join(folder, 'package-lock.json')) || dirname(folder) === folder) return folder;
  return checkout(dirname(folder));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

async function listening(port: number): Promise<void> {
  const untilMs = performance.now() + startTimeoutMs;
  while (performance.now() < untilMs) {
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    await sleep(20);
  }
  throw new Error(`nats-server does not listen on port ${port} after ${startTimeoutMs} ms`);
}
