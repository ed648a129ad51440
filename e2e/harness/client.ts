import { createResource, type Resource } from '@lectern/contracts/knowledge-box';
import { type AskItem, askKnowledgeBox, findParagraphs, type FindResults } from '@lectern/contracts/search';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '@lectern/client';
import { conformingFetch } from './conformance';

const PROCESSING_TIMEOUT_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, else text. */
  readonly body: unknown;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the server said when it should have said something else. */
export class UnexpectedAnswer extends Error {
  constructor(request: string, { status, body }: Answer) {
    super(`${request} answered ${status}: ${JSON.stringify(body)?.slice(0, 2_000)}`);
  }
}

/** A caller of the interface, with one credential. */
export class Client {
  /** Typed by the operation table. */
  readonly api: ApiClient;

  constructor(
    readonly origin: string,
    readonly credential: Readonly<Record<string, string>> = {},
    /** Checks answers; not for a deployment that has other spellings. */
    private readonly fetch: typeof globalThis.fetch = conformingFetch,
  ) {
    this.api = new ApiClient({ origin, credential, fetch });
  }

  /** Whatever the answer is. */
  async send(method: string, path: string, { body, raw, headers = {} }: RequestOptions = {}): Promise<Answer> {
    const url = path.startsWith('/api') || path.startsWith('/health') ? path : `/api/v1${path}`;
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await this.fetch(`${this.origin}${url}`, {
      method,
      headers: { ...json, ...this.credential, ...headers },
      body: body === undefined ? bytesOf(raw) : JSON.stringify(body),
    });
    return { status: answer.status, headers: answer.headers, body: parsed(await answer.text(), answer.headers) };
  }

  /** The body of a successful answer, as the caller knows it to be. @throws UnexpectedAnswer */
  async call<T = unknown>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const answer = await this.send(method, path, options);
    if (answer.status >= 300) throw new UnexpectedAnswer(`${method} ${path}`, answer);
    // The caller names the shape that the contract gives this route.
    return answer.body as T;
  }

  async accountId(): Promise<string> {
    const [account] = await this.call<{ id: string }[]>('GET', '/accounts');
    if (!account) throw new Error('There is no account');
    return account.id;
  }

  async createKnowledgeBox(settings: Readonly<Record<string, unknown>> = {}): Promise<KnowledgeBoxClient> {
    const slug = `kb-${Math.random().toString(36).slice(2, 12)}`;
    const account = await this.accountId();
    const { id } = await this.call<{ id: string }>('POST', `/account/${account}/kbs`, {
      body: { slug, title: slug, ...settings },
    });
    return new KnowledgeBoxClient(this, id, account);
  }
}

/** One knowledge box. */
export class KnowledgeBoxClient {
  constructor(
    readonly client: Client,
    readonly id: string,
    readonly account: string,
  ) {}

  get path(): string {
    return `/kb/${this.id}`;
  }

  get accountPath(): string {
    return `/account/${this.account}/kb/${this.id}`;
  }

  /** The same box for another caller. */
  as(client: Client): KnowledgeBoxClient {
    return new KnowledgeBoxClient(client, this.id, this.account);
  }

  /** A key of a new service account with this role. */
  async key(role: string): Promise<string> {
    const body = { title: `a ${role}`, role };
    const { id } = await this.client.call<{ id: string }>('POST', `${this.accountPath}/service_accounts`, { body });
    const expires = Math.floor(Date.now() / 1_000) + 86_400;
    const path = `${this.accountPath}/service_account/${id}/keys`;
    return (await this.client.call<{ token: string }>('POST', path, { body: { expires } })).token;
  }

  async createResource(payload: object, options: { readonly wait?: 'searchable' | 'embedded' } = {}): Promise<string> {
    const { uuid } = await this.client.api.call(createResource, { params: { kbid: this.id }, body: payload });
    if (options.wait) await this.untilProcessed(uuid);
    if (options.wait === 'embedded') await this.untilEmbedded(uuid);
    return uuid;
  }

  async upload(content: Buffer, { filename, contentType, headers = {} }: Upload): Promise<string> {
    const { uuid } = await this.client.call<{ uuid: string }>('POST', `${this.path}/upload`, {
      raw: content,
      headers: {
        'content-type': contentType,
        'x-filename': Buffer.from(filename, 'utf8').toString('base64'),
        ...headers,
      },
    });
    return uuid;
  }

  resource(id: string, query = 'show=basic&show=errors'): Promise<Resource> {
    return this.client.call<Resource>('GET', `${this.path}/resource/${id}?${query}`);
  }

  /** Until its status is final and its words can be found. @throws Error when that takes too long */
  async untilProcessed(id: string): Promise<Resource> {
    const resource = await until(async () => {
      const found = await this.resource(id);
      return found.metadata?.status === 'PENDING' ? undefined : found;
    }, `resource ${id} is processed`);
    const filter = { field: { prop: 'resource', id } };
    const body = { query: '', features: ['keyword'], top_k: 1, filter_expression: filter, show_hidden: true };
    await until(
      async () => ((await this.find(body)).best_matches.length > 0 ? true : undefined),
      `resource ${id} is found`,
    );
    return resource;
  }

  /** Until its vectors are kept, and can be found. @throws Error when that takes too long */
  async untilEmbedded(id: string, timeoutMs = PROCESSING_TIMEOUT_MS): Promise<void> {
    const vectors = await until(
      async () => {
        const query = 'show=extracted&extracted=vectors&extracted=metadata';
        const { data } = await this.resource(id, query);
        const fields = [data?.texts, data?.files, data?.links].flatMap((byId) => Object.values(byId ?? {}));
        const counts = fields.map(({ extracted }) => ({
          vectors: extracted?.vectors?.vectors.vectors.length ?? 0,
          paragraphs: extracted?.metadata?.metadata.paragraphs.length,
        }));
        if (counts.some(({ vectors, paragraphs }) => vectors !== paragraphs)) return undefined;
        return counts.reduce((sum, { vectors }) => sum + vectors, 0);
      },
      `resource ${id} is embedded`,
      timeoutMs,
    );
    if (vectors === 0) return;
    const filter = { field: { prop: 'resource', id } };
    const any = { query: 'anything', min_score: { semantic: -1 }, top_k: 1, show_hidden: true };
    const body = { ...any, features: ['semantic'], filter_expression: filter };
    await until(
      async () => ((await this.find(body)).best_matches.length > 0 ? true : undefined),
      `resource ${id} is found by meaning`,
    );
  }

  async find(request: object): Promise<FindResults> {
    return (await this.client.api.call(findParagraphs, { params: { kbid: this.id }, body: request })).results;
  }

  /** Texts of what is found, best first. */
  async foundTexts(request: object): Promise<string[]> {
    return textsOf(await this.find(request));
  }

  async ask(request: object, headers: Readonly<Record<string, string>> = {}): Promise<AskItem[]> {
    const items: AskItem[] = [];
    const given = { params: { kbid: this.id }, body: request, headers };
    for await (const { item } of this.client.api.stream(askKnowledgeBox, given)) if (item) items.push(item);
    return items;
  }
}

export interface Upload {
  readonly filename: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function textsOf({ resources, best_matches: best }: FindResults): string[] {
  const paragraphs = Object.values(resources).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ paragraphs: own }) => Object.values(own)),
  );
  const byId = new Map(paragraphs.map((paragraph) => [paragraph.id, paragraph.text]));
  return best.map((id) => byId.get(id) ?? '');
}

export function answerText(items: readonly AskItem[]): string {
  return items.map((item) => (item.type === 'answer' ? item.text : '')).join('');
}

/** @throws Error naming what did not come true */
export async function until<T>(
  attempt: () => Promise<T | undefined>,
  what: string,
  timeoutMs = PROCESSING_TIMEOUT_MS,
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (performance.now() > deadlineMs) throw new Error(`Waited ${timeoutMs} ms until ${what}`);
    await sleep(20);
  }
}

function bytesOf(raw: string | Buffer | undefined): string | Uint8Array<ArrayBuffer> | undefined {
  return Buffer.isBuffer(raw) ? new Uint8Array(raw) : raw;
}

function parsed(text: string, headers: Headers): unknown {
  return /application\/json/.test(headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : text;
}
