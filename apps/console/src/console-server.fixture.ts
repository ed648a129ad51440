import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that the page has sent. */
export interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

type Reply = unknown | ((asked: Asked, response: ServerResponse) => unknown);

/** An answer that is not a 200 with JSON. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly contentType = 'application/json',
  ) {}
}

/** As the server words a refusal. */
export const refused = (status: number, detail: unknown): Refusal => new Refusal(status, { detail });

/** A reply that writes the answer itself, or never answers. */
export const ANSWERED = Symbol('answered');

export const PERSON = { id: 'u1', name: 'Ada Lovelace', expires: '2099-01-01T00:00:00Z' };
export const ACCOUNT = { id: 'a1', slug: 'sea', title: 'Sea office', type: 'v3growth', can_manage_account: true };
export const BOX = {
  id: 'b1',
  slug: 'tides',
  title: 'Tides',
  description: '',
  state: 'PRIVATE',
  created: '2026-01-01T12:00:00',
  account_id: 'a1',
  enforce_security: false,
  hidden_resources_enabled: false,
  hidden_resources_hide_on_creation: false,
};
export const BOX_PATH = '/api/v1/account/a1/kb/b1';

const nothingWaits = { waiting: 0, oldest: null, eta_s: null };

/** Lines of JSON that come one by one; the connection stays open. */
export const openLines =
  (...lines: readonly unknown[]) =>
  (_: Asked, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.flushHeaders();
    for (const line of lines) response.write(`${JSON.stringify(line)}\n`);
    return ANSWERED;
  };

/** What every page asks for, answered as for a person with an account and a box. */
const usual: Readonly<Record<string, Reply>> = {
  'GET /console/session': PERSON,
  'DELETE /console/session': () => new Refusal(204, undefined),
  'GET /api/v1/accounts': [ACCOUNT],
  'GET /api/v1/account/a1/kbs': [BOX],
  [`GET ${BOX_PATH}`]: BOX,
  'GET /api/v1/kb/b1/notifications': openLines(),
  'GET /api/v1/kb/b1/search_configurations': {},
  'GET /api/v1/kb/b1/counters': { resources: 0, paragraphs: 0, fields: 0, sentences: 0, index_size: 0 },
  'GET /api/v1/kb/b1/processing-status': {
    results: [],
    waiting: { words: nothingWaits, meaning: nothingWaits },
  },
};

/** A small HTTP server in the place of the product; a test says what it answers. */
export class ConsoleServer {
  readonly asked: Asked[] = [];
  /** Requests that nobody expected. */
  readonly unknown: string[] = [];
  private readonly replies = new Map<string, Reply>();
  private readonly server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const { pathname: path, searchParams: query } = new URL(url, 'http://console.test');
      const asked = { method, path, query, headers, body: parsed(await buffer(request)) };
      this.asked.push(asked);
      // The next test begins with connections of its own.
      response.setHeader('connection', 'close');
      await this.answer(asked, response);
    })();
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close').catch(() => undefined);
  }

  get origin(): string {
    // A server that listens on a port has an address of this kind.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers as usual from now on, and forgets what was asked. */
  reset(): void {
    this.replies.clear();
    for (const [route, reply] of Object.entries(usual)) this.replies.set(route, reply);
    this.asked.length = 0;
    this.unknown.length = 0;
    this.server.closeAllConnections();
  }

  /** Answers `GET /path` from now on. */
  on(route: string, reply: Reply): void {
    this.replies.set(route, reply);
  }

  /** Requests of a route so far. */
  sent(route: string): Asked[] {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === route);
  }

  /** Body of the last request of a route. */
  lastBody(route: string): unknown {
    return this.sent(route).at(-1)?.body;
  }

  private async answer(asked: Asked, response: ServerResponse): Promise<void> {
    const route = `${asked.method} ${asked.path}`;
    if (!this.replies.has(route)) this.unknown.push(route);
    const reply = this.replies.has(route) ? this.replies.get(route) : refused(404, `Nothing answers ${route}`);
    const value: unknown = typeof reply === 'function' ? await reply(asked, response) : reply;
    if (value === ANSWERED) return;
    if (value instanceof Refusal) {
      const text = value.contentType === 'application/json' ? JSON.stringify(value.body) : String(value.body);
      response.writeHead(value.status, { 'content-type': value.contentType });
      response.end(value.status === 204 ? undefined : text);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  }
}

function parsed(bytes: Buffer): unknown {
  const text = bytes.toString();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
