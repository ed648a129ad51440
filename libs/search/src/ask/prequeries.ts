import { type IndexFilter, resourceOf, invalidQuery } from '@lectern/contracts/core';
import {
  type FindRequest,
  type AskRequest,
  GraphStrategy,
  type PreQuery,
  type PreQueriesStrategy,
  type RagStrategy,
} from '@lectern/contracts/search';
import { placed } from '@lectern/filters';
import { Injectable } from '@nestjs/common';
import { FindService } from '../find/find.service';
import type { Found } from '../results/find-results';
import type { AskCall } from './ask-call';
import { propertyQueries } from './property-queries';

/** Concurrent prequeries per question. */
const PREQUERIES_AT_ONCE = 4;

/** The results of a prequery. */
export interface PrequeryFindings extends Found {
  readonly id: string;
  readonly weight: number;
}

/** Runs the further searches of a question. */
@Injectable()
export class Prequeries {
  constructor(private readonly finds: FindService) {}

  /**
   * Results of each prequery, in order. The question's groups and its `show_hidden` apply to all of them.
   *
   * @param within filters in addition to their own
   * @throws AppError as a find
   */
  async run(
    queries: readonly NamedPreQuery[],
    call: AskCall,
    within: readonly IndexFilter[],
  ): Promise<readonly PrequeryFindings[]> {
    const found = new Map<NamedPreQuery, PrequeryFindings>();
    const open = [...queries];
    const failing = new AbortController();
    const signal = AbortSignal.any([call.signal, failing.signal]);
    const work = async () => {
      for (let query = open.shift(); query; query = open.shift())
        found.set(query, await this.find(query, { ...call, signal }, within));
    };
    try {
      await Promise.all(Array.from({ length: Math.min(PREQUERIES_AT_ONCE, queries.length) }, work));
    } catch (error) {
      // The remaining prequeries are no longer needed.
      open.length = 0;
      failing.abort();
      throw error;
    }
    return queries.flatMap((query) => found.get(query) ?? []);
  }

  private async find(
    { id, index, weight, request }: NamedPreQuery,
    { kbid, request: asked, principal, signal, requestId }: AskCall,
    within: readonly IndexFilter[],
  ): Promise<PrequeryFindings> {
    const position = asked.rag_strategies.findIndex(({ name }) => name === 'prequeries');
    try {
      const { results, ranked, resources } = await this.finds.find(kbid, withTitles(request), {
        principal,
        signal,
        requestId,
        within,
        imposed: { show_hidden: asked.show_hidden, ...(asked.security && { security: asked.security }) },
      });
      return { id, weight, results, ranked, resources };
    } catch (error) {
      throw placed(error, ['body', 'rag_strategies', String(position), 'queries', String(index), 'request']);
    }
  }
}

/** The resources found by the prefilters. */
export function resourcesFoundBy(prefilters: readonly PrequeryFindings[]): readonly string[] {
  return [...new Set(prefilters.flatMap(({ results }) => results.best_matches.map(resourceOf)))];
}

/** The model receives the titles of the results. */
function withTitles(request: FindRequest): FindRequest {
  return request.show.includes('basic') ? request : { ...request, show: [...request.show, 'basic'] };
}

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
