import type { FindRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { SearchConfigurationCache } from '../configuration/search-configuration-cache';
import { QueryRephrasing } from '../query/query-rephrasing';
import { findResults, type Found } from '../results/find-results';
import { refuseLargeResults } from '../results/results-size';
import { type RequestScope, RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { HydratedRetrieval } from '../results/hydrated-retrieval';
import { checkGraphFeatures, FindGraph } from './find-graph';
import { compileQuery } from '../query/compile-query';
import { furtherPage, readSearchAfter, searchAfterToken } from './search-after';

/** Restrictions on a find that is part of another request. */
export interface ScopedFindCall extends CallContext {
  /** Filters in addition to the request's own; joined by AND. */
  readonly within?: RequestScope['within'];
  /** Members that override those of the request and of its search configuration. */
  readonly imposed?: Partial<Pick<FindRequest, 'security' | 'show_hidden' | 'show'>>;
}

/** The results, the request they belong to, and the duration of retrieval. */
export interface FoundRequest extends Found {
  /** The request as sent, plus the members from its search configuration. */
  readonly request: FindRequest;
  readonly retrievalMs: number;
}

@Injectable()
export class FindService {
  constructor(
    private readonly configurations: SearchConfigurationCache,
    private readonly rephrasing: QueryRephrasing,
    private readonly scopes: RequestScopes,
    private readonly retrieval: HydratedRetrieval,
    private readonly graph: FindGraph,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `invalid_search_configuration`, `too_large` */
  async find(
    kbid: string,
    asked: FindRequest,
    { within = [], imposed, ...call }: ScopedFindCall,
  ): Promise<FoundRequest> {
    const request = { ...furtherPage(await this.configurations.find(kbid, asked)), ...imposed };
    const cursor = request.search_after
      ? readSearchAfter(request.search_after, { kbid, query: request.query })
      : undefined;
    checkGraphFeatures(request);
    const scope = await this.scopes.of(kbid, request, call.principal);
    const compiled = compileQuery(request, { ...scope, within });
    // Clients without a vector send an empty one.
    const vector = request.vector?.length ? Float32Array.from(request.vector) : undefined;
    const startedAtMs = performance.now();
    const { warning, ...said } = await this.rephrasing.rephrase(kbid, request, call);
    const graph = await this.graph.paragraphs(compiled, request, call);
    const rids = request.explain_missing ?? [];
    const query = { ...compiled, ...said, vector, cursor, graph, isAllOrdered: rids.length > 0 };
    const [hydrated, { relations, warning: unrelated }] = await Promise.all([
      this.retrieval.retrieve(query, call, request),
      this.graph.relations(compiled, request, call),
    ]);
    const { next } = hydrated.ranked;
    const token = next && searchAfterToken(next, { kbid, query: request.query });
    const missing = rids.length > 0 && (await this.retrieval.explainMissing(query, hydrated, { ...call, rids }));
    const warnings = [warning, unrelated].filter((one) => one !== undefined);
    const results = {
      ...findResults(hydrated, { kbid, request, relations, rephrased: said.rephrased, warnings }),
      ...(missing && { missing }),
      search_after: token ?? null,
    };
    refuseLargeResults(results, request.show);
    const retrievalMs = performance.now() - startedAtMs;
    return { request, results, ...hydrated, retrievalMs };
  }
}
