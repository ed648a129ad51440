import { Bus } from '@lectern/bus';
import { AppError, invalidQuery, systemPrincipal } from '@lectern/contracts/core';
import {
  type EntityRelations,
  type GraphQuery,
  readEntityRelations,
  readGraphPaths,
} from '@lectern/contracts/knowledge-box';
import type { FindRequest } from '@lectern/contracts/search';
import { withoutExclusions } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { parseGraphQuery } from '../graph/graph-query';
import { SimilarNames } from '../graph/similar-names';
import type { CallContext, GraphHits, RetrievalQuery } from '../query/retrieval-query';

const PATHS_MAX = 500;
const WITHOUT_PATHS = 'The knowledge graph could not be asked: results are without paragraphs that state its paths';
const WITHOUT_RELATIONS = 'The relations of the names in the query could not be read';

type GraphRequested = Pick<FindRequest, 'features' | 'graph_query' | 'query_entities' | 'query'>;
type RelationsRequested = Pick<FindRequest, 'query_entities' | 'query'> & { readonly features: readonly string[] };

/** @throws AppError `invalid_request`, `invalid_query` for incompatible features or missing members */
export function checkGraphFeatures({ features, graph_query: query, query_entities: entities }: GraphRequested): void {
  const [hasGraph, hasRelations] = [features.includes('graph'), features.includes('relations')];
  if (hasGraph && hasRelations)
    throw new AppError('invalid_request', 'Relations and graph are incompatible features, please, use only one');
  const hasQuery = query !== undefined && query !== null;
  if (hasGraph && !hasQuery) throw invalidQuery('graph_query', 'Using graph feature requires a graph query');
  if (!hasGraph && hasQuery) throw invalidQuery('graph_query', 'Using a graph query requires enabling graph feature');
  if (!hasRelations && entities?.length)
    throw invalidQuery('query_entities', 'Using query entities requires enabling relations feature');
}

/** Relations of the entities named in a query. */
export interface QueryRelations {
  /** Absent when the request does not ask for them or they could not be read. */
  readonly relations?: EntityRelations;
  /** The reason if they are absent because of a failure. */
  readonly warning?: string;
}

/** The knowledge graph's part of a find. If the graph fails, only its results are missing; the find continues. */
@Injectable()
export class FindGraph {
  constructor(
    private readonly bus: Bus,
    private readonly names: SimilarNames,
    private readonly degradation: Degradation,
  ) {}

  /**
   * Paragraphs that state paths matching the request's graph query; undefined if there is no such query.
   *
   * @param loc location of the graph query in the request
   * @throws AppError `invalid_request` for a query or filter that the graph does not support
   */
  async paragraphs(
    compiled: RetrievalQuery,
    request: GraphRequested,
    { loc = ['body', 'graph_query'], ...call }: CallContext & { readonly loc?: readonly string[] },
  ): Promise<GraphHits | undefined> {
    if (!request.features.includes('graph')) return undefined;
    const parsed = parseGraphQuery(request.graph_query, 'paths', loc);
    try {
      return await this.hits(parsed, compiled, call);
    } catch (error) {
      this.degradation.goOnWithout('paths', error);
      return { ranking: [], more: false, failure: WITHOUT_PATHS, isDamaged: false };
    }
  }

  /**
   * Relations of the entities of the request.
   *
   * @throws AppError `cancelled`; `unavailable` when they could not be read and nothing else is requested
   */
  async relations(
    { kbid, visibility }: RetrievalQuery,
    { features, query_entities: given, query }: RelationsRequested,
    { signal, requestId }: CallContext,
  ): Promise<QueryRelations> {
    if (!features.includes('relations')) return {};
    const entities = given?.map(({ name, type, subtype }) => ({
      value: name,
      type: type ?? ('entity' as const),
      ...(typeof subtype === 'string' && { group: subtype }),
    }));
    const body = { kbid, visibility, ...(entities?.length ? { entities } : { text: withoutExclusions(query) }) };
    const options = { principal: systemPrincipal, signal, requestId };
    try {
      return { relations: await this.bus.request(readEntityRelations, { body }, options) };
    } catch (error) {
      this.degradation.goOnWithout('relations', error);
      if (features.every((feature) => feature === 'relations'))
        throw new AppError('unavailable', `${WITHOUT_RELATIONS}. Please try again.`, {}, { cause: error });
      return { warning: WITHOUT_RELATIONS };
    }
  }

  private async hits(
    parsed: GraphQuery,
    { kbid, visibility, filter }: RetrievalQuery,
    call: CallContext,
  ): Promise<GraphHits> {
    const query = await this.names.resolved(parsed, { kbid, visibility }, call);
    const body = { kbid, visibility, query, limit: PATHS_MAX, inParagraphs: true, ...(filter && { filter }) };
    const { signal, requestId } = call;
    const options = { principal: systemPrincipal, signal, requestId };
    const { paths } = await this.bus.request(readGraphPaths, { body }, options);
    const scores = new Map<string, number>();
    for (const { metadata, score } of paths) {
      const id = metadata?.paragraph_id;
      if (typeof id === 'string' && !scores.has(id)) scores.set(id, score);
    }
    const ranking = [...scores].map(([id, score]) => ({ id, score }));
    return { ranking, more: paths.length >= PATHS_MAX };
  }
}
