import { Bus } from '@lectern/bus';
import { AppError, embedTexts, invalidQuery } from '@lectern/contracts';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import type { Ranking } from '@lectern/ranking';
import { Degradation } from './degradation';
import type { RetrievalCall, RetrievalQuery } from './retrieval-query';

/** What a query embedding may take before search goes on without it. */
const EMBEDDING_DEADLINE_MS = 3_000;
/** The same where nothing is left to go on with: the first query after a start also loads the model. */
const ONLY_EMBEDDING_DEADLINE_MS = 10_000;

export interface SemanticHits {
  readonly ranking: Ranking;
  /** Why there are none, when that is a failure. */
  readonly failure?: string;
}

export interface SemanticOptions {
  readonly minScore: number;
  readonly limit: number;
  /** Nothing else is searched. */
  readonly isOnly: boolean;
}

/** Paragraphs by meaning. A model that fails costs the leg, never the answer. */
@Injectable()
export class SemanticLeg {
  constructor(
    private readonly bus: Bus,
    private readonly vectors: VectorIndex,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `invalid_query` for a vector or vectorset that cannot be */
  async search(
    query: RetrievalQuery,
    call: RetrievalCall,
    { isOnly, ...options }: SemanticOptions,
  ): Promise<SemanticHits> {
    const id = vectorsetOf(query);
    if (id === undefined) return { ranking: [] };
    try {
      const deadlineMs = isOnly ? ONLY_EMBEDDING_DEADLINE_MS : EMBEDDING_DEADLINE_MS;
      const vector = query.vector ?? (await this.embed(query.query, id, { ...call, deadlineMs }));
      const vectorset = { kbid: query.kbid, id, dimensions: vector.length };
      const { filter } = query;
      return { ranking: await this.vectors.search(vectorset, { vector, filter, ...options, signal: call.signal }) };
    } catch (error) {
      this.degradation.goOnWithout('semantic', error);
      return { ranking: [], failure: 'The semantic index could not be asked: results are by words only' };
    }
  }

  private async embed(
    text: string,
    model: string,
    { principal, signal, requestId, deadlineMs }: RetrievalCall & { readonly deadlineMs: number },
  ): Promise<Float32Array> {
    const body = { model, texts: [text], purpose: 'query' as const };
    const options = { principal, signal, requestId, deadlineMs };
    const { vectors } = await this.bus.request(embedTexts, { body }, options);
    const [vector] = vectors;
    if (!vector) throw new AppError('unavailable', 'The model gave no vector');
    return vector;
  }
}

function vectorsetOf({ vectorset, vectorsets }: RetrievalQuery): string | undefined {
  if (!vectorset) return vectorsets[0];
  if (vectorsets.includes(vectorset)) return vectorset;
  throw invalidQuery('vectorset', `Vectorset ${vectorset} doesn't exist in your Knowledge Box`);
}
