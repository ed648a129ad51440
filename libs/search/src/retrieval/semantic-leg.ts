import { Bus } from '@lectern/bus';
import { AppError, invalidQuery, resourcesOf, systemPrincipal } from '@lectern/contracts/core';
import { listUnembeddedFields } from '@lectern/contracts/knowledge-box';
import { embedTexts, type SimilarityBackground } from '@lectern/contracts/understanding';
import type { Exclusions } from '@lectern/keyword-index';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import type { Ranking } from '@lectern/ranking';
import { withoutExclusions } from '@lectern/text';
import { Degradation, type LegFailure } from '../degradation/degradation';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { excludesNothing, KeywordLeg } from './keyword-leg';
import { behindContent } from './title-hits';
import { paragraphsOf } from './unembedded-paragraphs';

/** What a query embedding may take before search goes on without it. */
const EMBEDDING_DEADLINE_MS = 3_000;
/** The same where nothing is left to go on with: the first query after a start also loads the model. */
const ONLY_EMBEDDING_DEADLINE_MS = 10_000;

/** Paragraphs that are looked at for what the query excludes: as many as the index gives. */
const NEAREST_MAX = 500;

const NO_MODELS = 'The semantic index could not be asked, since the models do not answer: results are by words only';

/** With the reason why there are none, when that is a failure. */
export interface SemanticHits extends Partial<LegFailure> {
  readonly ranking: Ranking;
  /** How alike unrelated texts are to the query; absent where nobody measured it, or the caller names a least score. */
  readonly background?: SimilarityBackground;
  /** What was left out that an answer can do without, in words. */
  readonly warning?: string;
}

export interface SemanticOptions {
  readonly minScore: number;
  readonly limit: number;
  /** What the words of no paragraph may be, whatever it means. */
  readonly exclusions: Exclusions;
  /** Nothing else is searched. */
  readonly isOnly: boolean;
  /** Dimensions of the models that are installed, by id; absent when nobody could say which are. */
  readonly installed?: ReadonlyMap<string, number>;
}

/** Paragraphs by meaning. A model that fails costs the leg, never the answer. */
@Injectable()
export class SemanticLeg {
  constructor(
    private readonly bus: Bus,
    private readonly vectors: VectorIndex,
    private readonly keywords: KeywordLeg,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `invalid_query` for a vector or vectorset that cannot be */
  async search(
    query: RetrievalQuery,
    call: CallContext,
    { isOnly, installed, exclusions, limit, minScore }: SemanticOptions,
  ): Promise<SemanticHits> {
    const id = vectorsetOf(query);
    if (id === undefined) return { ranking: [] };
    if (!query.vector && !installed) return { ranking: [], failure: NO_MODELS };
    if (!query.vector && !installed?.has(id)) return { ranking: [], failure: notInstalled(id) };
    if (query.vector) checkDimensions(query.vector, id, installed?.get(id));
    try {
      const deadlineMs = isOnly ? ONLY_EMBEDDING_DEADLINE_MS : EMBEDDING_DEADLINE_MS;
      const { vector, background } = query.vector
        ? { vector: query.vector, background: undefined }
        : await this.embed(query, id, { ...call, deadlineMs });
      const vectorset = { kbid: query.kbid, id, dimensions: vector.length };
      const { filter } = query;
      const { signal } = call;
      const nearest = excludesNothing(exclusions) ? limit : NEAREST_MAX;
      const found = await this.vectors.search(vectorset, { vector, filter, minScore, limit: nearest, signal });
      const wanted = await this.keywords.withoutExcluded({ kbid: query.kbid, signal }, found, exclusions);
      // With words beside it, what has no vector yet is found by them.
      const warning = isOnly && query.embedding ? { warning: beingFilled(id) } : {};
      return {
        ...wanted,
        ...warning,
        // Callers that name a least score get what is above it.
        ...(background && query.minSemanticScore === undefined && { background }),
        ranking: behindContent(wanted.ranking.slice(0, limit)),
      };
    } catch (error) {
      return { ranking: [], ...this.degradation.withoutLeg('semantic', error) };
    }
  }

  /**
   * Of paragraphs that words found, those whose similarity is unknown because they may not be in the index yet. When
   * that can't be found out, none.
   */
  async withoutVectors(
    { kbid, embedding, ...query }: RetrievalQuery,
    paragraphIds: readonly string[],
    { signal, requestId }: CallContext,
  ): Promise<ReadonlySet<string>> {
    const rids = resourcesOf(paragraphIds);
    if (!embedding || rids.length === 0) return new Set();
    try {
      const options = { principal: systemPrincipal, signal, requestId };
      const vectorset = query.vectorset || (query.vectorsets[0] ?? '');
      const { fields } = await this.bus.request(listUnembeddedFields, { body: { kbid, rids, vectorset } }, options);
      return paragraphsOf(fields, paragraphIds);
    } catch (error) {
      this.degradation.goOnWithout('semantic', error);
      return new Set();
    }
  }

  private async embed(
    { kbid, query, rephrased = withoutExclusions(query) }: RetrievalQuery,
    model: string,
    { principal, signal, requestId, deadlineMs }: CallContext & { readonly deadlineMs: number },
  ): Promise<{ readonly vector: Float32Array; readonly background?: SimilarityBackground }> {
    const body = { kbid, model, texts: [rephrased], purpose: 'query' as const };
    const options = { principal, signal, requestId, deadlineMs };
    const { vectors, background } = await this.bus.request(embedTexts, { body }, options);
    const [vector] = vectors;
    if (!vector) throw new AppError('unavailable', 'The model gave no vector');
    return { vector, background };
  }
}

/** What a model that is not installed needs is not known. */
function checkDimensions({ length }: Float32Array, id: string, dimensions = length): void {
  if (length === dimensions) return;
  const lengths = `vectors of ${id} have ${dimensions} dimensions, not ${length}`;
  throw invalidQuery('vector', `Invalid vector length, ${lengths}`);
}

function beingFilled(id: string): string {
  return `The vectorset ${id} is still being filled: paragraphs without a vector are not found by meaning yet`;
}

function notInstalled(id: string): string {
  return `The embedding model ${id} of this knowledge box is not installed: results are by words only`;
}

function vectorsetOf({ vectorset, vectorsets }: RetrievalQuery): string | undefined {
  if (!vectorset) return vectorsets[0];
  if (vectorsets.includes(vectorset)) return vectorset;
  throw invalidQuery('vectorset', `Vectorset ${vectorset} doesn't exist in your Knowledge Box`);
}
