import type { Suggestions } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { compileSearch } from '../query/compile-query';
import { RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { searchOf, type SuggestionsWanted } from './suggest-request';
import { SuggestedEntities } from './suggested-entities';
import { SuggestedParagraphs } from './suggested-paragraphs';

/** Suggests what somebody may be looking for who is still typing. */
@Injectable()
export class SuggestService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly paragraphs: SuggestedParagraphs,
    private readonly entities: SuggestedEntities,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `unavailable`, `deadline_exceeded` */
  async suggest(kbid: string, wanted: SuggestionsWanted, call: CallContext): Promise<Suggestions> {
    const request = searchOf(wanted);
    const query = compileSearch(request, await this.scopes.of(kbid, request, call.principal));
    const [paragraphs, entities] = await Promise.all([
      wanted.features.includes('paragraph') ? this.paragraphs.read(query, wanted, call) : undefined,
      wanted.features.includes('entities') ? this.entities.read(query, call) : undefined,
    ]);
    return {
      ...(paragraphs && { paragraphs: { results: paragraphs, query: wanted.query, min_score: 0 } }),
      ...(entities && { entities: { total: entities.length, entities } }),
      ...(wanted.debug && { shards: [kbid] }),
    };
  }
}
