import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site that takes requests and never answers them. */
export class SilentSite {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<SilentSite> {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SilentSite(server);
  }

  /** With the port, as `EGRESS_ALLOW` takes it. */
  get host(): string {
    const { port } = this.server.address() as AddressInfo; // that of a listening TCP server
    return `127.0.0.1:${port}`;
  }

  /** Ends the requests that wait. */
  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
