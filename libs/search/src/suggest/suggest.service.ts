import { AppError } from '@lectern/contracts/core';
import type { SuggestedEntity, Suggestions, SuggestionsWanted } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { compileSearch } from '../query/compile-query';
import { RequestScopes } from '../query/request-scopes';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { searchOf } from './suggest-request';
import { SuggestedEntities } from './suggested-entities';
import { SuggestedParagraphs } from './suggested-paragraphs';

const WITHOUT_ENTITIES = 'Entities could not be looked for';

interface FoundEntities {
  readonly entities?: readonly SuggestedEntity[];
  /** The reason if they are missing because of a failure. */
  readonly warning?: string;
}

/** Suggests results while a query is being typed. */
@Injectable()
export class SuggestService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly paragraphs: SuggestedParagraphs,
    private readonly entities: SuggestedEntities,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `unavailable`, `deadline_exceeded` */
  async suggest(kbid: string, wanted: SuggestionsWanted, call: CallContext): Promise<Suggestions> {
    const request = searchOf(wanted);
    const query = compileSearch(request, await this.scopes.of(kbid, request, call.principal));
    const [paragraphs, { entities, warning }] = await Promise.all([
      wanted.features.includes('paragraph') ? this.paragraphs.read(query, wanted, call) : undefined,
      this.entitiesOf(query, wanted, call),
    ]);
    const warnings = [...(paragraphs?.warnings ?? []), ...(warning ? [warning] : [])];
    return {
      ...(paragraphs && { paragraphs: { results: paragraphs.results, query: wanted.query, min_score: 0 } }),
      ...(entities && { entities: { total: entities.length, entities } }),
      ...(wanted.debug && { shards: [kbid] }),
      ...(warnings.length > 0 && { warnings }),
    };
  }

  /** If the knowledge graph fails, only the entities are missing, not the paragraphs. */
  private async entitiesOf(
    query: RetrievalQuery,
    { features }: Pick<SuggestionsWanted, 'features'>,
    call: CallContext,
  ): Promise<FoundEntities> {
    if (!features.includes('entities')) return {};
    try {
      return { entities: await this.entities.read(query, call) };
    } catch (error) {
      this.degradation.goOnWithout('entities', error);
      if (!features.includes('paragraph'))
        throw new AppError('unavailable', `${WITHOUT_ENTITIES}. Please try again.`, {}, { cause: error });
      return { warning: WITHOUT_ENTITIES };
    }
  }
}
