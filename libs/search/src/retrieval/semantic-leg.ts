import { Bus } from '@lectern/bus';
import { AppError, invalidQuery, resourcesOf, systemPrincipal, resourceOf } from '@lectern/contracts/core';
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
import { paragraphsOf } from './unembedded-paragraphs';

/** Deadline for embedding a query; after that, search continues without it. */
const EMBEDDING_DEADLINE_MS = 3_000;
/** The deadline when search has no other leg to continue with: the first query after a start also loads the model. */
const ONLY_EMBEDDING_DEADLINE_MS = 10_000;

/** Paragraphs that are checked for exclusions: the index's maximum. */
const NEAREST_MAX = 500;

const NO_MODELS = 'The semantic index could not be asked, since the models do not answer: results are by words only';

/** On failure empty, with the reason. */
export interface SemanticHits extends Partial<LegFailure> {
  readonly ranking: Ranking;
  /** Similarities of unrelated texts to the query; absent if not measured, or if the caller sets a minimum score. */
  readonly background?: SimilarityBackground;
  /** Message about an optional part that was left out. */
  readonly warning?: string;
}

export interface SemanticOptions {
  readonly minScore: number;
  readonly limit: number;
  /** Words that results must not contain, whatever their meaning. */
  readonly exclusions: Exclusions;
  /** Whether this is the only leg. */
  readonly isOnly: boolean;
  /** Dimensions of the installed models, by id; absent when unknown. */
  readonly installed?: ReadonlyMap<string, number>;
}

/** Searches paragraphs by meaning. If the model fails, the leg has no hits, but the search succeeds. */
@Injectable()
export class SemanticLeg {
  constructor(
    private readonly bus: Bus,
    private readonly vectors: VectorIndex,
    private readonly keywords: KeywordLeg,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `invalid_query` for a vector or vectorset that is invalid */
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
      // With a keyword leg, paragraphs without a vector can be found by keyword.
      const warning = isOnly && query.embedding ? { warning: beingFilled(id) } : {};
      return {
        ...wanted,
        ...warning,
        // Callers that set a minimum score get every hit above it.
        ...(background && query.minSemanticScore === undefined && { background }),
        ranking: behindContent(wanted.ranking.slice(0, limit)),
      };
    } catch (error) {
      return { ranking: [], ...this.degradation.withoutLeg('semantic', error) };
    }
  }

  /**
   * Keyword hits with unknown similarity, because they may not be in the index yet. Empty if that cannot be checked.
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

/** The dimensions of a model that is not installed are unknown. */
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

/** Title and summary of a resource. */
const GENERIC = /^[^/]+\/a\//;

/**
 * A ranking by meaning in which titles and summaries come after the content of their resources. The embedding of a
 * paragraph includes the title, so the title adds nothing; because it is short, it would be more similar to most
 * questions than the paragraph that answers them. If no content of the resource was found, its title keeps its score.
 *
 * @param ranking best first
 * @returns best first; a paragraph is before a title of the same score
 */
export function behindContent(ranking: Ranking): Ranking {
  const best = new Map<string, number>();
  for (const { id, score } of ranking) {
    const rid = resourceOf(id);
    if (!GENERIC.test(id) && score > (best.get(rid) ?? -Infinity)) best.set(rid, score);
  }
  const isGeneric = (id: string) => Number(GENERIC.test(id));
  return ranking
    .map(({ id, score }) => ({ id, score: isGeneric(id) ? Math.min(score, best.get(resourceOf(id)) ?? score) : score }))
    .sort((a, b) => b.score - a.score || isGeneric(a.id) - isGeneric(b.id));
}
