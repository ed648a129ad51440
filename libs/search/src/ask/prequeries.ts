import { type IndexFilter, resourceOf } from '@lectern/contracts/core';
import type { FindRequest } from '@lectern/contracts/search';
import { placed } from '@lectern/filters';
import { Injectable } from '@nestjs/common';
import { FindService, type FoundRequest } from '../find/find.service';
import type { AskCall } from './ask-call';
import type { NamedPreQuery } from './prequery-plan';

/** Concurrent prequeries per question. */
const PREQUERIES_AT_ONCE = 4;

/** The results of a prequery. */
export interface PrequeryFindings extends Pick<FoundRequest, 'results' | 'hydrated' | 'incomplete'> {
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
      const { results, hydrated, incomplete } = await this.finds.find(kbid, withTitles(request), {
        principal,
        signal,
        requestId,
        within,
        imposed: { show_hidden: asked.show_hidden, ...(asked.security && { security: asked.security }) },
      });
      return { id, weight, results, hydrated, incomplete };
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
