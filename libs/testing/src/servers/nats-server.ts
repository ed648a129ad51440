import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ContainerServer } from './container-server';
import { findServer, type FoundServer } from './found-server';
import { freePort, SpawnedServer } from './spawned-server';
import { TestServer } from './test-server';

/** Size of a value of the bus with its envelope; NATS's own default is 1 MiB. */
const payloadBytesMax = 8 * 1024 * 1024 + 64 * 1024;

const startTimeoutMs = 10_000;
const configuration = `max_payload: ${payloadBytesMax}\n`;
const portInside = 4222;
const greetingTimeoutMs = 1_000;

/** `NATS_TEST_URL`, else Docker's image, else `nats-server` on the PATH, else in `.cache/servers` of the checkout. */
export function findNatsServer(environment?: NodeJS.ProcessEnv): FoundServer {
  return findServer('nats-server', 'NATS_TEST_URL', environment);
}

/** A server of the test run. Stopping a server that was already running does nothing. */
export class NatsServer extends TestServer {
  /**
   * @param options.token token of callers; ignored for a server that was already running
   * @throws Error when it is missing, or does not start
   */
  static async start(found: FoundServer, { token }: { readonly token?: string } = {}): Promise<NatsServer> {
    if ('missing' in found) throw new Error(found.missing);
    if ('url' in found) return new NatsServer(found.url);
    if ('image' in found) return NatsServer.contained(found.image, token);
    let url = '';
    const spawned = await SpawnedServer.start(async ({ folder, port }) => {
      url = `nats://127.0.0.1:${port}`;
      const config = join(folder, 'nats.conf');
      await writeFile(config, configuration);
      const args = ['-a', '127.0.0.1', '-p', String(port), '-c', config];
      if (token !== undefined) args.push('--auth', token);
      const isReady = () => accepts(port);
      return { name: 'nats-server', command: found.binary, args, isReady, startTimeoutMs };
    });
    return new NatsServer(url, spawned);
  }

  private static async contained(image: string, token: string | undefined): Promise<NatsServer> {
    const port = await freePort();
    const config = '/tmp/nats.conf';
    const container = await ContainerServer.start({
      image,
      ports: { [portInside]: port },
      command: ['-c', config, ...(token === undefined ? [] : ['--auth', token])],
      files: { [config]: configuration },
      isReady: () => greets(port),
      startTimeoutMs,
    });
    return new NatsServer(`nats://127.0.0.1:${port}`, container);
  }
}

/** Whether any process listens on a port of this machine. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Docker listens before the server does, but hangs up: only the server sends a greeting. */
async function greets(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const signal = AbortSignal.timeout(greetingTimeoutMs);
  try {
    const [greeting] = await once(socket, 'data', { signal });
    return String(greeting).startsWith('INFO ');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
