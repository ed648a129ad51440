import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { readGraphNodes } from '@lectern/contracts/knowledge-box';
import { type SuggestedEntity, SUGGESTIONS_MAX } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { entityBeginnings } from './entity-beginnings';

/** Entities of a box that begin as a query does. */
@Injectable()
export class SuggestedEntities {
  constructor(private readonly bus: Bus) {}

  /** @throws AppError `invalid_request` for a filter about paragraphs only, `deadline_exceeded` */
  async read(
    { kbid, visibility, filter, query }: RetrievalQuery,
    { signal, requestId }: CallContext,
  ): Promise<readonly SuggestedEntity[]> {
    const beginnings = entityBeginnings(query);
    if (beginnings.length === 0) return [];
    const any = beginnings.map((value) => ({
      node: { type: 'entity' as const, value, match: 'fuzzy' as const },
      at: 'either' as const,
    }));
    const body = { kbid, visibility, query: { any }, limit: SUGGESTIONS_MAX, ...(filter && { filter }) };
    const { nodes } = await this.bus.request(
      readGraphNodes,
      { body },
      { principal: systemPrincipal, signal, requestId },
    );
    return nodes.map(({ group, value }) => ({ family: group, value }));
  }
}
