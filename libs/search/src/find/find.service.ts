import type { FindAnswer, FindRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { SearchConfigurations } from '../configuration/search-configurations';
import { QueryRephrasing } from '../query/query-rephrasing';
import { refuseLargeResults } from '../results/results-size';
import { RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { HydratedRetrieval } from '../results/hydrated-retrieval';
import { findResults } from '../results/find-results';
import { checkGraphFeatures, FindGraph } from './find-graph';
import { compileQuery } from '../query/compile-query';
import { furtherPage, readSearchAfter, searchAfterToken } from './search-after';

/** What was found, for which request, and how long retrieval took. */
export interface FoundRequest extends FindAnswer {
  /** As it was sent, with what its search configuration adds. */
  readonly request: FindRequest;
  readonly retrievalMs: number;
}

@Injectable()
export class FindService {
  constructor(
    private readonly configurations: SearchConfigurations,
    private readonly rephrasing: QueryRephrasing,
    private readonly scopes: RequestScopes,
    private readonly retrieval: HydratedRetrieval,
    private readonly graph: FindGraph,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `invalid_search_configuration`, `too_large` */
  async find(kbid: string, asked: FindRequest, call: CallContext): Promise<FoundRequest> {
    const request = furtherPage(await this.configurations.find(kbid, asked));
    const place = request.search_after
      ? readSearchAfter(request.search_after, { kbid, query: request.query })
      : undefined;
    checkGraphFeatures(request);
    const compiled = compileQuery(request, await this.scopes.of(kbid, request, call.principal));
    // Clients that have no vector send an empty one.
    const vector = request.vector?.length ? Float32Array.from(request.vector) : undefined;
    const startedAtMs = performance.now();
    const { warning, ...said } = await this.rephrasing.rephrase(kbid, request, call);
    const query = { ...compiled, ...said, vector, place, graph: await this.graph.paragraphs(compiled, request, call) };
    const [hydrated, relations] = await Promise.all([
      this.retrieval.retrieve(query, call, request),
      this.graph.relations(compiled, request, call),
    ]);
    const { next } = hydrated.ranked;
    const token = next && searchAfterToken(next, { kbid, query: request.query });
    const results = {
      ...findResults(hydrated, { kbid, request, relations, rephrased: said.rephrased, warning }),
      search_after: token ?? null,
    };
    refuseLargeResults(results, request.show);
    const retrievalMs = performance.now() - startedAtMs;
    return { request, results, incomplete: hydrated.ranked.incomplete, retrievalMs };
  }
}
