import { once } from 'node:events';
import { createServer, type Server, type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Stands before a server and lets its answers come late, by a delay that may change while connections are open. */
export class SlowProxy {
  delayMs = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly url: string,
    private readonly listener: Server,
  ) {}

  /** @param target `http://127.0.0.1:9200` */
  static async start(target: string): Promise<SlowProxy> {
    const { hostname, port } = new URL(target);
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    if (typeof address !== 'object' || address === null) throw new Error('It listens on no port');
    const proxy = new SlowProxy(`http://127.0.0.1:${address.port}`, listener);
    listener.on('connection', (near) => proxy.join(near, connect(Number(port), hostname)));
    return proxy;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.sockets.delete(socket));
    }
    near.pipe(far);
    near.once('close', () => far.destroy());
    // One after the other, each as late as the delay said when it arrived.
    let sent = Promise.resolve();
    const later = (work: () => void) => {
      const dueMs = performance.now() + this.delayMs;
      sent = sent.then(async () => {
        const leftMs = dueMs - performance.now();
        if (leftMs > 0) await sleep(leftMs, undefined, { ref: false });
        work();
      });
    };
    far.on('data', (chunk: Buffer) => later(() => near.write(chunk)));
    far.once('close', () => later(() => near.destroy()));
  }
}
