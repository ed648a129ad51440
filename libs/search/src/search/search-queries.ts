import type { Request } from '@lectern/contracts/core';
import type { searchResource, SearchRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { QueryRephrasing } from '../query/query-rephrasing';
import { compileSearch } from '../query/compile-query';
import { RequestScopes } from '../query/request-scopes';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';

/** Builds the index queries of a search. */
@Injectable()
export class SearchQueries {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly rephrasing: QueryRephrasing,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request` */
  async ofBox(
    kbid: string,
    request: SearchRequest,
    call: CallContext,
  ): Promise<{ readonly query: RetrievalQuery; readonly warnings: readonly string[] }> {
    const scope = await this.scopes.of(kbid, request, call.principal);
    const compiled = compileSearch(request, scope);
    const { warning, ...said } = await this.rephrasing.rephrase(kbid, request, call);
    return { query: { ...compiled, ...said, vector: vectorOf(request) }, warnings: warning ? [warning] : [] };
  }

  /** The same within one resource. @throws AppError as `ofBox` */
  async ofResource(
    { kbid, ...target }: Request<typeof searchResource>['params'],
    request: SearchRequest,
    call: CallContext,
  ): Promise<RetrievalQuery> {
    const scope = await this.scopes.of(kbid, request, call.principal);
    const rid = await this.scopes.resourceOf(scope, target);
    const within = rid === undefined ? [] : [{ resources: [rid] }];
    return compileSearch(request, { ...scope, within });
  }
}

/** Clients without a vector send an empty one. */
function vectorOf({ vector }: SearchRequest): Float32Array | undefined {
  return vector?.length ? Float32Array.from(vector) : undefined;
}
