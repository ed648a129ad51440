import { AppError } from '@lectern/contracts/core';
import { Slots } from '@lectern/workers';
import { Embedder, type EmbedderDescription } from '../embedder';
import { CHARACTERS_PER_TOKEN } from '@lectern/language';
import { providerError } from '../hosted/provider-errors';
import { embeddingModel, type EmbeddingModel, type ModelServer } from './server-models';

export interface OpenAiCompatibleEmbedderOptions extends ModelServer {
  readonly model: string;
  readonly dimensions: number;
  readonly tokensMax: number;
  /** Per request. */
  readonly timeoutMs: number;
  /** By default the name of the model, spelt like an id. */
  readonly id?: string;
  /** Texts per request; 64 when absent. */
  readonly textsPerRequest?: number;
  /** Cosine above which two texts are about the same thing; .2 when absent. */
  readonly defaultMinScore?: number;
  /** Prepended to each text. */
  readonly prefixes?: Readonly<Record<'query' | 'passage', string>>;
  /** Whether longer vectors are truncated to the dimensions, which models trained for it allow. */
  readonly isCut?: boolean;
}

const limits = { textsPerCallMax: 10_000, textsPerRequest: 64 };
/** Concurrent requests, and those that may wait. */
const REQUESTS = { slotsMax: 4, waitingMax: 256 };

/** An embedding model of a server with the embeddings protocol. Its id is the model's name, spelt like an id. */
export class OpenAiCompatibleEmbedder extends Embedder {
  readonly description: EmbedderDescription;
  private readonly slots = new Slots(REQUESTS);
  private readonly closing = new AbortController();
  private model: Promise<EmbeddingModel> | undefined;

  constructor(private readonly options: OpenAiCompatibleEmbedderOptions) {
    super();
    const { model, dimensions, tokensMax, id = idOf(model), defaultMinScore = 0.2 } = options;
    const trust = { defaultMinScore, fusionWeight: 0.5, fusionWeightElsewhere: 0.5 };
    this.description = { id, languages: ['*'], dimensions, tokensMax, ...trust };
  }

  async embed(
    texts: readonly string[],
    purpose: 'query' | 'passage',
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    if (texts.length > limits.textsPerCallMax) {
      throw new AppError('invalid_request', `At most ${limits.textsPerCallMax} texts can be embedded at once`);
    }
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    if (this.closing.signal.aborted) throw new AppError('unavailable', 'The model is closed');
    const { textsPerRequest: size = limits.textsPerRequest, prefixes } = this.options;
    const prefix = prefixes?.[purpose] ?? '';
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += size) {
      const some = texts.slice(from, from + size).map((text) => prefix + text);
      vectors.push(...(await this.slots.use({ signal }, () => this.request(some, signal))));
    }
    return vectors;
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  private async request(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const { tokensMax, timeoutMs } = this.options;
    const patience = AbortSignal.timeout(timeoutMs);
    const abortSignal = AbortSignal.any([patience, this.closing.signal, ...(signal ? [signal] : [])]);
    // Some servers refuse empty texts.
    const values = texts.map((text) => text.slice(0, tokensMax * CHARACTERS_PER_TOKEN) || ' ');
    try {
      this.model ??= embeddingModel(this.options, this.options.model);
      const { embeddings } = await (await this.model).doEmbed({ values, abortSignal });
      return checked(embeddings, { ...this.options, count: texts.length });
    } catch (error) {
      if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
      if (this.closing.signal.aborted) throw new AppError('unavailable', 'The model is closed');
      if (patience.aborted) throw new AppError('deadline_exceeded', `No embedding came within ${timeoutMs} ms`);
      throw providerError(error);
    }
  }
}

interface Expected {
  readonly count: number;
  readonly dimensions: number;
  readonly isCut?: boolean;
}

function checked(embeddings: readonly (readonly number[])[], { count, dimensions, isCut }: Expected): Float32Array[] {
  const isRight = (length: number) => length === dimensions || (isCut === true && length > dimensions);
  if (embeddings.length !== count || !embeddings.every(({ length }) => isRight(length))) {
    throw new AppError(
      'provider_failed',
      `The model provider did not send ${count} vectors of ${dimensions} dimensions`,
    );
  }
  return embeddings.map((sent) => {
    const values = sent.slice(0, dimensions);
    const length = Math.hypot(...values) || 1;
    return Float32Array.from(values, (value) => value / length);
  });
}

function idOf(model: string): string {
  return model
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 64);
}
