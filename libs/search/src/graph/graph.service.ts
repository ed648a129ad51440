import { Bus } from '@lectern/bus';
import { type IndexFilter, isObject, systemPrincipal } from '@lectern/contracts/core';
import {
  type GraphNodes,
  type GraphPaths,
  type GraphReading,
  type GraphRelations,
  readGraphNodes,
  readGraphPaths,
  readGraphRelations,
} from '@lectern/contracts/knowledge-box';
import type { GraphRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { compileFilterExpression, extraForbidden, type LookedUp, type Slugs } from '@lectern/filters';
import { RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { SimilarNames } from './similar-names';
import { type GraphTarget, parseGraphQuery } from './graph-query';

/** Searches the part of the knowledge graph that the caller may see. */
@Injectable()
export class GraphService {
  constructor(
    private readonly bus: Bus,
    private readonly scopes: RequestScopes,
    private readonly names: SimilarNames,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `deadline_exceeded` */
  async paths(kbid: string, request: GraphRequest, call: CallContext): Promise<GraphPaths> {
    const body = await this.reading(kbid, request, { target: 'paths', call });
    return this.bus.request(readGraphPaths, { body }, { ...call, principal: systemPrincipal });
  }

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `deadline_exceeded` */
  async nodes(kbid: string, request: GraphRequest, call: CallContext): Promise<GraphNodes> {
    const body = await this.reading(kbid, request, { target: 'nodes', call });
    return this.bus.request(readGraphNodes, { body }, { ...call, principal: systemPrincipal });
  }

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `deadline_exceeded` */
  async relations(kbid: string, request: GraphRequest, call: CallContext): Promise<GraphRelations> {
    const body = await this.reading(kbid, request, { target: 'relations', call });
    return this.bus.request(readGraphRelations, { body }, { ...call, principal: systemPrincipal });
  }

  private async reading(
    kbid: string,
    request: GraphRequest,
    { target, call }: { readonly target: GraphTarget; readonly call: CallContext },
  ): Promise<GraphReading> {
    const parsed = parseGraphQuery(request.query, target, ['body', 'query']);
    if (isObject(request.filter_expression))
      extraForbidden(request.filter_expression, ['field', 'paragraph', 'operator'], ['body', 'filter_expression']);
    const { visibility, slugs, keywords } = await this.scopes.of(kbid, request, call.principal);
    const query = await this.names.resolved(parsed, { kbid, visibility }, call);
    const filter = fieldFilter(request.filter_expression, slugs, { keywords });
    return { kbid, visibility, query, limit: request.top_k, ...(filter && { filter }) };
  }
}

function fieldFilter(expression: unknown, slugs: Slugs, found: LookedUp): IndexFilter | undefined {
  if (expression === undefined || expression === null) return undefined;
  return compileFilterExpression(expression, slugs, found);
}
