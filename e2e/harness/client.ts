import { listAccounts } from '@lectern/contracts/accounts';
import type { AnyOperation, KnowledgeBoxRole, ValueOf } from '@lectern/contracts/core';
import {
  createAccountKnowledgeBox,
  type CreateKnowledgeBoxPayload,
  type CreateResourcePayload,
  createResource,
  createServiceAccount,
  createServiceAccountKey,
  deleteResource,
  downloadFileField,
  type FieldData,
  getResource,
  modifyAccountKnowledgeBox,
  type ModifyKnowledgeBoxPayload,
  modifyResource,
  type ModifyResourcePayload,
  type Resource,
  type ResourceReadQuery,
  uploadFile,
  type UploadHeaders,
} from '@lectern/contracts/knowledge-box';
import { type AskItem, askKnowledgeBox, findParagraphs, type FindResults } from '@lectern/contracts/search';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, ApiError, type Content, type DocumentOf, type Given, type Sent } from '@lectern/client';
import { conformingFetch } from './conformance';

const PROCESSING_TIMEOUT_MS = 60_000;
/** How many times as long as a spec says the machine may take, which runs others beside it. */
const PATIENCE = 3;
const UNTIL_PAUSE_MS_MAX = 250;

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
    this.api = new ApiClient({ origin, credential, fetch, repeatsMax: 0 });
  }

  /** For refusals, statuses and headers, and for what the types of an operation forbid. */
  async send(method: string, path: string, { body, raw, headers = {} }: RequestOptions = {}): Promise<Answer> {
    const url = this.urlOf(path);
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await this.fetch(url, {
      method,
      headers: { ...json, ...this.credential, ...headers },
      body: body === undefined ? bytesOf(raw) : JSON.stringify(body),
    });
    return { status: answer.status, headers: answer.headers, body: parsed(await answer.text(), answer.headers) };
  }

  /** @param path below the interface, or from the root, or a whole address of this origin */
  private urlOf(path: string): string {
    if (path.startsWith(`${this.origin}/`)) return path;
    return `${this.origin}${path.startsWith('/api') || path.startsWith('/health') ? path : `/api/v1${path}`}`;
  }

  async accountId(): Promise<string> {
    const { accounts } = await this.api.call(listAccounts);
    const [account] = accounts;
    if (!account) throw new Error('There is no account');
    return account.id;
  }

  /** @param account that of the user by default; keys cannot ask for it */
  async createKnowledgeBox(
    settings: Sent<CreateKnowledgeBoxPayload> = {},
    account?: string,
  ): Promise<KnowledgeBoxClient> {
    const slug = `kb-${Math.random().toString(36).slice(2, 12)}`;
    const owner = account ?? (await this.accountId());
    const body = { slug, title: slug, ...settings };
    const { id } = await this.api.call(createAccountKnowledgeBox, { params: { account: owner }, body });
    return new KnowledgeBoxClient(this, id, owner);
  }
}

type Unary = AnyOperation & { readonly stream?: false };
type Documented = AnyOperation & { readonly stream: true };

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

  /** A call with the ids of this box. @throws ApiError */
  api<O extends Unary>(operation: O, given?: Given<O>): Promise<ValueOf<O>>;
  api<O extends Documented>(operation: O, given?: Given<O>): Promise<DocumentOf<O>>;
  api(operation: Unary | Documented, given: { readonly params?: object } = {}): Promise<unknown> {
    const whole = { ...given, params: this.ids(given.params) };
    return operation.stream ? this.client.api.document(operation, whole) : this.client.api.call(operation, whole);
  }

  /** A key of a new service account with this role. */
  async key(role: KnowledgeBoxRole): Promise<string> {
    const { id: service_account_id } = await this.api(createServiceAccount, { body: { title: `a ${role}`, role } });
    const expires = Math.floor(Date.now() / 1_000) + 86_400;
    const key = await this.api(createServiceAccountKey, { params: { service_account_id }, body: { expires } });
    return key.token;
  }

  async createResource(
    payload: Sent<CreateResourcePayload>,
    options: { readonly wait?: 'searchable' | 'embedded' } = {},
  ): Promise<string> {
    const { uuid } = await this.api(createResource, { body: payload });
    if (options.wait) await this.untilProcessed(uuid);
    if (options.wait === 'embedded') await this.untilEmbedded(uuid);
    return uuid;
  }

  /** The id of the resource that the file became. */
  async upload(content: Content, { filename, contentType, headers }: Upload): Promise<string> {
    const described = { ...headers, 'content-type': contentType, 'x-filename': base64(filename) };
    return (await this.client.api.upload(uploadFile, content, { params: this.ids(), headers: described })).uuid;
  }

  download(rid: string, field_id: string): Promise<Buffer> {
    return this.client.api.download(downloadFileField, { params: this.ids({ rid, field_id }) });
  }

  resource(rid: string, query: Sent<ResourceReadQuery> = { show: ['basic', 'errors'] }): Promise<Resource> {
    return this.api(getResource, { params: { rid }, query });
  }

  async modifyResource(rid: string, changes: Sent<ModifyResourcePayload>): Promise<void> {
    await this.api(modifyResource, { params: { rid }, body: changes });
  }

  async deleteResource(rid: string): Promise<void> {
    await this.api(deleteResource, { params: { rid } });
  }

  /** Changes the settings of the box. */
  async modify(settings: Sent<ModifyKnowledgeBoxPayload>): Promise<void> {
    await this.api(modifyAccountKnowledgeBox, { body: settings });
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
      async () => ((await this.findUnlessBusy(body))?.best_matches.length ? true : undefined),
      `resource ${id} is found`,
    );
    return resource;
  }

  /** Until its vectors are kept, and can be found. @throws Error when that takes too long */
  async untilEmbedded(id: string, timeoutMs = PROCESSING_TIMEOUT_MS): Promise<void> {
    const vectors = await until(
      async () => {
        const query: Sent<ResourceReadQuery> = { show: ['basic', 'extracted'], extracted: ['vectors', 'metadata'] };
        const { data, waits_for: waitsFor } = await this.resource(id, query);
        // Of title and summary, too.
        if (waitsFor !== null) return undefined;
        const fields = [data?.texts, data?.files, data?.links].flatMap((byId) => Object.values(byId ?? {}));
        const counts = [
          ...fields.map(embeddedParagraphs),
          ...Object.values(data?.conversations ?? {}).map(embeddedSplits),
        ];
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
    return (await this.api(findParagraphs, { body: request })).results;
  }

  /** Undefined where the server cannot search now (503). */
  private async findUnlessBusy(request: object): Promise<FindResults | undefined> {
    try {
      return await this.find(request);
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) return undefined;
      throw error;
    }
  }

  /** Texts of the results, best first. */
  async foundTexts(request: object): Promise<string[]> {
    return textsOf(await this.find(request));
  }

  async ask(request: object, headers: Readonly<Record<string, string>> = {}): Promise<AskItem[]> {
    const items: AskItem[] = [];
    const given = { params: this.ids(), body: request, headers };
    for await (const { item } of this.client.api.stream(askKnowledgeBox, given)) if (item) items.push(item);
    return items;
  }

  private ids<P extends object>(more?: P) {
    return { account: this.account, kbid: this.id, ...more };
  }
}

interface EmbeddedCount {
  readonly vectors: number;
  /** Undefined until the field is processed. */
  readonly paragraphs: number | undefined;
}

function embeddedParagraphs({ extracted }: FieldData): EmbeddedCount {
  return {
    vectors: extracted?.vectors?.vectors.vectors.length ?? 0,
    paragraphs: extracted?.metadata?.metadata.paragraphs.length,
  };
}

/** Of the messages of a conversation. */
function embeddedSplits({ extracted }: FieldData): EmbeddedCount {
  const vectors = Object.values(extracted?.vectors?.split_vectors ?? {}).map((split) => split.vectors.length);
  const paragraphs = Object.values(extracted?.metadata?.split_metadata ?? {}).map((split) => split.paragraphs.length);
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  return { vectors: total(vectors), paragraphs: extracted ? total(paragraphs) : undefined };
}

export interface Upload {
  readonly filename: string;
  readonly contentType: string;
  readonly headers?: Partial<UploadHeaders>;
}

export const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

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
  const startedMs = performance.now();
  // Attempts are requests: without pauses that grow, those who wait take the CPU from what they wait for.
  for (let pauseMs = 20; ; pauseMs = Math.min(1.5 * pauseMs, UNTIL_PAUSE_MS_MAX)) {
    const result = await attempt();
    if (result !== undefined) return result;
    const tookMs = performance.now() - startedMs;
    if (tookMs > PATIENCE * timeoutMs) throw new Error(`Waited ${Math.round(tookMs)} ms until ${what}`);
    await sleep(pauseMs);
  }
}

function bytesOf(raw: string | Buffer | undefined): string | Uint8Array<ArrayBuffer> | undefined {
  return Buffer.isBuffer(raw) ? new Uint8Array(raw) : raw;
}

function parsed(text: string, headers: Headers): unknown {
  return /application\/(?:[\w.-]+\+)?json/.test(headers.get('content-type') ?? '') && text !== ''
    ? JSON.parse(text)
    : text;
}
