import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells the processes of a test run where to request its shared servers. */
const variable = 'LECTERN_SHARED_SERVERS';

interface StartedServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts servers when the first spec requests them, in the process that outlives all specs: workers of the run find it
 * through an environment variable.
 */
export class SharedServers {
  private readonly started = new Map<string, Promise<StartedServer>>();

  private constructor(
    private readonly desk: Server,
    private readonly starts: Readonly<Record<string, () => Promise<StartedServer>>>,
  ) {}

  static async open(starts: Readonly<Record<string, () => Promise<StartedServer>>>): Promise<SharedServers> {
    const desk = createServer().listen(0, '127.0.0.1');
    await once(desk, 'listening');
    // A server that listens on a port has an AddressInfo.
    const { port } = desk.address() as AddressInfo;
    process.env[variable] = `http://127.0.0.1:${port}`;
    const servers = new SharedServers(desk, starts);
    desk.on('request', (request, response) => {
      servers.urlOf(String(request.url).slice(1)).then(
        (url) => response.end(url),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    return servers;
  }

  private async urlOf(name: string): Promise<string> {
    const start = this.starts[name];
    if (!start) throw new Error(`No shared server is called ${name}`);
    const server = this.started.get(name) ?? start();
    this.started.set(name, server);
    return (await server).url;
  }

  async close(): Promise<void> {
    delete process.env[variable];
    this.desk.close();
    const servers = await Promise.allSettled(this.started.values());
    await Promise.all(servers.map((server) => server.status === 'fulfilled' && server.value.stop()));
  }
}

/**
 * The address of the shared server of this name; undefined when the run shares no servers.
 *
 * @throws Error when it does not start
 */
export async function startedOnce(name: string, timeoutMs: number): Promise<string | undefined> {
  const desk = process.env[variable];
  if (!desk) return undefined;
  const answer = await fetch(`${desk}/${name}`, { signal: AbortSignal.timeout(timeoutMs) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
