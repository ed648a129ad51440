import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { readGraphNames } from '@lectern/contracts/knowledge-box';
import { type SuggestedEntity, SUGGESTIONS_MAX } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { entityBeginnings } from './entity-beginnings';

/** The user is typing: slower comparisons are not worth waiting for. */
const MISSPELT_TIMEOUT_MS = 300;

/** Finds entities of a box by the beginning of a query. */
@Injectable()
export class SuggestedEntities {
  constructor(private readonly bus: Bus) {}

  /**
   * Names with this beginning; if there are none, names with one letter wrong.
   *
   * @throws AppError `invalid_request`, `deadline_exceeded`
   */
  async read(
    { kbid, visibility, filter, query }: RetrievalQuery,
    { signal, requestId }: CallContext,
  ): Promise<readonly SuggestedEntity[]> {
    const beginnings = entityBeginnings(query);
    if (beginnings.length === 0) return [];
    const { nodes } = await this.bus.request(
      readGraphNames,
      {
        body: {
          kbid,
          visibility,
          beginnings,
          limit: SUGGESTIONS_MAX,
          misspeltTimeoutMs: MISSPELT_TIMEOUT_MS,
          ...(filter && { filter }),
        },
      },
      { principal: systemPrincipal, signal, requestId },
    );
    return nodes.map(({ group, value }) => ({ family: group, value }));
  }
}
