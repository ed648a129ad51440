import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Fetch } from '../hosted/chat-model';
import type { Embedder } from '../embedder';
import { OpenAiCompatibleEmbedder } from '../openai-compatible/openai-compatible-embedder';
import { builtInEmbedders, type CatalogueEmbedder, SERVER_EMBEDDER } from './embedding-catalogue';
import type { ProviderKeys } from './provider-keys';

/** Embedders are small; those that are in use live on when they are dropped here. */
const KEPT_MAX = 1_000;
/** What text-embeddings-inference takes by default. */
const TEXTS_PER_SERVER_REQUEST = 32;
const SERVER_TOKENS_MAX = 8_192;
/** Of a server that says nothing else. */
const SERVER_THRESHOLD = 0.4;

/** How embedding models of customers are asked. */
export interface EmbedderSettings {
  /** Of one call. */
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

  /** The same one for the same keys. @returns undefined for a name that is not known, or whose keys are missing */
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

  /** All that these keys make usable. */
  list(keys: KeysByProvider): readonly Embedder[] {
    return [...this.models.map(({ id }) => id), SERVER_EMBEDDER].flatMap((id) => this.find(id, keys) ?? []);
  }

  /** Which member of the keys a model needs; undefined for a name that is not known. */
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
    // Not the keys themselves, so that they lie in no more places than needed.
    const hash = createHash('sha256').update(JSON.stringify(name)).digest('hex');
    const known = this.made.get(hash);
    if (known) return known;
    const embedder = new OpenAiCompatibleEmbedder({ ...options(), ...this.settings });
    this.made.set(hash, embedder);
    return embedder;
  }
}

type OwnEmbedder = ConstructorParameters<typeof OpenAiCompatibleEmbedder>[0];
