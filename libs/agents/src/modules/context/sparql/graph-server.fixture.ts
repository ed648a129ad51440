import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Store } from 'oxigraph';

/** A request as the server got it. */
export interface GraphRequest {
  readonly authorization: string | undefined;
  readonly query: string;
}

/** A SPARQL server for specs: the engine of Oxigraph with the query protocol before it. */
export class GraphServer {
  readonly requests: GraphRequest[] = [];
  private readonly server: Server;

  private constructor(private readonly store: Store) {
    this.server = createServer(async (request, response) => {
      const { status, body } = await this.answer(request);
      response.writeHead(status, { 'content-type': 'application/sparql-results+json' }).end(body);
    });
  }

  /** @param turtle what is in the graph */
  static async start(turtle: string): Promise<GraphServer> {
    const store = new Store();
    store.load(turtle, { format: 'text/turtle' });
    const started = new GraphServer(store);
    started.server.listen(0, '127.0.0.1');
    await once(started.server, 'listening');
    return started;
  }

  get host(): string {
    // A TCP server's address is an object.
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}/sparql`;
  }

  /** How many triples there are. */
  get size(): number {
    return this.store.size;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: string }> {
    const query = new URLSearchParams(await text(request)).get('query') ?? '';
    this.requests.push({ authorization: request.headers.authorization, query });
    try {
      // With a format, the engine returns a text.
      const body = this.store.query(query, { results_format: 'json' }) as string;
      return { status: 200, body };
    } catch (error) {
      return { status: 400, body: String(error) };
    }
  }
}
