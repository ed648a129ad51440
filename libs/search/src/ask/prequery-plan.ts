import { invalidQuery } from '@lectern/contracts/core';
import {
  type AskRequest,
  GraphStrategy,
  type PreQuery,
  type PreQueriesStrategy,
  type RagStrategy,
} from '@lectern/contracts/search';
import { propertyQueries } from './property-queries';

/** Names what `graph_beta` found. */
export const GRAPH_RESULTS = 'graph';

const usualGraph = Object.assign(new GraphStrategy(), { name: 'graph_beta' as const });

/** A prequery with the name of its results. */
export interface NamedPreQuery extends Omit<PreQuery, 'id'> {
  readonly id: string;
  /** Place among the prequeries of the request. */
  readonly index: number;
}

/** What is searched besides the question, or before it. */
export interface PrequeryPlan {
  /** They say in which resources the others look. */
  readonly prefilters: readonly NamedPreQuery[];
  readonly prequeries: readonly NamedPreQuery[];
  /** Weight of the scores of the question. */
  readonly mainWeight: number;
  /** Whether the question itself is looked up: not where it says nothing and prequeries say what is wanted. */
  readonly asksMain: boolean;
}

/** The strategy of a name, where the request has it. */
export function strategyOf<N extends RagStrategy['name']>(
  { rag_strategies: strategies }: Pick<AskRequest, 'rag_strategies'>,
  name: N,
): Extract<RagStrategy, { name: N }> | undefined {
  return strategies.find((one): one is Extract<RagStrategy, { name: N }> => one.name === name);
}

/**
 * How the graph around the entities of a question is followed: as the strategy `graph_beta` says. The feature `graph`
 * stands for its defaults, unless a query says what it looks for. Undefined when it isn't followed.
 *
 * @param options whether only one resource may answer: the graph is of whole boxes
 */
export function graphStrategyOf(
  request: Pick<AskRequest, 'rag_strategies' | 'features' | 'graph_query'>,
  { isOnResource }: { readonly isOnResource: boolean },
): GraphStrategy | undefined {
  const isImplied = !isOnResource && request.features.includes('graph') && !hasGraphQuery(request);
  return strategyOf(request, 'graph_beta') ?? (isImplied ? usualGraph : undefined);
}

/** Whether a request says what it looks for in the graph. */
export function hasGraphQuery({ graph_query: query }: Pick<AskRequest, 'graph_query'>): boolean {
  return query !== undefined && query !== null;
}

/**
 * What a request has searched besides the question.
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

/** Where nothing is asked but what an object is to have: a prequery for each of its properties. */
function ofProperties(request: AskRequest): PreQueriesStrategy | undefined {
  const { query, answer_json_schema: schema } = request;
  if (query.trim() !== '' || !schema) return undefined;
  const queries = propertyQueries(request, schema);
  return queries.length > 0 ? { name: 'prequeries', queries, main_query_weight: 1 } : undefined;
}
