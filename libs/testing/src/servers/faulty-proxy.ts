import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sits in front of an HTTP server, and holds or drops requests when a test says so. */
export class FaultyProxy {
  private isCut = false;
  private untilHeld = Infinity;
  private reach = () => {};
  private open = () => {};
  private gate = Promise.resolve();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(target: string): Promise<FaultyProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    const proxy = new FaultyProxy(server, `http://127.0.0.1:${port}`);
    server.on('request', (incoming, response) => {
      void proxy.pause().then(() => {
        if (proxy.isCut) incoming.socket.destroy();
        else pass(new URL(target), incoming, response);
      });
    });
    return proxy;
  }

  /** Holds the nth request from now on, and all later ones. Resolves when the nth has arrived. */
  holdAt(nth: number): Promise<void> {
    this.isCut = false;
    this.untilHeld = nth;
    this.gate = new Promise((resolve) => (this.open = resolve));
    return new Promise((resolve) => (this.reach = resolve));
  }

  /** Lets held and later requests pass. */
  release(): void {
    this.untilHeld = Infinity;
    this.open();
  }

  /** Breaks the connections of held requests, and of later ones until the next `holdAt`. */
  cut(): void {
    this.isCut = true;
    this.release();
  }

  close(): void {
    this.cut();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async pause(): Promise<void> {
    this.untilHeld -= 1;
    if (this.untilHeld > 0) return;
    this.reach();
    await this.gate;
  }
}

function pass({ hostname, port }: URL, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming;
  const outgoing = request({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
}
