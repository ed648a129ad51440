import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AllowList, Egress, Guard } from '@lectern/egress';
import type { ModuleRun } from '../../engine/module-run';

/** A request as a provider got it. */
export interface ProviderRequest {
  readonly method: string | undefined;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Speaks for providers: requests to their addresses come to a server of this machine, through egress. */
export class ProviderServer {
  readonly requests: ProviderRequest[] = [];
  /** Answers requests. */
  handle: (request: ProviderRequest, response: ServerResponse) => void = (_, response) => response.end('{}');
  /** Whether the server may be called although its address is not public. */
  isAllowed = true;

  private constructor(
    private readonly server: Server,
    private readonly open: Egress,
    private readonly closed: Egress,
  ) {
    server.on('request', async (request, response) => {
      const { method, url: path = '', headers } = request;
      const received = { method, path, headers, body: await text(request) };
      this.requests.push(received);
      this.handle(received, response);
    });
  }

  static async start(): Promise<ProviderServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object.
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const open = new Egress(new Guard(new AllowList([host])));
    return new ProviderServer(server, open, new Egress(new Guard(new AllowList([]))));
  }

  get origin(): string {
    // As above.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** For runs of modules. */
  get web(): ModuleRun['web'] {
    return {
      fetch: (url, request) => {
        const target = new URL(url);
        const local = new URL(`${this.origin}${target.pathname}${target.search}`);
        const address = target.protocol === 'https:' ? local : target;
        return (this.isAllowed ? this.open : this.closed).fetch(address, request);
      },
    };
  }

  /** Answers every request with this JSON. */
  answerWith(value: unknown): void {
    this.handle = (_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  }

  /** The JSON of the latest request. */
  get sent(): unknown {
    return JSON.parse(this.requests.at(-1)?.body ?? 'null');
  }

  reset(): void {
    this.requests.length = 0;
    this.isAllowed = true;
    this.handle = (_, response) => response.end('{}');
  }

  async stop(): Promise<void> {
    await this.open.onApplicationShutdown();
    await this.closed.onApplicationShutdown();
    this.server.closeAllConnections();
    this.server.close();
  }
}
