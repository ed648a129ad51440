import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredResource {
  readonly origin: Readonly<Record<string, unknown>> & { readonly path: string; readonly source_id: string };
  readonly security?: { readonly access_groups: readonly string[] };
  readonly sha256?: string;
  readonly filename?: string;
}

interface Created extends StoredResource {
  readonly slug: string;
  readonly files?: Readonly<Record<string, { readonly file: { readonly filename: string; readonly payload: string } }>>;
}

interface Listed {
  readonly page_number: number;
  readonly page_size: number;
  readonly filter_expression: { readonly resource: { readonly id: string } };
}

/** A knowledge box in memory, with the operations that a synchronisation calls. */
export class BoxServer {
  readonly resources = new Map<string, StoredResource>();
  /** Requests that were answered, by method. */
  readonly answered: Record<string, number> = {};
  /** Breaks connections once this many requests were answered; the work of the last one is done. */
  breaksAfter = Infinity;
  /** Answers no more requests once this many were answered, and calls `onHeld` for each of them. */
  holdsAfter = Infinity;
  onHeld: () => void = () => undefined;
  url = '';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<BoxServer> {
    const server = createServer();
    const box = new BoxServer(server);
    server.on('request', (request, response) => void box.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an address of this kind.
    box.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return box;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Content and groups by path, as `sha256 group,group`. */
  content(): Readonly<Record<string, string>> {
    const rows = [...this.resources.values()].map(({ origin, security, sha256 }) => {
      const groups = security?.access_groups.join(',') ?? '';
      return [origin.path, `${sha256?.slice(0, 8)} ${groups}`.trim()] as const;
    });
    return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  get total(): number {
    return Object.values(this.answered).reduce((sum, count) => sum + count, 0);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    if (this.total >= this.holdsAfter) return this.onHeld();
    const { method = '', url = '', headers } = request;
    const [status, body] = this.done(method, url, { content: Buffer.concat(pieces), headers });
    this.answered[method] = (this.answered[method] ?? 0) + 1;
    if (this.total > this.breaksAfter) return void request.socket.destroy();
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  }

  private done(
    method: string,
    url: string,
    { content, headers }: { readonly content: Buffer; readonly headers: IncomingMessage['headers'] },
  ): readonly [number, unknown?] {
    const slug = decodeURIComponent(/\/slug\/([^/]+)/.exec(url)?.[1] ?? '');
    const found = this.resources.get(slug);
    if (method === 'POST' && url.endsWith('/catalog')) return [200, this.catalog(JSON.parse(content.toString()))];
    if (method === 'POST' && url.endsWith('/resources')) return this.create(JSON.parse(content.toString()));
    if (!found) return [404, { detail: 'Resource does not exist' }];
    if (method === 'DELETE') this.resources.delete(slug);
    if (method === 'PATCH') this.resources.set(slug, { ...found, ...JSON.parse(content.toString()) });
    if (method === 'POST') {
      const filename = Buffer.from(String(headers['x-filename']), 'base64').toString();
      this.resources.set(slug, { ...found, sha256: hash(content), filename });
    }
    return method === 'DELETE' ? [204] : [200, { uuid: slug, seqid: 1 }];
  }

  private create({ slug, origin, security, files }: Created): readonly [number, unknown] {
    if (this.resources.has(slug)) return [409, { detail: 'Resource slug already exists' }];
    const file = files?.['file']?.file;
    const sha256 = file && hash(Buffer.from(file.payload, 'base64'));
    this.resources.set(slug, { origin, security, sha256, filename: file?.filename });
    return [201, { uuid: slug, seqid: 1 }];
  }

  private catalog({ page_number: page, page_size: size, filter_expression: { resource } }: Listed) {
    const all = [...this.resources].filter(([, { origin }]) => origin.source_id === resource.id);
    const shown = all
      .slice(page * size, (page + 1) * size)
      .map(([slug, { origin, security }]) => [slug, { slug, origin, security }]);
    return { resources: Object.fromEntries(shown), fulltext: {} };
  }
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
