import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Fetch } from '../hosted/chat-model';
import type { Embedder } from '../embedder';
import { OpenAiCompatibleEmbedder } from '../openai-compatible/openai-compatible-embedder';
import { builtInEmbedders, type CatalogueEmbedder, SERVER_EMBEDDER } from './embedding-catalogue';
import type { ProviderKeys } from './provider-keys';

/** Embedders are small; an evicted one that is in use stays alive. */
const KEPT_MAX = 1_000;
/** Default limit of text-embeddings-inference. */
const TEXTS_PER_SERVER_REQUEST = 32;
const SERVER_TOKENS_MAX = 8_192;
/** Default for a server that does not define one. */
const SERVER_THRESHOLD = 0.4;

/** Settings for customers' embedding models. */
export interface EmbedderSettings {
  /** Per call. */
  readonly timeoutMs: number;
  /** For keys and addresses of customers. */
  readonly fetch: Fetch;
}

type KeysByProvider = Readonly<Record<string, ProviderKeys | undefined>>;

/** Makes embedders with keys of customers. */
export class ProviderEmbedders {
  private readonly made = new LRUCache<string, Embedder>({ max: KEPT_MAX });

  constructor(
    private readonly settings: EmbedderSettings,
    readonly models: readonly CatalogueEmbedder[] = builtInEmbedders,
  ) {}

  /** Returns the same embedder for the same keys. @returns undefined for an unknown name, or when keys are missing */
  find(id: string, keys: KeysByProvider): Embedder | undefined {
    if (id === SERVER_EMBEDDER) return this.ofServer(keys[id]);
    const model = this.models.find((one) => one.id === id);
    const own = model && keys[model.provider];
    const secret = model && own?.[model.secret];
    if (!model || !secret) return undefined;
    const { baseUrl, dimensions, tokensMax } = model;
    return this.once([id, secret, own.org], () => ({
      id,
      model: id,
      baseUrl,
      dimensions,
      tokensMax,
      apiKey: secret,
      ...(own.org !== undefined && { headers: { 'OpenAI-Organization': own.org } }),
    }));
  }

  /** All embedders that these keys make usable. */
  list(keys: KeysByProvider): readonly Embedder[] {
    return [...this.models.map(({ id }) => id), SERVER_EMBEDDER].flatMap((id) => this.find(id, keys) ?? []);
  }

  /** The member that keys need for a model; undefined for an unknown name. */
  lacking(id: string): string | undefined {
    if (id === SERVER_EMBEDDER) return `user_keys.${SERVER_EMBEDDER} with url, size`;
    const model = this.models.find((one) => one.id === id);
    return model && `user_keys.${model.provider} with ${model.secret}`;
  }

  private ofServer(keys: ProviderKeys | undefined): Embedder | undefined {
    const { url, size, key, threshold, matryoshka, query_prompt: query, passage_prompt: passage } = keys ?? {};
    if (url === undefined || size === undefined) return undefined;
    return this.once([SERVER_EMBEDDER, keys], () => ({
      id: SERVER_EMBEDDER,
      model: 'tei',
      baseUrl: url,
      apiKey: key,
      dimensions: size,
      tokensMax: SERVER_TOKENS_MAX,
      textsPerRequest: TEXTS_PER_SERVER_REQUEST,
      defaultMinScore: threshold ?? SERVER_THRESHOLD,
      isCut: (matryoshka ?? []).length > 0,
      prefixes: { query: query?.prompt ?? '', passage: passage?.prompt ?? '' },
    }));
  }

  private once(name: unknown, options: () => Omit<OwnEmbedder, 'timeoutMs' | 'fetch'>): Embedder {
    // A hash, so that the keys themselves are not stored in more places than necessary.
    const hash = createHash('sha256').update(JSON.stringify(name)).digest('hex');
    const known = this.made.get(hash);
    if (known) return known;
    const embedder = new OpenAiCompatibleEmbedder({ ...options(), ...this.settings });
    this.made.set(hash, embedder);
    return embedder;
  }
}

type OwnEmbedder = ConstructorParameters<typeof OpenAiCompatibleEmbedder>[0];
