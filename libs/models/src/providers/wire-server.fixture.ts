import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The token for service accounts from `/token`. */
export const TOKEN = 'ya29.token';

/** The answer of a provider to one call. */
export interface WireAnswer {
  readonly pieces?: readonly string[];
  readonly toolCall?: { readonly name: string; readonly arguments: string };
  readonly usage?: { readonly input: number; readonly output: number };
  /** The connection is closed after this many parts. */
  readonly breakAfter?: number;
  /** Sent unchanged instead of an answer. */
  readonly raw?: {
    readonly status: number;
    readonly body: string | Buffer;
    readonly headers?: Readonly<Record<string, string>>;
  };
}

/** A request to a provider. */
export interface WireCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- of the form that the test knows
  readonly body: any;
}

/** A provider's documented protocol. */
export interface Wire {
  readonly contentType: string;
  /** Whether a call requests a streamed answer. */
  isStream(call: WireCall): boolean;
  /** Parts of a streamed answer. */
  stream(answer: Required<Pick<WireAnswer, 'pieces' | 'usage'>> & WireAnswer): readonly (string | Buffer)[];
  /** An answer in one piece. */
  whole(text: string): object;
}

/** A server on loopback that implements the protocol of a provider and sends scripted answers. */
export class WireServer {
  readonly calls: WireCall[] = [];
  private readonly script: WireAnswer[] = [];

  private constructor(
    private readonly server: Server,
    private readonly wire: Wire,
  ) {}

  static async start(wire: Wire): Promise<WireServer> {
    const server = createServer();
    const started = new WireServer(server, wire);
    server.on('request', (request, response) => void started.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return started;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  next(answer: WireAnswer): this {
    this.script.push(answer);
    return this;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url = '', headers } = request;
    if (url === '/token') return void response.end(JSON.stringify({ access_token: TOKEN, expires_in: 3_600 }));
    const call = { path: url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) };
    this.calls.push(call);
    const { raw, ...answer } = this.script.shift() ?? {};
    if (raw) return void response.writeHead(raw.status, raw.headers).end(raw.body);
    const { pieces = answer.toolCall ? [] : ['ok'], usage = { input: 1, output: 1 }, breakAfter } = answer;
    if (!this.wire.isStream(call)) {
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify(this.wire.whole(pieces.join(''))));
    }
    response.writeHead(200, { 'content-type': this.wire.contentType });
    for (const [sent, part] of this.wire.stream({ ...answer, pieces, usage }).entries()) {
      if (sent === breakAfter) return void response.destroy();
      // Waits until the operating system has the data, so that closing the connection afterwards does not discard it.
      await new Promise<void>((resolve) => response.write(part, () => resolve()));
    }
    response.end();
  }
}
