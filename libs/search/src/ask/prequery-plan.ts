import { invalidQuery } from '@lectern/contracts/core';
import {
  type AskRequest,
  GraphStrategy,
  type PreQuery,
  type PreQueriesStrategy,
  type RagStrategy,
} from '@lectern/contracts/search';
import { propertyQueries } from './property-queries';

/** Name of the results of `graph_beta`. */
export const GRAPH_RESULTS = 'graph';

const usualGraph = Object.assign(new GraphStrategy(), { name: 'graph_beta' as const });

/** A prequery with the name of its results. */
export interface NamedPreQuery extends Omit<PreQuery, 'id'> {
  readonly id: string;
  /** Index among the request's prequeries. */
  readonly index: number;
}

/** The searches besides or before the question's own. */
export interface PrequeryPlan {
  /** Restrict the other searches to the resources that they find. */
  readonly prefilters: readonly NamedPreQuery[];
  readonly prequeries: readonly NamedPreQuery[];
  /** Weight of the scores of the question's own search. */
  readonly mainWeight: number;
  /** Whether the question itself is searched; false if it is empty and prequeries define the search. */
  readonly asksMain: boolean;
}

/** The request's strategy of this name, if any. */
export function strategyOf<N extends RagStrategy['name']>(
  { rag_strategies: strategies }: Pick<AskRequest, 'rag_strategies'>,
  name: N,
): Extract<RagStrategy, { name: N }> | undefined {
  return strategies.find((one): one is Extract<RagStrategy, { name: N }> => one.name === name);
}

/**
 * How to follow the graph around the entities of a question, as defined by the strategy `graph_beta`. The feature
 * `graph` selects its defaults, unless the request has a graph query. Undefined when the graph isn't followed.
 *
 * @param options whether only one resource may answer; the graph covers whole boxes
 */
export function graphStrategyOf(
  request: Pick<AskRequest, 'rag_strategies' | 'features' | 'graph_query'>,
  { isOnResource }: { readonly isOnResource: boolean },
): GraphStrategy | undefined {
  const isImplied = !isOnResource && request.features.includes('graph') && !hasGraphQuery(request);
  return strategyOf(request, 'graph_beta') ?? (isImplied ? usualGraph : undefined);
}

/** Whether a request has a graph query. */
export function hasGraphQuery({ graph_query: query }: Pick<AskRequest, 'graph_query'>): boolean {
  return query !== undefined && query !== null;
}

/**
 * The searches that a request makes besides the question's own.
 *
 * @param options whether only one resource may answer
 * @throws AppError `invalid_query` for ids that are not unique, for prefilters and `graph_beta` within one resource;
 *   `bad_request` for a schema that makes too many prequeries
 */
export function prequeryPlan(request: AskRequest, options: { readonly isOnResource: boolean }): PrequeryPlan {
  if (options.isOnResource && strategyOf(request, 'graph_beta'))
    throw invalidQuery('rag_strategies', 'graph_beta is not supported when asking on a resource');
  const strategy = strategyOf(request, 'prequeries') ?? (options.isOnResource ? ofProperties(request) : undefined);
  if (!strategy) return { prefilters: [], prequeries: [], mainWeight: 1, asksMain: true };
  const named = strategy.queries.map((query, index) => ({ ...query, index, id: query.id ?? `prequery_${index}` }));
  const ids = [...named.map(({ id }) => id), ...(graphStrategyOf(request, options) ? [GRAPH_RESULTS] : [])];
  if (new Set(ids).size < ids.length) throw invalidQuery('rag_strategies', 'Prequeries must have unique ids');
  const prefilters = named.filter(({ prefilter }) => prefilter);
  if (options.isOnResource && prefilters.length > 0) {
    const reason = 'Prequeries with prefilter are not supported when asking on a resource';
    throw invalidQuery('rag_strategies', reason);
  }
  const prequeries = named.filter(({ prefilter }) => !prefilter);
  const asksMain = request.query.trim() !== '' || prequeries.length === 0;
  return { prefilters, prequeries, mainWeight: strategy.main_query_weight, asksMain };
}

/** For a request that has only a schema and no question: one prequery per property. */
function ofProperties(request: AskRequest): PreQueriesStrategy | undefined {
  const { query, answer_json_schema: schema } = request;
  if (query.trim() !== '' || !schema) return undefined;
  const queries = propertyQueries(request, schema);
  return queries.length > 0 ? { name: 'prequeries', queries, main_query_weight: 1 } : undefined;
}
