import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { type GraphNodes, type GraphReading, readGraphNames, readGraphNodes } from '@lectern/contracts/knowledge-box';
import { type SuggestedEntity, SUGGESTIONS_MAX } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { entityBeginnings } from './entity-beginnings';

/** Somebody is typing: names that take longer to be compared are not suggested. */
const MISSPELT_TIMEOUT_MS = 300;

/** Entities of a box that begin as a query does. */
@Injectable()
export class SuggestedEntities {
  constructor(private readonly bus: Bus) {}

  /**
   * Names that begin so; where there are none, those with a letter wrong.
   *
   * @throws AppError `invalid_request`, `deadline_exceeded`
   */
  async read(
    { kbid, visibility, filter, query }: RetrievalQuery,
    { signal, requestId }: CallContext,
  ): Promise<readonly SuggestedEntity[]> {
    const beginnings = entityBeginnings(query);
    if (beginnings.length === 0) return [];
    const where = { kbid, visibility, limit: SUGGESTIONS_MAX, ...(filter && { filter }) };
    const options = { principal: systemPrincipal, signal, requestId };
    const { nodes: named } = await this.bus.request(readGraphNames, { body: { ...where, beginnings } }, options);
    const nodes = named.length > 0 ? named : await this.misspelt(where, beginnings, options);
    return nodes.map(({ group, value }) => ({ family: group, value }));
  }

  /** Names with a letter wrong, as many as can be compared in time. */
  private async misspelt(
    where: Omit<GraphReading, 'query'>,
    beginnings: readonly string[],
    options: Parameters<Bus['request']>[2],
  ): Promise<GraphNodes['nodes']> {
    const any = beginnings.map((value) => ({
      node: { type: 'entity' as const, value, match: 'fuzzy' as const },
      at: 'either' as const,
    }));
    const body = { ...where, query: { any }, timeoutMs: MISSPELT_TIMEOUT_MS };
    try {
      return (await this.bus.request(readGraphNodes, { body }, options)).nodes;
    } catch (error) {
      if (error instanceof AppError && error.code === 'deadline_exceeded') return [];
      throw error;
    }
  }
}
