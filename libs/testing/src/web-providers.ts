import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TestAuthority } from './test-authority';

/** Keys that the providers take. */
export const PROVIDER_KEYS = { perplexity: 'pplx-key-of-the-spec-0f1e', gemini: 'AIza-key-of-the-spec-9c8d' };

/** A request as a provider got it. */
export interface ReceivedSearch {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** JSON of the body. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A page of the web that the providers know. */
export interface KnownPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly date: string;
}

type Reply = { readonly status: number; readonly body: unknown };
type Api = (received: ReceivedSearch, page: readonly KnownPage[]) => Reply;

/** Perplexity and the Gemini API on this machine, as their wire protocols describe them, over TLS. */
export class WebProviders {
  readonly received: ReceivedSearch[] = [];
  /** Answers instead of the providers, while it is set. */
  instead: ((received: ReceivedSearch, response: ServerResponse) => void) | undefined;

  private constructor(
    private readonly server: Server,
    private readonly pages: readonly KnownPage[],
    /** Certificate of the authority that signed theirs, as PEM. */
    readonly ca: string,
  ) {}

  /** @param pages what every search finds, best first */
  static async start(pages: readonly KnownPage[]): Promise<WebProviders> {
    const authority = await TestAuthority.create();
    const { cert, key } = await authority.certificate({ hosts: Object.keys(apis) });
    const server = createServer({ cert, key }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const providers = new WebProviders(server, pages, authority.ca);
    server.on('request', (request, response) => void providers.answer(request, response));
    return providers;
  }

  /** The port of this machine where each host is. */
  get hosts(): Readonly<Record<string, number>> {
    // A TCP server's address is an object.
    const { port } = this.server.address() as AddressInfo;
    return Object.fromEntries(Object.keys(apis).map((host) => [host, port]));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, url: path = '' } = request;
    const body: unknown = JSON.parse((await text(request)) || '{}');
    const { host = '' } = headers;
    const received = { host, path, headers, body: Object(body) };
    this.received.push(received);
    response.on('error', () => undefined);
    if (this.instead) return this.instead(received, response);
    const { status, body: reply } = apis[host]?.(received, this.pages) ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  }
}

const apis: Readonly<Record<string, Api>> = {
  'api.perplexity.ai': perplexity,
  'generativelanguage.googleapis.com': gemini,
};

function perplexity({ path, headers, body }: ReceivedSearch, known: readonly KnownPage[]): Reply {
  const refused = (code: number, type: string, message: string) => ({
    status: code,
    body: { error: { message, type, code } },
  });
  if (headers.authorization !== `Bearer ${PROVIDER_KEYS.perplexity}`)
    return refused(401, 'invalid_api_key', 'Invalid API key provided.');
  const { search_domain_filter: domains = [], messages, query, max_results: max = 10 } = body;
  if (!Array.isArray(domains) || domains.length > 20)
    return refused(400, 'bad_request', 'Invalid search_domain_filter');
  const pages = known.filter(({ url }) => isWanted(new URL(url).hostname, domains.map(String)));
  const results = pages.map(({ url, title, text: snippet, date }) => ({
    title,
    url,
    snippet,
    date,
    last_updated: date,
  }));
  if (path === '/search') {
    if (typeof query !== 'string') return refused(400, 'invalid_request', 'query is required');
    return { status: 200, body: { id: 'search-1', results: results.slice(0, Number(max)) } };
  }
  const hasRoles = Array.isArray(messages) && messages.at(-1)?.role === 'user' && body['model'] === 'sonar';
  if (path !== '/chat/completions' || !hasRoles)
    return refused(400, 'invalid_message', 'Last message must have role user');
  const content = pages.map(({ text: one }, at) => `${one}[${at + 1}]`).join(' ');
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content }, delta: { content: '' } };
  const usage = { prompt_tokens: 9, completion_tokens: 21, total_tokens: 30, search_context_size: 'low' };
  const object = { id: 'c-1', model: 'sonar', created: 1_764_460_800, object: 'chat.completion', usage };
  const urls = pages.map(({ url }) => url);
  return { status: 200, body: { ...object, citations: urls, search_results: results, choices: [choice] } };
}

/** With a hyphen before them: left out. */
function isWanted(host: string, domains: readonly string[]): boolean {
  const isBelow = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  const only = domains.filter((domain) => !domain.startsWith('-'));
  return (
    !domains.some((domain) => isBelow(domain.replace(/^-/, '')) && domain.startsWith('-')) &&
    (only.length === 0 || only.some(isBelow))
  );
}

function gemini({ path, headers, body }: ReceivedSearch, known: readonly KnownPage[]): Reply {
  const refused = (message: string) => ({
    status: 400,
    body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } },
  });
  if (headers['x-goog-api-key'] !== PROVIDER_KEYS.gemini)
    return refused('API key not valid. Please pass a valid API key.');
  const [tool] = Array.isArray(body['tools']) ? body['tools'] : [];
  const { google_search: search } = Object(tool);
  if (!/^\/v1beta\/models\/[a-z0-9.-]+:generateContent$/.test(path) || !search) return refused('Invalid JSON payload');
  const { timeRangeFilter: range, ...unknown } = Object(search);
  const [name] = Object.keys(unknown);
  if (name !== undefined) return refused(`Invalid JSON payload received. Unknown name "${name}"`);
  const times = range === undefined ? [] : [range.startTime, range.endTime];
  if (!times.every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(time))))
    return refused('Nanos are not supported');
  const [since = '0', until = '9'] = times;
  return { status: 200, body: geminiAnswer(known.filter(({ date }) => date >= since && date < until)) };
}

function geminiAnswer(pages: readonly KnownPage[]): object {
  const starts = pages.map((_, at) =>
    Buffer.byteLength(
      pages
        .slice(0, at)
        .map((page) => `${page.text} `)
        .join(''),
    ),
  );
  const groundingSupports = pages.map(({ text: sentence }, at) => {
    const startIndex = starts[at] ?? 0;
    const place = { ...(startIndex > 0 && { startIndex }), endIndex: startIndex + Buffer.byteLength(sentence) };
    return { segment: { ...place, text: sentence }, groundingChunkIndices: [at] };
  });
  const leadsOn = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect';
  const groundingChunks = pages.map(({ url }, at) => ({
    web: { uri: `${leadsOn}/${at}`, title: new URL(url).hostname },
  }));
  const parts = [{ text: pages.map((page) => page.text).join(' ') }];
  const groundingMetadata = { webSearchQueries: ['where'], groundingChunks, groundingSupports };
  const candidate = { content: { role: 'model', parts }, finishReason: 'STOP', index: 0, groundingMetadata };
  const usageMetadata = { promptTokenCount: 8, candidatesTokenCount: 20, totalTokenCount: 28 };
  return { candidates: [candidate], usageMetadata, modelVersion: 'gemini-2.5-flash', responseId: 'r-1' };
}
