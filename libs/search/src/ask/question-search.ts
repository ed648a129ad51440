import { Injectable } from '@nestjs/common';
import { FindGraph } from '../find/find-graph';
import { compileQuery } from '../query/compile-query';
import { type RequestScope, RequestScopes } from '../query/request-scopes';
import type { RetrievalQuery } from '../query/retrieval-query';
import { type Found, findResults } from '../results/find-results';
import { HydratedRetrieval } from '../results/hydrated-retrieval';
import { nothingRanked } from '../results/nothing-ranked';
import type { AskCall } from './ask-call';
import { hasGraphQuery } from './prequeries';

const NO_GRAPH = 'The graph is not followed when asking on a resource: the feature graph needs a graph_query there';

/** The search for the question itself; it works like a find. */
@Injectable()
export class QuestionSearch {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly retrieval: HydratedRetrieval,
    private readonly graph: FindGraph,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `deadline_exceeded` */
  async scopeOf({ kbid, request, principal, target = {} }: AskCall): Promise<RequestScope> {
    const scope = await this.scopes.of(kbid, request, principal);
    const rid = await this.scopes.resourceOf(scope, target);
    return rid === undefined ? scope : { ...scope, rid, within: [{ resources: [rid] }] };
  }

  /**
   * The query of the question, after it was rewritten to stand alone.
   * @throws AppError `invalid_query`, `invalid_request`
   */
  compiled({ request }: AskCall, scope: RequestScope, rephrased: string | undefined): RetrievalQuery {
    return compileQuery({ ...request, query: rephrased ?? request.query }, scope);
  }

  /** @throws AppError as a find */
  async search(asked: RetrievalQuery, call: AskCall, rephrased: string | undefined): Promise<Found> {
    const { request } = call;
    const show = request.show.includes('basic') ? request.show : [...request.show, 'basic' as const];
    const graph = hasGraphQuery(request) ? await this.graph.paragraphs(asked, request, call) : undefined;
    const query = { ...asked, graph };
    const [hydrated, { relations, warning }] = await Promise.all([
      this.retrieval.retrieve(query, call, { ...request, show }),
      this.graph.relations(query, request, call),
    ]);
    const warnings = [warning, warningOf(call)].filter((one) => one !== undefined);
    return { ...hydrated, results: findResults(hydrated, { ...call, rephrased, relations, warnings }) };
  }

  /** Empty results for a question that is not searched. */
  none(call: AskCall, rephrased: string | undefined): Found {
    const hydrated = { ranked: nothingRanked(), resources: {} };
    return { ...hydrated, results: findResults(hydrated, { ...call, rephrased }) };
  }
}

function warningOf({ request, target }: AskCall): string | undefined {
  const isLost = target !== undefined && request.features.includes('graph') && !hasGraphQuery(request);
  return isLost ? NO_GRAPH : undefined;
}
