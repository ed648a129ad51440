import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** Sits in front of a database, and stalls or breaks its connections when a spec says so. */
export class TcpRelay {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private isStalled = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(target: NetConnectOpts): Promise<TcpRelay> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    const relay = new TcpRelay(server, port);
    server.on('connection', (socket) => relay.join(socket, connect(target)));
    return relay;
  }

  /** Connections stay open, and the database says nothing any more. */
  stall(): void {
    this.isStalled = true;
  }

  /** Breaks all connections; later ones break, too. */
  cut(): void {
    this.server.close();
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  private join(here: Socket, there: Socket): void {
    const pair = [here, there] as const;
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      here.destroy();
      there.destroy();
    };
    here
      .on('error', end)
      .on('close', end)
      .on('data', (bytes) => there.write(bytes));
    there
      .on('error', end)
      .on('close', end)
      .on('data', (bytes) => {
        if (!this.isStalled) here.write(bytes);
      });
  }
}
