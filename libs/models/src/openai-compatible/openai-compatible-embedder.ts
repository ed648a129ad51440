import { AppError } from '@lectern/contracts/core';
import { Embedder, type EmbedderDescription } from '../embedder';
import { Slots } from '../slots';
import { CHARACTERS_PER_TOKEN } from '../tokens';
import { providerError } from '../hosted/provider-errors';
import { embeddingModel, type EmbeddingModel, type ModelServer } from './server-models';

export interface OpenAiCompatibleEmbedderOptions extends ModelServer {
  readonly model: string;
  readonly dimensions: number;
  readonly tokensMax: number;
  /** Of one call with at most 64 texts. */
  readonly timeoutMs: number;
}

const limits = { textsPerCallMax: 10_000, textsPerRequest: 64, runningMax: 4, waitingMax: 256 };

/** An embedding model of a server that speaks the embeddings protocol. Its id is the model's name, spelt as ids are. */
export class OpenAiCompatibleEmbedder extends Embedder {
  readonly description: EmbedderDescription;
  private readonly slots = new Slots(limits);
  private readonly closing = new AbortController();
  private model: Promise<EmbeddingModel> | undefined;

  constructor(private readonly options: OpenAiCompatibleEmbedderOptions) {
    super();
    const { model, dimensions, tokensMax } = options;
    const id = model
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '')
      .slice(0, 64);
    const trust = { defaultMinScore: 0.2, fusionWeight: 0.5, fusionWeightElsewhere: 0.5 };
    this.description = { id, languages: ['*'], dimensions, tokensMax, ...trust };
  }

  async embed(
    texts: readonly string[],
    _purpose: 'query' | 'passage',
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    if (texts.length > limits.textsPerCallMax) {
      throw new AppError('invalid_request', `At most ${limits.textsPerCallMax} texts can be embedded at once`);
    }
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    if (this.closing.signal.aborted) throw new AppError('unavailable', 'The model is closed');
    const size = limits.textsPerRequest;
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += size) {
      const some = texts.slice(from, from + size);
      vectors.push(...(await this.slots.use(signal, () => this.request(some, signal))));
    }
    return vectors;
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  private async request(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const { tokensMax, timeoutMs, dimensions } = this.options;
    const patience = AbortSignal.timeout(timeoutMs);
    const abortSignal = AbortSignal.any([patience, this.closing.signal, ...(signal ? [signal] : [])]);
    // Some servers refuse an empty text.
    const values = texts.map((text) => text.slice(0, tokensMax * CHARACTERS_PER_TOKEN) || ' ');
    try {
      this.model ??= embeddingModel(this.options, this.options.model);
      const { embeddings } = await (await this.model).doEmbed({ values, abortSignal });
      return checked(embeddings, { count: texts.length, dimensions });
    } catch (error) {
      if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
      if (this.closing.signal.aborted) throw new AppError('unavailable', 'The model is closed');
      if (patience.aborted) throw new AppError('deadline_exceeded', `No embedding came within ${timeoutMs} ms`);
      throw providerError(error);
    }
  }
}

function checked(
  embeddings: readonly (readonly number[])[],
  { count, dimensions }: { readonly count: number; readonly dimensions: number },
): Float32Array[] {
  if (embeddings.length !== count || embeddings.some(({ length }) => length !== dimensions)) {
    throw new AppError(
      'provider_failed',
      `The model provider did not send ${count} vectors of ${dimensions} dimensions`,
    );
  }
  return embeddings.map((values) => {
    const length = Math.hypot(...values) || 1;
    return Float32Array.from(values, (value) => value / length);
  });
}
