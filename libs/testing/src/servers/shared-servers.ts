import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Names to the process of the test run where its shared servers are requested. */
const variable = 'LECTERN_SHARED_SERVERS';

interface StartedServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts servers when the first spec asks for them, in the process that outlives all specs: workers of the run find it
 * by a variable of the environment.
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
    // Nothing else is possible of a server that listens on a port.
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
 * Where the shared server of that name is; undefined when the run shares none.
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
