import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const CONNECT_TIMEOUT_MS = 10_000;

/** A server of a graph database, and of its name an address that was checked. */
export interface CheckedGraph {
  readonly hostname: string;
  readonly port: number;
  readonly address: string;
  readonly isEncrypted: boolean;
}

/**
 * Stands between the driver, which resolves names by itself, and the database: whatever the driver does, its bytes go
 * to the address that was checked. Listens on the loopback interface.
 */
export class BoltRelay {
  private readonly sockets = new Set<Socket>();
  private received = 0;
  private connectionError: Error | undefined;

  private constructor(private readonly server: Server) {}

  static async start(graph: CheckedGraph): Promise<BoltRelay> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const relay = new BoltRelay(server);
    server.on('connection', (socket) => relay.join(socket, graph));
    return relay;
  }

  get port(): number {
    // A server that listens on a port has an AddressInfo.
    return (this.server.address() as AddressInfo).port;
  }

  /** Received from the database so far. */
  get bytesRead(): number {
    return this.received;
  }

  /** Why the database could not be reached. */
  get failure(): Error | undefined {
    return this.connectionError;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(here: Socket, { hostname, port, address, isEncrypted }: CheckedGraph): void {
    const target = { host: address, port, timeout: CONNECT_TIMEOUT_MS };
    const there = isEncrypted ? connectTls({ ...target, servername: hostname }) : connectTcp(target);
    const pair = [here, there];
    const end = () => {
      for (const socket of pair) {
        socket.destroy();
        this.sockets.delete(socket);
      }
    };
    for (const socket of pair) {
      this.sockets.add(socket);
      socket.on('close', end);
    }
    here.on('error', end);
    there.on('error', (error) => {
      this.connectionError = error;
      end();
    });
    there.on('timeout', end);
    there.once(isEncrypted ? 'secureConnect' : 'connect', () => there.setTimeout(0));
    there.on('data', (bytes: Buffer) => (this.received += bytes.length));
    here.pipe(there);
    there.pipe(here);
  }
}
